// Lets each allocation that libyaml makes in a load fail, one a load: all must end in an error that
// says so, and none may crash or leak. Linux with glibc only.
import CFailingAllocations
import Patchbay

#if canImport(Glibc)
  import Glibc
#endif

let text = """
  %TAG !a! tag:example.com,2024:
  ---
  services: &all
    one: { type: "A\\n", tags: [x, y, !a!z z], arguments: { long: 'it''s', more: *all } }
    two:
      - |
        \(String(repeating: "a long text ", count: 2_000))
      - &other [[[[[[[[[[[[[[[[[[[[x]]]]]]]]]]]]]]]]]]]]
      - *other
  """

func load(failing number: Int) -> (codes: [DiagnosticCode], allocations: Int) {
  let source = ConfigurationSource.bytes(Array(text.utf8), name: "services.yaml")
  var codes: [DiagnosticCode] = []
  failing_allocations_begin(number)
  do throws(DiagnosticsError) {
    _ = try ServiceConfiguration(source)
  } catch {
    codes = error.codes
  }
  return (codes, failing_allocations_end())
}

let sound = load(failing: -1)
var mistakes = 0
for number in 0..<sound.allocations {
  let codes = load(failing: number).codes
  if codes != [.unreadableFile] {
    print("allocation \(number) fails and \(codes) is told")
    mistakes += 1
  }
}
print("\(sound.allocations) allocations failed, one at a time: \(mistakes) wrong messages")
exit(mistakes == 0 && sound.allocations > 50 ? 0 : 1)
