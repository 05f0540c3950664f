import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics

/// One load of a test: its definitions and all diagnostics.
struct Load {
  var set = DefinitionSet()
  var diagnostics: [Diagnostic] = []
  let folder: TemporaryFolder

  /// Loads `services.yaml` of a folder of files, with the overlays that the closure names.
  init(
    _ files: [String: String],
    environment: String? = nil,
    variables: [String: String] = [:],
    settings: LoadSettings = LoadSettings(),
    prepare: (TemporaryFolder) throws -> [ConfigurationSource] = { _ in [] }
  ) throws {
    folder = try TemporaryFolder(files)
    let overlays = try prepare(folder)
    run(.init(path: folder.file("services.yaml")), environment, variables, overlays, settings)
  }

  /// Loads one text.
  init(
    _ yaml: String,
    environment: String? = nil,
    variables: [String: String] = [:],
    overlays: [ConfigurationSource] = [],
    settings: LoadSettings = LoadSettings()
  ) throws {
    try self.init(
      ["services.yaml": yaml], environment: environment, variables: variables,
      settings: settings
    ) { _ in overlays }
  }

  private mutating func run(
    _ source: ConfigurationSource, _ environment: String?, _ variables: [String: String],
    _ overlays: [ConfigurationSource], _ settings: LoadSettings
  ) {
    do {
      let configuration = try ServiceConfiguration(source, settings: settings)
      var collector = DiagnosticCollector()
      set = configuration.definitions(
        environment: environment, variables: Variables(variables), overlays: overlays,
        into: &collector)
      diagnostics = collector.diagnostics.sortedByPlace()
    } catch {
      diagnostics = error.diagnostics
    }
  }

  /// Every diagnostic on one line: `services.yaml:3:5 unknown-field: message`, warnings with a `?`.
  var reported: [String] {
    diagnostics.map { diagnostic in
      let mark = diagnostic.severity == .warning ? "?" : ""
      return "\(shown(diagnostic.labels.first?.place)) \(mark)\(diagnostic.code): "
        + shorten(diagnostic.message)
    }
  }

  /// All labels of the only diagnostic.
  var labels: [String] {
    diagnostics.flatMap { diagnostic in
      diagnostic.labels.map { "\(shown($0.place)) \(shorten($0.message))" }
    }
  }

  /// The helps of all diagnostics, with their edits.
  var helps: [String] {
    diagnostics.flatMap { diagnostic in
      diagnostic.fixIts.map { fixIt in
        let edits = fixIt.edits.map { " [\(shown(.span($0.span))) \($0.replacement)]" }.joined()
        return shorten(fixIt.message) + edits + (fixIt.isCertain ? " (certain)" : "")
      }
    }
  }

  func definition(_ key: String) -> Definition? { set.definitions.first { $0.key == key } }

  func argument(_ key: String, _ name: String) -> ConfigurationValue? {
    definition(key)?.arguments.first { $0.name == name }?.value
  }

  /// An argument in one line: its value and where it came from.
  func trace(_ key: String, _ name: String) -> String {
    guard let value = argument(key, name) else { return "absent" }
    return "\(text(value)) \(trace(value.provenance))"
  }

  func trace(_ provenance: Provenance) -> String {
    var words = "@ \(shown(provenance.winner.place)) \(set.layers[provenance.winner.layer])"
    for origin in provenance.overridden {
      words += " over \(shown(origin.place)) \(set.layers[origin.layer])"
    }
    for place in provenance.via { words += " via \(shown(place))" }
    return words
  }

  /// A value as text, its shape visible.
  func text(_ value: ConfigurationValue) -> String {
    let mark = ["", "~", "?", "!"][value.disclosure.rawValue]
    switch value.content {
    case .null: return "null"
    case .scalar(let scalar): return mark + (scalar.isQuoted ? "\"\(scalar.text)\"" : scalar.text)
    case .list(let elements): return "[" + elements.map(text).joined(separator: ", ") + "]"
    case .map(let entries):
      return "{" + entries.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ") + "}"
    case .unknown(let text): return "\(mark)<\(text)>"
    case .faulty: return "faulty"
    case .service(let use):
      switch use.target {
      case .reference(let key): return "ref(\(key.text))"
      case .optional(let key): return "optional(\(key.text))"
      case .tagged(let tag, nil): return "tagged(\(tag.text))"
      case .tagged(let tag, let key?): return "tagged(\(tag.text) by \(key.text))"
      case .inner: return "inner"
      case .inline(let definition):
        let arguments = definition.arguments.map { "\($0.name): \(text($0.value))" }
        return
          "\(definition.key)=\(definition.type?.text ?? "?")(\(arguments.joined(separator: ", ")))"
      }
    }
  }

  func shown(_ place: SourcePlace?) -> String {
    switch place {
    case .span(let span): "\(shorten(span.file.name)):\(span.start.line):\(span.start.column)"
    case .file(let name): shorten(name)
    case .swift(let location): "\(location)"
    case nil: "nowhere"
    }
  }

  private func shorten(_ text: String) -> String {
    text.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
  }
}

extension ConfigurationSource {
  /// An overlay in memory.
  static func overlay(_ yaml: String, _ name: String = "overlay.yaml") -> Self {
    .bytes(Array(yaml.utf8), name: name)
  }
}
