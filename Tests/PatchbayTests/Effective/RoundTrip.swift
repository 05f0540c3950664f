import Foundation
import Patchbay
import PatchbayCommand
import TestSupport

/// Writes the effective document of a configuration next to its root file, loads it with the texts
/// that it does not have, and compares all that a program or its people can see.
struct RoundTrip {
  let root: String
  var environment: String?
  var overlays: [String] = []
  var modules: [any Module] = []
  var settings = LoadSettings()
  /// Values with which both are read, too.
  var variables: [String: String]?
  let catalog: FactoryCatalog

  /// The document, and how what it says differs.
  struct Result {
    let document: EffectiveDocument
    let mistakes: [String]
  }

  private struct State {
    let model: WiringModel
    let definitions: DefinitionSet
  }

  /// Returns what differs; nil if the configuration has errors.
  func result() throws -> Result? {
    guard let first = try? state(root, environment, overlays) else { return nil }
    let document = EffectiveDocument(first.model)
    let folder = URL(filePath: root).deletingLastPathComponent()
    let file = folder.appending(path: "effective-document.yaml")
    let overlay = folder.appending(path: "effective-texts.yaml")
    defer {
      try? FileManager.default.removeItem(at: file)
      try? FileManager.default.removeItem(at: overlay)
    }
    try Data(document.text.utf8).write(to: file)
    try Data(MissingTexts(first.definitions).overlay(for: document).utf8).write(to: overlay)
    let overlays = document.missingTexts.isEmpty ? [] : [overlay.path]
    var mistakes: [String] = []
    do {
      let second = try state(file.path, nil, overlays)
      let names = Set(first.model.parameters.map(\.name))
      let own = Self.without(second.model, parametersOtherThan: names)
      if own.hash != first.model.hash { mistakes.append("another hash") }
      mistakes += try Self.differences(Self.seen(first.model), Self.seen(own))
      mistakes += Self.differences(
        DefinitionText.lines(first.definitions), DefinitionText.lines(second.definitions))
      let again = EffectiveDocument(second.model)
      mistakes += Self.differences(
        Self.withoutComments(document.text), Self.withoutComments(again.text))
      if let variables {
        mistakes += Self.differences(
          DefinitionText.lines(try definitions(root, environment, self.overlays, variables)),
          DefinitionText.lines(try definitions(file.path, nil, overlays, variables)))
      }
    } catch let error as DiagnosticsError {
      mistakes.append(OneLineRenderer().render(error.diagnostics))
    }
    if !mistakes.isEmpty { mistakes.append(document.text) }
    return Result(document: document, mistakes: mistakes)
  }

  private func state(
    _ root: String, _ environment: String?, _ overlays: [String]
  ) throws -> State {
    let configuration = try ServiceConfiguration(
      ConfigurationSource(path: root), settings: settings)
    var collector = DiagnosticCollector()
    let model = configuration.model(
      environment: environment, overlays: overlays.map { .init(path: $0) }, modules: modules,
      for: catalog, fileID: "App/main.swift", line: 1, into: &collector)
    try collector.throwErrors()
    let definitions = configuration.definitions(
      environment: environment, variables: .keepingSources(deciding: [:]),
      overlays: overlays.map { .init(path: $0) }, modules: modules, fileID: "App/main.swift",
      line: 1, into: &collector)
    return State(model: model!, definitions: definitions)
  }

  private func definitions(
    _ root: String, _ environment: String?, _ overlays: [String], _ variables: [String: String]
  ) throws -> DefinitionSet {
    var collector = DiagnosticCollector()
    let definitions = try ServiceConfiguration(ConfigurationSource(path: root), settings: settings)
      .definitions(
        environment: environment, variables: Variables(variables),
        overlays: overlays.map { .init(path: $0) }, modules: modules, fileID: "App/main.swift",
        line: 1, into: &collector)
    try collector.throwErrors()
    return definitions
  }

  private static func without(
    _ model: WiringModel, parametersOtherThan names: Set<String>
  ) -> WiringModel {
    var model = model
    model.parameters.removeAll { !names.contains($0.name) }
    return model
  }

  /// Returns the parts of a model's JSON, without places and what follows from them.
  private static func seen(_ model: WiringModel) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(model.json.utf8))
    guard var members = object as? [String: Any] else { return [] }
    for name in ["layers", "environment", "hash", "removed"] { members[name] = nil }
    return try members.keys.sorted().flatMap { name -> [String] in
      let elements = members[name] as? [Any] ?? [members[name] as Any]
      let lines = try elements.map { element in
        let data = try JSONSerialization.data(
          withJSONObject: shown(element), options: [.sortedKeys, .fragmentsAllowed])
        return "\(name): \(String(decoding: data, as: UTF8.self))"
      }
      // Parameters that another one sets are evaluated in another order, as are their readers.
      return name == "assumed" ? Array(Set(lines)).sorted() : lines
    }
  }

  private static func shown(_ value: Any) -> Any {
    if let elements = value as? [Any] { return elements.map(shown) }
    guard let members = value as? [String: Any] else { return value }
    return members.filter { !hidden.contains($0.key) }.mapValues(shown)
  }

  private static let hidden: Set = [
    "origin", "place", "layer", "fields", "readers", "uses", "subject",
  ]

  private static func withoutComments(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      line.contains("!required") ? String(line.prefix { $0 != "#" }) : String(line)
    }
  }

  static func differences(_ own: [String], _ others: [String]) -> [String] {
    if own == others { return [] }
    let difference = others.difference(from: own)
    return difference.prefix(6).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
  }
}

/// The texts of a configuration by their places, in the form in which a file writes them.
struct MissingTexts {
  private var texts: [SourcePlace: String] = [:]

  init(_ definitions: DefinitionSet) {
    for definition in definitions.definitions { add(definition) }
    for parameter in definitions.modelParts?.parameters ?? [] {
      if let value = parameter.value { add(value) }
    }
  }

  private mutating func add(_ definition: Definition) {
    for argument in definition.arguments + definition.properties { add(argument.value) }
    for attribute in definition.tags.flatMap(\.attributes) { add(attribute.value) }
    for field in definition.unknownFields { add(field.value) }
  }

  private mutating func add(_ value: ConfigurationValue) {
    switch value.content {
    case .null, .faulty: break
    case .scalar, .unknown:
      if case .unknown(let text) = value.content { add(text.pieces) }
      texts[value.place] = Self.yaml(value)
    case .list(let elements):
      texts[value.place] = Self.yaml(value)
      for element in elements { add(element) }
    case .map(let entries): for entry in entries { add(entry.value) }
    case .service(let use):
      if case .inline(let definition) = use.target { add(definition) }
    }
  }

  private mutating func add(_ pieces: [UnknownText.Piece]) {
    for case .source(let source) in pieces {
      if let fallback = source.fallback { add(fallback) }
    }
  }

  private static func yaml(_ value: ConfigurationValue) -> String {
    let mark = value.disclosure == .secret ? "!secret " : ""
    switch value.content {
    case .null, .faulty, .service: return "null"
    case .scalar(let scalar): return mark + quoted(escaped(scalar.text))
    case .unknown(let text): return mark + quoted(written(text.pieces))
    case .list(let elements): return "[\(elements.map(yaml).joined(separator: ", "))]"
    case .map(let entries):
      return "{\(entries.map { "\(quoted($0.key)): \(yaml($0.value))" }.joined(separator: ", "))}"
    }
  }

  private static func written(_ pieces: [UnknownText.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): return escaped(text)
      case .source(let source):
        switch source.kind {
        case .variable(let name):
          var fallback = ""
          switch source.fallback?.content {
          case .scalar(let scalar): fallback = ":-" + escaped(scalar.text)
          case .unknown(let text): fallback = ":-" + written(text.pieces)
          default: break
          }
          return "$(env:\(name)\(fallback))"
        case .file(let path): return "$(file:\(path ?? written(source.inner)))"
        case .path(let path): return "$(path:\(path ?? written(source.inner)))"
        case .registered(let name): return "$(\(name):\(written(source.inner)))"
        }
      }
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing(/\$+(?=\()/) { String($0.output) + String($0.output) }
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
        ? String(scalar) : String(format: "\\U%08X", scalar.value)
    }
    return "\"\(escaped.joined())\""
  }

  /// Returns an overlay with the texts that a document does not have.
  func overlay(for document: EffectiveDocument) -> String {
    "parameters:\n"
      + document.missingTexts.map { missing in
        "  \(missing.name): \(texts[missing.value.provenance.place] ?? "unknown")\n"
      }.joined()
  }
}

/// All that definitions say, with the texts of secrets and without places.
enum DefinitionText {
  static func lines(_ set: DefinitionSet) -> [String] {
    ["scopes \(set.scopes.map(\.text)), roots \(set.roots.map(\.text))"]
      + set.definitions.flatMap(lines)
      + set.aliases.map {
        "\($0.key) is \($0.target.text): \($0.deprecated?.text ?? "-"), \($0.summary ?? "-")"
      }
  }

  private static func lines(_ definition: Definition) -> [String] {
    let names = [definition.scope, definition.decorates, definition.deprecated].map {
      $0?.text ?? "-"
    }
    let head =
      "\(definition.key): \(definition.type?.text ?? "-") \(names) \(definition.priority)"
      + " \(definition.provides.map { "\($0.map(\.text))" } ?? "-") \(definition.autowire)"
      + " \(definition.eager) \(definition.isEnabled) \(definition.after.map(\.text))"
      + " \(definition.timeouts) \(definition.summary ?? "-")"
    return [head]
      + definition.arguments.map { "  \($0.name) = \(text($0.value))" }
      + definition.properties.map { "  .\($0.name) = \(text($0.value))" }
      + definition.unknownFields.map { "  ?\($0.path) = \(text($0.value))" }
      + definition.tags.map { tag in
        "  #\(tag.name.text) \(tag.priority) "
          + "\(tag.attributes.map { "\($0.key): \(text($0.value))" })"
      }
  }

  private static func text(_ value: ConfigurationValue) -> String {
    switch value.content {
    case .null: "null"
    case .faulty: "faulty"
    case .scalar(let scalar): "\(value.disclosure) \(scalar.text.debugDescription)"
    case .unknown(let text): "\(value.disclosure) \(self.text(text.pieces))"
    case .list(let elements): "\(elements.map(text))"
    case .map(let entries): "{\(entries.map { "\($0.key): \(text($0.value))" })}"
    case .service(let use):
      switch use.target {
      case .reference(let key): "ref \(key.text)"
      case .optional(let key): "optional \(key.text)"
      case .tagged(let tag): "tagged \(tag.text)"
      case .inner: "inner"
      case .inline(let definition): "inline \(lines(definition))"
      }
    }
  }

  private static func text(_ pieces: [UnknownText.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text.debugDescription
      case .source(let source):
        "<\(source.kind) \(source.fallback.map(text) ?? "") \(text(source.inner))>"
      }
    }.joined()
  }
}
