import Foundation

/// What a target does with one input. It fails by trapping.
typealias Target = @Sendable ([UInt8]) -> Void

private let targets: [String: Target] = [
  "load": fuzzLoad,
  "macros": fuzzMacros,
  "overlay": fuzzOverlay,
  "interpolation": fuzzInterpolation,
  "renderer": fuzzRenderer,
  "arguments": fuzzArguments,
]

private let target: Target = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = targets[name] else {
    print("set FUZZ_TARGET to one of: \(targets.keys.sorted().joined(separator: ", "))")
    exit(64)
  }
  return target
}()

/// The name that libFuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // The buffer is libFuzzer's and lives until the call returns; the target gets a copy.
  target(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Ends the run where something does not hold that always should.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
