import PatchbayCore
import PatchbayDiagnostics

/// The text of `show`: everything that a model has about names, with every place.
struct Description {
  let index: ModelIndex
  let catalogName: String
  /// The types that the configuration may name, by name.
  let factories: [String: WiringModel.Factory]
  private var lines: [String] = []

  init(_ index: ModelIndex, _ catalog: FactoryCatalog) {
    self.index = index
    catalogName = catalog.name
    factories = Dictionary(first: catalog.factories.map { ($0.name, $0) })
  }

  var text: String { lines.joined(separator: "\n") }

  /// Begins the description of a part.
  mutating func begin(_ title: String) {
    if !lines.isEmpty { lines.append("") }
    add(title, depth: 0)
  }

  /// Adds a line, safe to print.
  mutating func add(_ line: String, depth: Int = 1) {
    let indentation = line.isEmpty ? "" : String(repeating: "  ", count: depth)
    lines.append(indentation + DisplayText.line(line, limit: 1 << 16))
  }

  mutating func add(_ lines: [String], depth: Int) {
    for line in lines { add(line, depth: depth) }
  }

  /// Adds lines below a title; without any, says so.
  mutating func add(_ title: String, _ lines: [String], orNone none: String? = nil) {
    if !lines.isEmpty {
      add("\(title):")
      add(lines, depth: 2)
    } else if let none {
      add(none)
    }
  }

  /// Adds a line, and below it the places that say so.
  mutating func add(_ line: String, _ provenance: Provenance, depth: Int = 1) {
    add(line, depth: depth)
    add(places(of: provenance), depth: depth + 1)
  }

  /// Adds the place that says something, and below it those that it overrode.
  mutating func add(_ title: String, at provenance: Provenance) {
    let places = places(of: provenance)
    add("\(title) \(places[0])")
    add(Array(places.dropFirst()), depth: 2)
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
      add(places(of: value.provenance, ofSecret: value.isSecretText), depth: depth + 1)
    }
    for (name, part) in parts { add(name, part, of: owner, depth: depth + 1) }
  }

  mutating func add(_ title: String, _ arguments: [Argument], of node: WiringModel.Node) {
    if arguments.isEmpty { return }
    add("\(title):")
    for argument in arguments {
      add(argument.name, argument.value, of: node.service.key, depth: 2)
    }
  }

  /// Returns a dependency from the side of the service that has it.
  func dependent(_ edge: ServiceGraph.Edge) -> String {
    let type = index.node(edge.from)?.service.type ?? ""
    return "\(edge.from): \(type), as \(edge.words), \(edge.place.displayName)"
  }
}

extension ConfigurationValue {
  /// What a secret is read from.
  fileprivate var secretSource: String {
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
