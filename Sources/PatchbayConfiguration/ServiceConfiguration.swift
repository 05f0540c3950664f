public import PatchbayCore
public import PatchbayDiagnostics
import PatchbayYAML

/// A configuration that was read and parsed: the root file, its imports, and its sibling files.
///
/// The files are read once, by the initializer. Afterwards the configuration is an immutable value,
/// from which any thread can create plans with different environments and overlays.
public struct ServiceConfiguration: Sendable {
  let files: LoadedFiles
  /// The overlays that earlier checks have parsed; nil for loads, which read what they contain now.
  private(set) var parsed: ParsedFiles?
  /// Whether its definitions say what is used.
  private(set) var recordsUsage = false

  /// Reads and parses a configuration.
  ///
  /// - Parameters:
  ///   - source: The root: a file, or a text of the program.
  ///   - settings: Which files the load may read, and its limits.
  /// - Throws: ``DiagnosticsError`` with every error of reading and parsing, sorted by place.
  public init(
    _ source: ConfigurationSource, settings: LoadSettings = LoadSettings()
  ) throws(DiagnosticsError) {
    try self.init(source, settings: settings, reader: FileReader())
  }

  /// Reads and parses a configuration through a reader of files.
  package init(
    _ source: ConfigurationSource, settings: LoadSettings, reader: FileReader
  ) throws(DiagnosticsError) {
    files = try LoadedFiles(source, settings, reader)
  }

  /// The environments that a section or a sibling file defines, sorted.
  public var environments: [String] {
    files.sections.union(files.siblings.keys).inStableOrder(by: <)
  }

  /// Merges an environment and overlays into the base, and checks the result against a catalog.
  ///
  /// ```swift
  /// let plan = try configuration.plan(environment: "test", modules: [Mail()], catalog: .app) {
  ///   Provide(.clock, instance: FixedClock())
  ///   Change("server").argument("port", 0)
  /// }
  /// ```
  ///
  /// The call reads the overlays and the files of `$(file:)`, and runs no factory.
  ///
  /// - Parameters:
  ///   - environment: The environment to select; nil for the base alone.
  ///   - variables: The variables that `$(env:…)` reads.
  ///   - parameters: Parameters that the program sets, above all overlays.
  ///   - overlays: Further sources, each above the one before.
  ///   - modules: Definitions of the program, above all overlays; together they are one layer.
  ///   - requests: What the program requests, with which the configuration is compared.
  ///   - parent: The plan of the parent container, for a child's plan. It serves the keys that this
  ///     configuration does not define.
  ///   - catalog: The types that the configuration and `Define` may name.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - overrides: Definitions of the program, above all other layers.
  /// - Returns: The checked plan.
  /// - Throws: ``DiagnosticsError`` with every error, sorted by place.
  public func plan(
    environment: String? = nil, variables: [String: String] = [:],
    parameters: [String: ParameterValue] = [:], overlays: [ConfigurationSource] = [],
    modules: [any Module] = [], requests: Requests? = nil, parent: Plan? = nil,
    catalog: FactoryCatalog, fileID: String = #fileID, line: Int = #line,
    @DefinitionBuilder overrides: () -> Definitions = { Definitions() }
  ) throws(DiagnosticsError) -> Plan {
    let request = LoadRequest(
      environment: environment, variables: Variables(variables), overlays: overlays,
      parameters: parameters, modules: modules.and(requests), overrides: overrides(),
      at: SwiftLocation(fileID: fileID, line: line))
    return try PlanOrigin(self, request, catalog).plan(parent: parent)
  }
}

// What the commands and tests ask for.
extension ServiceConfiguration {
  /// The root's name in messages.
  package var name: String { files.name }

  /// What a check of everything checks: the environments, or the base alone if there are none.
  package var checkedEnvironments: [String?] { environments.isEmpty ? [nil] : environments }

  /// Returns where an environment is defined: its sections in the root file and the files that this imports, and its
  /// sibling file.
  package func places(of environment: String) -> [SourcePlace] {
    let sections = files.root.flatMap { files.loader.files[$0].outline.environments }
    let sibling = files.siblings[environment].flatMap { sibling in
      sibling.group?.last.map { SourcePlace.file(sibling.loader.files[$0].name) }
    }
    return sections.filter { $0.name == environment }.map(\.place) + (sibling.map { [$0] } ?? [])
  }

  /// The same configuration for checks of many combinations: it parses each overlay once, and
  /// records what is used.
  package var forChecks: ServiceConfiguration {
    var configuration = keepingFiles
    configuration.recordsUsage = true
    return configuration
  }

  /// The same configuration, which keeps the overlays that it parses: ``nameWarnings`` leaves them out.
  package var keepingFiles: ServiceConfiguration {
    var configuration = self
    configuration.parsed = ParsedFiles()
    return configuration
  }

  /// Merges an environment, overlays and modules into the base, each above those before, and reads
  /// the definitions; those with a reported error are marked faulty.
  package func definitions(
    environment: String? = nil, variables: Variables = Variables([:]),
    overlays: [ConfigurationSource] = [], modules: [any Module] = [],
    fileID: String = #fileID, line: Int = #line, into collector: inout DiagnosticCollector
  ) -> DefinitionSet {
    let request = LoadRequest(
      environment: environment, variables: variables, overlays: overlays, modules: modules,
      at: SwiftLocation(fileID: fileID, line: line))
    return definitions(of: request, into: &collector)
  }

  /// Checks one environment without looking at any variable, and describes its wiring; nil if there
  /// is an error.
  ///
  /// Values of variables have one effect: they decide flags such as `enabled`. Nothing else of the
  /// model depends on them. A flag that they do not decide is assumed to be true, and listed.
  package func model(
    environment: String? = nil, overlays: [ConfigurationSource] = [],
    modules: [any Module] = [], variables: [String: String] = [:], catalog: FactoryCatalog,
    fileID: String = #fileID, line: Int = #line, into collector: inout DiagnosticCollector
  ) -> WiringModel? {
    let definitions = definitions(
      environment: environment, variables: .keepingSources, overlays: overlays, modules: modules,
      fileID: fileID, line: line, into: &collector)
    return Plan.findings(
      in: definitions.deciding { $0.value(where: variables) }, catalog: catalog, into: &collector
    ).model
  }

  /// The place of the key `services` in the root file; nil if it has none.
  var servicesKey: SourcePlace? {
    files.root.last.flatMap { files.loader.files[$0].outline.body.services?.key.place }
  }

  /// Returns the environments that read a place of a text: `nil` if all of them and the base alone
  /// read it; some if it is in a section of one, or in the sibling files of some.
  package func environments(containing span: SourceSpan) -> Set<String>? {
    if let file = files.loader.files.first(where: { $0.text == span.file }) {
      let section = file.outline.environments.first { environment in
        environment.range.lowerBound <= span.range.lowerBound
          && span.range.upperBound <= environment.range.upperBound
      }
      return section.map { [$0.name] }
    }
    let names = files.siblings.filter { _, sibling in
      sibling.loader.files.contains { $0.text == span.file }
        // A file that could not be read completely is recognized by its diagnostics.
        || sibling.loader.diagnostics.diagnostics.contains {
          $0.labels.first?.place.span?.file == span.file
        }
    }
    return names.isEmpty ? nil : Set(names.keys)
  }
}

// What `dump` and `print` show of it: no text of its files, and no variable.
extension ServiceConfiguration: SafelyMirrored {
  package var mirrored: KeyValuePairs<String, Any> { ["name": name, "environments": environments] }
}
