public import Patchbay
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
public import Testing

/// Checks that a configuration has the same wiring as a committed file, and builds nothing.
///
/// ```swift
/// @Test func productionIsAsReviewed() {
///   expectGraph(
///     "Config/services.yaml", environment: "production", catalog: .app,
///     matches: "Tests/Graphs/production.json")
/// }
/// ```
///
/// The command `config --format json` of the program writes the file; this function never writes.
/// What is compared is what a program can observe: services, their types, scopes, values and
/// dependencies, tags and parameters. Places, comments, descriptions and the order of definitions
/// are not. A difference is an issue that lists the changes, as `WiringDifference` does, and says how
/// to write the file anew. The texts of secrets are not compared: no file has them.
///
/// No variable is looked at. The cost is that of one load.
///
/// - Parameters:
///   - path: The root file. A relative path is looked up from the working directory, then from the
///     folder of the nearest `Package.swift` above the calling file.
///   - environment: The environment to select; nil for the base alone.
///   - catalog: The types that the configuration may name.
///   - file: The committed file; a relative path is looked up in the same way.
///   - overlays: Files above the configuration, low to high; relative paths are looked up in the
///     same way.
///   - modules: The program's own definitions, above all files.
///   - settings: The settings of the load.
///   - sourceLocation: The place of the call, where a difference is reported.
public func expectGraph(
  _ path: String,
  environment: String? = nil,
  catalog: FactoryCatalog,
  matches file: String,
  overlays: [String] = [],
  modules: [any Module] = [],
  settings: LoadSettings = LoadSettings(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  func source(_ path: String) -> ConfigurationSource {
    OverlaySource.path(
      path, near: sourceLocation.path, by: "expectGraph", at: sourceLocation.swiftLocation
    ).source
  }
  do throws(DiagnosticsError) {
    let configuration = try ServiceConfiguration(source(path), settings: settings)
    var collector = DiagnosticCollector()
    let model = configuration.model(
      environment: environment, overlays: overlays.map(source), modules: modules, catalog: catalog,
      fileID: sourceLocation.fileID, line: sourceLocation.line, into: &collector)
    try collector.throwErrors()
    guard let model else { return }
    let options =
      (environment.map { ["--environment \($0)"] } ?? []) + overlays.map { "--overlay \($0)" }
    let command = (["config"] + options + ["--format json >\(file)"]).joined(separator: " ")
    let committed = TestFiles.resolve(file, near: sourceLocation.path)
    if let difference = model.difference(from: committed) {
      // The command must not take the place of a file of another kind.
      let advice =
        file.hasSuffix(".json")
        ? "write the file with the command of the program: \(command)"
        : "name a file that ends in `.json` under `matches:`"
      Issue.record(
        "\(difference)\n\(advice)",
        sourceLocation: sourceLocation)
    }
  } catch {
    for diagnostic in error.diagnostics { diagnostic.record(calledAt: sourceLocation) }
  }
}

extension WiringModel {
  /// Returns how the model differs from that in a file, or why it cannot be compared; nil if it does not differ.
  fileprivate func difference(from path: String) -> String? {
    let bytes: [UInt8]
    do throws(ReadFailure) {
      // No model comes near the limit.
      bytes = try FileReader().bytes(ofLinked: path, limit: 1 << 28)
    } catch {
      return "`\(path)` cannot be read: \(error.description)"
    }
    let committed: ComparedWiring
    do throws(DiagnosticsError) {
      committed = try ComparedWiring(json: bytes, name: "`\(path)`")
    } catch {
      return error.diagnostics.map(\.message).joined(separator: "\n")
    }
    // Roots are for checks: a program does not observe them.
    if committed.hash == hash { return nil }
    let difference = WiringDifference(from: committed, to: ComparedWiring(self))
    if difference.isEmpty {
      return "`\(path)` has another hash, and the two differ in nothing that is compared"
    }
    let rows = difference.rows.lines
    let rest = rows.count > 50 ? ["and \(rows.count - 50) more"] : []
    let head = "the wiring is not that of `\(path)`: \(difference.sentence)"
    return ([head] + rows.prefix(50) + rest + difference.details)
      .joined(separator: "\n")
  }
}
