import Foundation
import Patchbay
import Testing

@Suite("Valid files give the recorded definitions")
struct DefinitionDumpTests {
  static let folder = GoldenCase.folder.deletingLastPathComponent().appending(path: "Oracle/Dumps")

  private static let root = GoldenCase.folder.appending(path: "../../..").standardizedFileURL

  /// The environments in which a configuration of the repository is loaded.
  private static func fixture(_ path: String) throws -> String {
    let file = root.appending(path: path)
    let configuration = try ServiceConfiguration(ConfigurationSource(path: file.path))
    var text = ""
    for environment in [nil] + configuration.environments.map(Optional.some) {
      text += "=== \(environment ?? "the base")\n"
      text += dump(configuration, environment: environment, in: file.deletingLastPathComponent())
    }
    return text
  }

  private static func dump(
    _ configuration: ServiceConfiguration, environment: String? = nil,
    variables: [String: String] = [:], overlays: [ConfigurationSource] = [], in folder: URL
  ) -> String {
    var collector = DiagnosticCollector()
    let set = configuration.definitions(
      environment: environment, variables: Variables(variables), overlays: overlays,
      into: &collector)
    let codes = collector.diagnostics.map { TableFinding($0, in: folder).description }.sorted()
    let dump = (codes.map { "finding \($0)" } + DefinitionDump(set, folder: folder.path).lines)
      .joined(separator: "\n")
    // A value may hold the folder, too: `$(directory)`.
    return dump.replacing(folder.path, with: "FOLDER").replacing(root.path, with: "ROOT") + "\n\n"
  }

  private static func table(_ topic: String) throws -> String {
    var text = ""
    for table in TableCase.cases(of: topic) {
      let temporary = try TemporaryFolder()
      let folder = temporary.url
      let setup = try TableSetup(table)
      try setup.write(to: folder)
      text += "=== \(table.name)\n"
      do throws(DiagnosticsError) {
        let configuration = try ServiceConfiguration(
          ConfigurationSource(path: folder.appending(path: "services.yaml").path))
        text += dump(
          configuration, environment: setup.environment, variables: setup.variables,
          overlays: setup.overlays.map {
            ConfigurationSource(path: folder.appending(path: $0).path)
          },
          in: folder)
      } catch { text += "refused \(error.codes.map(\.name))\n\n" }
    }
    return text
  }

  /// What is dumped: the name of a table, or the path of a configuration.
  ///
  /// The other tables have only files with errors, whose definitions no program receives: the
  /// tables themselves record what those files report.
  static let sources = [
    "entries", "imports", "interpolation", "layers", "parameters", "values",
    "Tests/PatchbayTests/Fixtures/everything/services.yaml", "Config/services.yaml",
  ]

  @Test(arguments: sources)
  func theDefinitionsAreTheRecordedOnes(_ source: String) throws {
    let text = source.hasSuffix(".yaml") ? try Self.fixture(source) : try Self.table(source)
    let name = source.split(separator: "/").dropLast().last ?? source[...]
    let file = Self.folder.appending(path: "\(name).dump")
    // Run with `PATCHBAY_WRITE=1` after a change that is meant to change them; read the change.
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    let differing = zip(
      text.split(separator: "\n", omittingEmptySubsequences: false),
      expected.split(separator: "\n", omittingEmptySubsequences: false)
    ).first { $0 != $1 }
    #expect(
      text == expected, "first at \(differing?.0 ?? "its end"), was \(differing?.1 ?? "its end")")
  }
}
