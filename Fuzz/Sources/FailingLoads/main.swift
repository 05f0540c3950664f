// Loads that fail, very many of them: `FailingLoads COUNT`. Memory must not grow by a megabyte.
import Foundation
import Patchbay

struct Thing: Sendable {}

let catalog = FactoryCatalog("leaks") {
  Factory("Thing", .value("size")) { (size: Int) -> Thing in Thing() }
}

/// One of each way to fail.
let texts: [String] = [
  "services: { a: { type: Thing, arguments: { size: many } } }",
  "services: { a: { type: Thin, scpoe: x, arguments: { size: !ref b } } }",
  "services: { a: { type: Thing, arguments: { size: $(none) } }, a: ~ }",
  "services: { a: [ }",
  "a: \u{1} b",
  "services: { a: { extends: a } }\nparameters: { p: $(q), q: $(p) }",
  "imports: [none.yaml]\nenvironments: { x: { services: { b: !remove } } }",
  "x: " + String(repeating: "[", count: 100),
  "services: &a { b: *c }\n---\n...",
  "parameters: { password: !secret hunter2 }\nservices: { a: { alias: a, tags: [t, t] } }",
]

func fail(_ number: Int) {
  let source = ConfigurationSource.bytes(
    Array(texts[number % texts.count].utf8), name: "services.yaml")
  do throws(DiagnosticsError) {
    let configuration = try ServiceConfiguration(source)
    let environment = configuration.environments.first
    _ = try configuration.plan(environment: environment, catalog: catalog)
    print("text \(number % texts.count) was loaded")
    exit(1)
  } catch {
    // Every hundredth is shown too.
    if number % 100 < texts.count { _ = TerminalRenderer().render(error.diagnostics) }
  }
}

/// The memory of this process that is in use, in bytes.
func residentBytes() -> Int {
  let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * sysconf(Int32(_SC_PAGESIZE))
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
for number in 0..<count / 10 { fail(number) }
let before = residentBytes()
for number in 0..<count { fail(number) }
let grown = residentBytes() - before
print("\(count) failing loads: memory grew by \(grown / 1024) KiB, from \(before / 1024) KiB")
exit(grown < 1 << 20 ? 0 : 1)
