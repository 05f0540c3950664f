import PatchbayCore
import PatchbayDiagnostics

/// The text of `show`: everything that a model has about a name, with every place.
struct Description {
  let index: ModelIndex
  let origins: Origins
  /// The types that the configuration may name, by name.
  let factories: [String: WiringModel.Factory]
  let catalogName: String
  var outline = Outline()

  init(_ index: ModelIndex, _ catalog: FactoryCatalog, _ factories: [WiringModel.Factory]) {
    self.index = index
    origins = Origins(layers: index.model.layers)
    self.factories = Dictionary(first: factories.map { ($0.name, $0) })
    catalogName = catalog.name
  }

  mutating func add(_ line: String, depth: Int) { outline.add(line, depth: depth) }

  mutating func add(_ title: String, _ provenance: Provenance, depth: Int = 1) {
    outline.add(title, depth: depth)
    outline.add(origins.lines(of: provenance), depth: depth + 1)
  }

  /// Adds a value under its name, every leaf of it with the lines that set it.
  mutating func add(
    _ name: String, _ value: ConfigurationValue, depth: Int,
    inline: inout ArraySlice<WiringModel.Node>
  ) {
    let name = DisplayText.line(name)
    if value.isInline, let node = inline.popFirst() {
      outline.add("\(name): !inline \(node.service.shownType)", depth: depth)
      for argument in node.definition.arguments {
        var nested = inlineServices(of: node, argument.name)
        add(argument.name, argument.value, depth: depth + 1, inline: &nested)
      }
      return
    }
    let parts = value.namedParts
    guard !parts.isEmpty else {
      outline.add("\(name): \(value.text)\(value.secretSource)", depth: depth)
      outline.add(origins.lines(of: value), depth: depth + 1)
      return
    }
    outline.add("\(name):", depth: depth)
    // If a whole list or map replaced another, its place is more informative than those of its
    // leaves.
    if !value.provenance.overridden.isEmpty {
      outline.add(origins.lines(of: value), depth: depth + 1)
    }
    for (name, part) in parts { add(name, part, depth: depth + 1, inline: &inline) }
  }

  mutating func add(_ title: String, _ arguments: [Argument], of node: WiringModel.Node) {
    if arguments.isEmpty { return }
    outline.add("\(title):", depth: 1)
    for argument in arguments {
      var inline = inlineServices(of: node, argument.name)
      add(argument.name, argument.value, depth: 2, inline: &inline)
    }
  }

  /// Returns the inline services in an argument of a service, in order.
  private func inlineServices(
    of node: WiringModel.Node, _ argument: String
  ) -> ArraySlice<WiringModel.Node> {
    (index.outgoing[node.service.key] ?? []).filter { $0.name == argument }
      .compactMap { index.node($0.to) }.filter { $0.service.owner == node.service.key }[...]
  }

  /// Returns a dependency from the side of the service that has it.
  func dependent(_ edge: ServiceGraph.Edge) -> String {
    let node = index.node(edge.from)?.service
    return "\(DisplayText.line(edge.from)): \(node?.shownType ?? ""), as \(edge.words), "
      + edge.place.displayName
  }
}

extension ConfigurationValue {
  /// Whether it is a service that is written inside it.
  fileprivate var isInline: Bool {
    if case .service(let use) = content, case .inline = use.target { true } else { false }
  }

  /// What a secret is read from.
  fileprivate var secretSource: String {
    guard isSecretText, case .unknown(let text) = content else { return "" }
    let sources = text.pieces.map { DisplayText.line($0.written) }
    return sources.isEmpty ? "" : ", from \(sources.joined(separator: " and "))"
  }
}
