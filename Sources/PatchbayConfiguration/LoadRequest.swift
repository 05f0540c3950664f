import PatchbayCore
import PatchbayDiagnostics
import PatchbayYAML

/// What a load lays over the files of a configuration, and the variables that it reads.
struct LoadRequest: Sendable {
  /// A layer above the files: an overlay, or a program's definitions.
  enum Layer: Sendable {
    case source(ConfigurationSource)
    case definitions(Definitions, name: String)
  }

  /// The environment to select; nil for the base alone.
  let environment: String?
  private(set) var variables: Variables
  /// The overlays and the parameters that the program sets, low to high.
  private var overlays: [Layer] = []
  /// What `$(file:)` is read through, if not what the files are.
  private(set) var texts: FileReader?
  /// The program's services, which stay above all overlays.
  private var program: [Layer] = []

  /// Creates a request with the layers that a call passes, low to high: the overlays, the parameters of
  /// the modules, those of the call, the services of the modules, and the overrides.
  init(
    environment: String?, variables: Variables, overlays: [ConfigurationSource],
    parameters: [String: ParameterValue] = [:], modules: [any Module],
    overrides: Definitions = Definitions(), at location: SwiftLocation
  ) {
    (self.environment, self.variables) = (environment, variables)
    add(overlays, [:], at: location)
    add(Definitions(modules), "modules", at: location)
    add([], parameters, at: location)
    add(overrides, "overrides", at: location)
  }

  /// Whether one of the layers is a source, such as an overlay.
  var readsFiles: Bool { overlays.contains { if case .source = $0 { true } else { false } } }

  /// The same request for a model, which says where each text comes from, and has no text of `$(file:)`: none is read.
  var keepingSources: LoadRequest {
    var request = self
    (request.variables, request.texts) = (.keepingSources, FileReader(.empty))
    return request
  }

  /// All layers, low to high.
  var layers: [Layer] { program.isEmpty ? overlays : overlays + program }

  /// Adds overlays, and then parameters of the program, on top of the overlays.
  mutating func add(
    _ sources: [ConfigurationSource], _ parameters: [String: ParameterValue],
    at location: SwiftLocation
  ) {
    if !sources.isEmpty { overlays += sources.map { Layer.source($0) } }
    guard !parameters.isEmpty else { return }
    overlays.append(
      .definitions(
        Definitions([.parameters(Parameters(parameters, at: location))]),
        name: SourcePlace.swift(location).shortName))
  }

  /// Adds definitions of the program: their parameters to the overlays, and all else above.
  private mutating func add(_ definitions: Definitions, _ kind: String, at location: SwiftLocation)
  {
    guard !definitions.isEmpty else { return }
    // Only the names of layers need it: to escape it costs more than the rest of a small plan.
    let place = SourcePlace.swift(location).shortName
    program.append(
      .definitions(definitions.withoutParameters, name: "\(kind) at \(place)"))
    guard !definitions.parameters.isEmpty else { return }
    overlays.append(.definitions(definitions.parameters, name: place))
  }
}

extension ServiceConfiguration {
  /// Merges the files with the layers of a request, each above those before, and reads the definitions;
  /// those with a reported error are marked faulty.
  func definitions(
    of request: LoadRequest, into collector: inout DiagnosticCollector
  ) -> DefinitionSet {
    for diagnostic in files.reported { collector.add(diagnostic) }
    var document = LayeredDocument(limits: files.settings.limits)
    document.stack.others = files.others
    document.add(files.root, of: files.loader.files)
    document.report(isWhole: document.isWhole, into: &collector)

    var loader = files.loader
    if let environment = request.environment {
      guard files.has(environment) else {
        collector.add(unknownEnvironment(environment))
        return DefinitionSet()
      }
      document.stack.others = files.others.excluding(environment)
      document.add(environment: environment, of: files.root)
      if let sibling = files.siblings[environment] {
        loader = sibling.loader
        document.add(sibling.group ?? [], of: loader.files)
      }
    }
    loader.parsed = parsed
    for layer in request.layers {
      switch layer {
      case .definitions(let definitions, let name):
        document.add(definitions, as: name)
      case .source(let overlay):
        guard let group = loader.open(overlay: overlay) else { continue }
        document.add(group, of: loader.files)
      }
    }
    for diagnostic in loader.diagnostics.diagnostics { collector.add(diagnostic) }
    let isWhole = !loader.hasFailed && document.isWhole
    document.report(isWhole: isWhole, into: &collector)
    if let environment = request.environment {
      for warning in unreadFiles(of: environment, loader) { collector.add(warning) }
    }
    guard isWhole else {
      // Without a part of the load nearly everything else would seem to be missing.
      EntryReader.checkShape(of: document, files.settings, into: &collector)
      return DefinitionSet()
    }
    var reader = EntryReader(
      MergedDocument(document),
      LoadContext(
        environment: request.environment, variables: request.variables,
        reader: request.texts ?? loader.reader,
        limits: files.settings.limits, expansion: loader.expansion,
        readableDirectories: loader.readableFolders(files.settings),
        sources: files.settings.interpolationSources, recordsUsage: recordsUsage))
    let definitions = reader.read()
    reader.finish(into: &collector)
    return definitions
  }
}
