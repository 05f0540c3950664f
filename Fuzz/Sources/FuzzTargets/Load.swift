import Foundation
import Patchbay

/// A folder with what a load may import, so that nothing of the machine is read.
let fuzzFolder: String = {
  let path = FileManager.default.temporaryDirectory.appending(path: "patchbay-fuzz-\(getpid())")
    .path
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  try? "services: { part: { type: Session } }\n".write(
    toFile: path + "/part.yaml", atomically: true, encoding: .utf8)
  try? "a text\n".write(toFile: path + "/motto.txt", atomically: true, encoding: .utf8)
  atexit { unlinkFolder() }
  return path
}()

private func unlinkFolder() { try? FileManager.default.removeItem(atPath: fuzzFolder) }

private let variables = ["PORT": "8080", "PASSWORD": "tell-no-one", "HOME": "tell-no-one"]

/// Bytes to a plan, with a catalog, for the base and every environment; and every text of what is told.
let fuzzLoad: Target = { bytes in
  var collector = DiagnosticCollector()
  do throws(DiagnosticsError) {
    let configuration = try ServiceConfiguration(
      .bytes(bytes, name: "services.yaml"), settings: LoadSettings(root: fuzzFolder))
    for environment in [nil] + configuration.environments.prefix(2).map(Optional.some) {
      check(configuration, environment, [], &collector)
    }
  } catch {
    for diagnostic in error.diagnostics { collector.add(diagnostic) }
  }
  show(collector.diagnostics, of: bytes)
}

private let base: ServiceConfiguration? = {
  let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Tests/PatchbayTests/Fixtures/everything/services.yaml")
  return try? ServiceConfiguration(.init(path: file.path))
}()

/// Bytes as an overlay on a base that uses the whole format.
let fuzzOverlay: Target = { bytes in
  guard let base else { fatalError("the base cannot be loaded") }
  var collector = DiagnosticCollector()
  check(base, "test", [.bytes(bytes, name: "overlay.yaml")], &collector)
  show(collector.diagnostics, of: bytes)
}

private func check(
  _ configuration: ServiceConfiguration, _ environment: String?, _ overlays: [ConfigurationSource],
  _ collector: inout DiagnosticCollector
) {
  var own = DiagnosticCollector()
  let definitions = configuration.definitions(
    environment: environment, variables: Variables(variables), overlays: overlays, into: &own)
  let plan = Plan.checking(definitions, catalog: .fuzz, into: &own)
  require((plan != nil) == !own.hasErrors, "a plan with errors, or none without")
  for diagnostic in own.diagnostics { collector.add(diagnostic) }
}

/// Renders what was told, and applies the certain fix-its.
private func show(_ diagnostics: [Diagnostic], of bytes: [UInt8]) {
  let some = Array(diagnostics.prefix(20))
  let text = TerminalRenderer().render(some)
  requireInert(text)
  require(
    !text.contains("tell-no-one") || String(decoding: bytes, as: UTF8.self).contains("tell"),
    "a variable is shown")
  requireInert(OneLineRenderer().render(some))
  _ = SARIFRenderer().render(some)
  _ = JSONRenderer().render(some)
  _ = FixItApplier(some)
}
