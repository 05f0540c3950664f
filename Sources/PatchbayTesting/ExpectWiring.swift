public import Patchbay
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
public import Testing

/// Checks the wiring of every environment, without any variable, and builds nothing.
///
/// ```swift
/// @Test func theWiringIsRight() {
///   expectWiring("Config/services.yaml", catalog: .tests, overlays: ["Tests/Overlays/*.yaml"])
/// }
/// ```
///
/// It is the command `check` as a test. Each mistake is an issue at its line of the YAML file, once
/// for all environments that have it; what no environment uses, and other warnings, are issues that
/// do not fail the test. `$(env:…)` reads no variable: a value that it is a part of is checked by
/// what can be known of it.
///
/// It may be called from any thread. The cost is that of a load for each combination of an
/// environment and an overlay; each file is parsed once.
///
/// - Parameters:
///   - path: The root file. A relative path is looked up from the working directory, then from the
///     folder of the nearest `Package.swift` above the calling file.
///   - catalog: The types that the configuration and the overlays may name.
///   - overlays: Files that are laid over each environment, each alone: paths, or patterns with
///     `*`, `?` and `**`; relative ones are looked up in the same way. More than 20,000 combinations
///     are an issue, and none of them is checked.
///   - modules: The program's own definitions, above all files.
///   - requests: What the program requests, with which each combination is compared.
///   - settings: The settings of the load.
///   - sourceLocation: The place of the call, where a pattern without files is reported.
public func expectWiring(
  _ path: String,
  catalog: FactoryCatalog,
  overlays: [String] = [],
  modules: [any Module] = [],
  requests: Requests? = nil,
  settings: LoadSettings = LoadSettings(),
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let root = OverlaySource.path(
    path, near: sourceLocation.path, by: "expectWiring", at: sourceLocation.swiftLocation)
  do throws(DiagnosticsError) {
    let files = try overlayFiles(overlays, sourceLocation)
    let configuration = try ServiceConfiguration(root.source, settings: settings)
    let grid = CombinationGrid(
      environments: configuration.checkedEnvironments, overlays: files)
    if grid.count > CombinationGrid.most, !files.isEmpty {
      Issue.record(
        "\(grid.count) combinations are more than the \(CombinationGrid.most) that a check tries",
        sourceLocation: sourceLocation)
      return
    }
    var check = CombinedCheck(grid)
    check.run(configuration, catalog: catalog, findsUnused: true) {
      configuration, combination, collector in
      configuration.check(
        environment: combination.environment, overlays: combination.overlays,
        modules: modules.and(requests),
        catalog: catalog, fileID: sourceLocation.fileID, line: sourceLocation.line, into: &collector
      )
    }
    for diagnostic in check.diagnostics { diagnostic.record(calledAt: sourceLocation) }
  } catch {
    for diagnostic in error.diagnostics { diagnostic.record(calledAt: sourceLocation) }
  }
}

/// Returns the files that the patterns match, sorted by the bytes of their paths.
private func overlayFiles(
  _ patterns: [String], _ sourceLocation: SourceLocation
) throws(DiagnosticsError) -> [ConfigurationSource] {
  let folder = TestFiles.packageFolder(of: sourceLocation.path)
  var found: [ConfigurationSource] = []
  for pattern in patterns {
    var files = try ConfigurationSource.files(matching: pattern, option: "overlays")
    if files.isEmpty, !pattern.hasPrefix("/"), let folder {
      files = try ConfigurationSource.files(matching: "\(folder)/\(pattern)", option: "overlays")
    }
    if files.isEmpty {
      let near: Diagnostic.FixIt? =
        FileRequest.looksLikeText(pattern)
        ? FileRequest.textOfWiring
        : .didYouMean(anyOf: ConfigurationSource.patterns(near: pattern), replacing: nil)
      let help = near.map { ": \($0.message)" } ?? ""
      Issue.record(
        "no file matches the pattern `\(pattern)`\(help)", sourceLocation: sourceLocation)
    }
    found += files
  }
  return found.eachOnce
}
