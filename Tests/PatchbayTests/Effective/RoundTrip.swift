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
      var kept = second.model
      kept.parameters.removeAll { $0.name.hasPrefix("handed-in-") }
      let again = EffectiveDocument(kept)
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
      catalog: catalog, fileID: "App/main.swift", line: 1, into: &collector)
    try collector.throwErrors()
    let definitions = configuration.definitions(
      environment: environment, variables: .keepingSources,
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
    let pairs = zip(own, others).filter { $0 != $1 }.prefix(4)
    if pairs.isEmpty { return ["\(own.count) lines became \(others.count)"] }
    return pairs.flatMap { left, right in
      let common = left.commonPrefix(with: right, options: .literal).count
      return ["- \(part(left, common))", "+ \(part(right, common))"]
    }
  }

  /// Returns the part of a line where two differ.
  private static func part(_ line: String, _ start: Int) -> String {
    String(line.dropFirst(max(0, start - 60)).prefix(260)).debugDescription
  }
}

/// The texts of a configuration by their places, in the form in which a file writes them.
struct MissingTexts {
  private var texts: [SourcePlace: String] = [:]
  /// Those without parts: a default may have the place of the text that it is a part of.
  private var leaves: [SourcePlace: String] = [:]

  init(_ definitions: DefinitionSet) {
    for definition in definitions.definitions { add(definition) }
    for parameter in definitions.checks.modelParts?.parameters ?? [] {
      if let value = parameter.value { add(value) }
    }
  }

  private mutating func add(_ definition: Definition) {
    for argument in definition.arguments + definition.properties { add(argument.value) }
    for attribute in definition.tags.flatMap(\.attributes) { add(attribute.value) }
    for field in definition.unknownFields { add(field.value) }
  }

  private mutating func add(_ value: ConfigurationValue) {
    let value = value.withSources
    switch value.content {
    case .null, .faulty: break
    case .scalar, .unknown:
      if case .unknown(let text) = value.content { add(text.pieces) }
      if case .scalar = value.content { leaves[value.place] = yaml(value) }
      texts[value.place] = yaml(value)
    case .list(let elements):
      texts[value.place] = yaml(value)
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

  private mutating func yaml(_ value: ConfigurationValue) -> String {
    let value = value.withSources
    let mark = value.disclosure == .secret ? "!secret " : ""
    switch value.content {
    case .null, .faulty, .service: return "null"
    case .scalar(let scalar): return mark + Self.quoted(Self.escaped(scalar.text))
    case .unknown(let text): return mark + Self.quoted(written(text.pieces, isInner: false))
    case .list(let elements):
      return "[\(elements.map { yaml($0) }.joined(separator: ", "))]"
    case .map(let entries):
      let entries = entries.map { "\(Self.quoted($0.key)): \(yaml($0.value))" }
      return "{\(entries.joined(separator: ", "))}"
    }
  }

  /// Parameters for what a text cannot contain inside a `$(…)`.
  private var parts: [String] = []

  private mutating func written(_ pieces: [UnknownText.Piece], isInner: Bool) -> String {
    pieces.enumerated().map { index, piece in
      switch piece {
      case .text(let text):
        if isInner { return part(Self.quoted(Self.escaped(text))) }
        return Self.escaped(text, isBeforeReference: index + 1 < pieces.count)
      case .source(let source):
        switch source.kind {
        case .variable(let name):
          switch source.fallback?.withSources.content {
          case nil: return "$(env:\(name))"
          case .unknown(let text):
            return "$(env:\(name)\(source.defaultSign)\(written(text.pieces, isInner: true)))"
          default: return "$(env:\(name)\(source.defaultSign)\(part(yaml(source.fallback!))))"
          }
        case .file: return "$(file:\(written(source.shownPath, isInner: true)))"
        case .path: return "$(path:\(written(source.shownPath, isInner: true)))"
        case .registered(let name):
          return "$(\(name):\(written(source.shownPath, isInner: true)))"
        }
      }
    }.joined()
  }

  private mutating func part(_ value: String) -> String {
    parts.append(value.hasPrefix("!secret ") ? String(value.dropFirst(8)) : value)
    return "$(handed-in-\(parts.count))"
  }

  static func escaped(_ text: String, isBeforeReference: Bool = false) -> String {
    let text = text.replacing(/\$+(?=\()/) { String($0.output) + String($0.output) }
    return isBeforeReference
      ? text.replacing(/\$+$/) { String($0.output) + String($0.output) } : text
  }

  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      (0x20..<0x7F).contains(scalar.value) && scalar != "\"" && scalar != "\\"
        ? String(scalar) : String(format: "\\U%08X", scalar.value)
    }
    return "\"\(escaped.joined())\""
  }

  /// Returns an overlay with the texts that a document does not have.
  func overlay(for document: EffectiveDocument) -> String {
    let missing = document.missingTexts.map { missing in
      let value = missing.value
      let isLeaf =
        if case .scalar = value.content { value.disclosure != .external } else { false }
      let text = (isLeaf ? leaves : texts)[value.place] ?? "unknown"
      let isMarked =
        text.hasPrefix("!secret ") || text.hasPrefix("[") || value.disclosure != .secret
      return (path: missing.path[...], text: isMarked ? text : "!secret \(text)")
    }
    return "parameters: "
      + Self.map(missing + parts.enumerated().map { (["handed-in-\($0 + 1)"], $1) }) + "\n"
  }

  private static func map(_ members: [(path: ArraySlice<String>, text: String)]) -> String {
    var keys: [String] = []
    var groups: [String: [(path: ArraySlice<String>, text: String)]] = [:]
    for member in members {
      guard let key = member.path.first else { return member.text }
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append((member.path.dropFirst(), member.text))
    }
    return "{" + keys.map { "\(quoted($0)): \(map(groups[$0] ?? []))" }.joined(separator: ", ")
      + " }"
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
      + " \(definition.timeouts) \(definition.retry) \(definition.summary ?? "-")"
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
    switch value.withSources.content {
    case .null: "null"
    case .faulty: "faulty"
    case .scalar(let scalar): "\(disclosure(value)) \(scalar.text.debugDescription)"
    case .unknown(let text): "\(disclosure(value)) \(self.text(text.pieces))"
    case .list(let elements): "\(elements.map(text))"
    case .map(let entries): "{\(entries.map { "\($0.key): \(text($0.value))" })}"
    case .service(let use):
      switch use.target {
      case .reference(let key): "ref \(key.text)"
      case .optional(let key): "optional \(key.text)"
      case .tagged(let tag, let key): "tagged \(tag.text)\(key.map { " by \($0.text)" } ?? "")"
      case .inner: "inner"
      case .inline(let definition): "inline \(lines(definition))"
      }
    }
  }

  private static func disclosure(_ value: ConfigurationValue) -> String {
    value.disclosure == .secret ? "secret" : ""
  }

  private static func text(_ pieces: [UnknownText.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text.isEmpty ? "" : text.debugDescription
      case .source(let source):
        // The parts of a secret need not be secrets.
        "<\(source.kind) \(source.fallback.map { text($0.concealed) } ?? "") \(text(source.shownPath.isEmpty ? source.inner : source.shownPath))>"
      }
    }.joined()
  }
}

extension ConfigurationValue {
  /// The value as a model shows it: the texts of files and paths by their sources.
  fileprivate var withSources: ConfigurationValue {
    var value = self
    if let composition = provenance.composition { value.content = .unknown(composition) }
    return value
  }
}
