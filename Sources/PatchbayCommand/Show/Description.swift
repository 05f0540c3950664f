import PatchbayCore
import PatchbayDiagnostics

/// The text of `show`: everything that a model has about names, with every place.
struct Description {
  let index: ModelIndex
  let catalogName: String
  /// The types that the configuration may name, by name.
  let factories: [String: WiringModel.Factory]
  /// False without a model, as where no environment is selected: which services have a type is unknown.
  var knowsServices = true
  /// The environment, which is named once, below the first title.
  var environment: String?
  private let presentation: Presentation
  private var lines: [String] = []

  init(_ index: ModelIndex, _ catalog: FactoryCatalog, _ presentation: Presentation) {
    (self.index, self.presentation) = (index, presentation)
    catalogName = catalog.name
    factories = Dictionary(first: catalog.factories.map { ($0.name, $0) })
  }

  var text: String { lines.joined(separator: "\n") }

  /// Begins the description of a part.
  mutating func begin(_ title: String, summary: String? = nil) {
    let isFirst = lines.isEmpty
    if !isFirst { lines.append("") }
    lines.append(presentation.text(Self.safe(title), .heading))
    if let summary { add(summary) }
    if isFirst, let environment { add("environment: \(environment)") }
  }

  /// Adds a line, safe to print, and the place behind it.
  mutating func add(_ line: String, place: String = "", depth: Int = 1) {
    lines.append(
      Self.indentation(depth)
        + presentation.text(Self.safe(line), place: Self.safe(place)))
  }

  /// Adds the title of the lines that follow.
  mutating func add(heading: String) {
    lines.append(Self.indentation(1) + presentation.text(Self.safe("\(heading):"), .heading))
  }

  /// Adds a line that is a place, or several.
  mutating func add(places: [String], depth: Int = 1) {
    lines += places.map { Self.indentation(depth) + presentation.text(Self.safe($0), .dim) }
  }

  private static func safe(_ text: String) -> String { DisplayText.line(text, limit: 1 << 16) }
  private static func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  /// Adds lines, each with a place, below a title; without any, says so.
  mutating func add(
    _ title: String, _ lines: [(text: String, place: String)], orNone none: String? = nil
  ) {
    if !lines.isEmpty {
      add(heading: title)
      for line in lines { add(line.text, place: line.place, depth: 2) }
    } else if let none {
      add(none)
    }
  }

  /// Adds a line, and below it the places that say so.
  mutating func add(_ line: String, _ provenance: Provenance, depth: Int = 1) {
    add(line, depth: depth)
    add(places: places(of: provenance), depth: depth + 1)
  }

  /// Adds the place that says something, and below it those that it overrode.
  mutating func add(_ title: String, at provenance: Provenance) {
    let places = places(of: provenance)
    add(places: ["\(title) \(places[0])"])
    add(places: Array(places.dropFirst()), depth: 2)
  }

  /// Adds a value under its name, every leaf of it with the lines that set it. The owner is the key of
  /// the service that it belongs to.
  mutating func add(_ name: String, _ value: ConfigurationValue, of owner: String, depth: Int) {
    if let node = index.inlineService(value, of: owner) {
      add("\(name): !inline \(node.service.type)", depth: depth)
      for argument in node.definition.arguments {
        add(argument.name, argument.value, of: node.service.key, depth: depth + 1)
      }
      return
    }
    let parts = value.namedParts
    add("\(name):" + (parts.isEmpty ? " \(value.text)\(value.secretSource)" : ""), depth: depth)
    // If a whole list or map replaced another, its place is more informative than those of its
    // leaves.
    if parts.isEmpty || !value.provenance.overridden.isEmpty {
      add(places: places(of: value.provenance, ofSecret: value.isSecretText), depth: depth + 1)
    }
    for (name, part) in parts { add(name, part, of: owner, depth: depth + 1) }
  }

  mutating func add(_ title: String, _ arguments: [Argument], of node: WiringModel.Node) {
    if arguments.isEmpty { return }
    add(heading: title)
    for argument in arguments {
      add(argument.name, argument.value, of: node.service.key, depth: 2)
    }
  }

  /// Returns a dependency from the side of the service that has it, and its place.
  func dependent(_ edge: ServiceGraph.Edge) -> (text: String, place: String) {
    let type = index.node(edge.from)?.service.type ?? ""
    return ("\(edge.from): \(type), as \(edge.words)", edge.place.displayName)
  }
}

extension ConfigurationValue {
  /// What a secret is read from.
  var secretSource: String {
    guard isSecretText, case .unknown(let text) = content, !text.pieces.isEmpty else { return "" }
    return ", from \(text.pieces.map { DisplayText.line($0.written) }.joined(separator: " and "))"
  }
}

// The places that set parts of a model, with their layers.
extension Description {
  /// Returns the description of an origin: `Config/services.yaml:86:38 (environment development)`.
  func name(of origin: Origin) -> String {
    let place = origin.place.displayName
    let layers = index.model.layers
    guard layers.indices.contains(origin.layer) else { return place }
    // The place identifies a file's body, a sibling and an overlay; a section shares its file.
    let layer = layers[origin.layer].split(separator: "#", maxSplits: 1)
    return layer.count > 1 ? "\(place) (environment \(layer[1]))" : place
  }

  /// Returns the place of a statement, and those that it overrode; of a value with their texts, unless it
  /// is a secret.
  func places(of provenance: Provenance, ofSecret isSecret: Bool? = nil) -> [String] {
    var lines = [name(of: provenance.winner)]
    for place in provenance.via {
      // The text here is only the name of the value; a secret in it is redacted.
      lines.append("through \(text(at: place, false)) at \(place.displayName)")
    }
    for origin in provenance.overridden {
      let overridden = isSecret.map { "\(text(at: origin.place, $0)) at " } ?? ""
      lines.append("overrides \(overridden)\(name(of: origin))")
    }
    return lines
  }

  /// Returns the text at a place, on one line; a secret, and the text that a secret overrode, is
  /// not shown.
  private func text(at place: SourcePlace, _ isSecret: Bool) -> String {
    guard let span = place.span, span.range.upperBound <= span.file.bytes.count else {
      return "a value"
    }
    if isSecret || span.isRedacted { return "[secret]" }
    let text = String(decoding: span.file.bytes[span.range], as: UTF8.self)
    let words = text.split { $0.isNewline || $0 == " " || $0 == "\t" }.joined(separator: " ")
    return DisplayText.line(words, limit: 120)
  }
}
