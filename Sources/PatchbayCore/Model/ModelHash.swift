import PatchbayDiagnostics

extension WiringModel {
  /// The SHA-256 of what a program can observe of the wiring, in hexadecimal digits.
  ///
  /// It covers the enabled services: keys, types, contracts, scopes, aliases, decorators in order,
  /// values, dependencies, the members of tags in order, starts, time limits, retries, and the
  /// parameters.
  /// It does not cover places, layers, descriptions, summaries, deprecations, roots, the order of
  /// keys in maps, or how a dependency is found. The order of definitions counts only where
  /// `!tagged` passes services in that order. Closures count by key, type and declared parameters;
  /// a factory's defaults do not count, because only the program knows them. A field that is not
  /// known, such as `enabled`, counts by what is assumed of it and by its source. A secret counts
  /// by what it consists of, and a text from outside by its source: never by its text, which could
  /// be guessed from a hash.
  package var hash: String { SHA256.hexadecimal(of: Array(canonical.utf8)) }

  /// The text that the hash covers.
  package var canonical: String {
    let outgoing = Dictionary(grouping: graph.edges, by: \.from)
    let services = nodes.filter { $0.isEnabled && !$0.service.isInherited }
      .map { ($0.service.key, canonical($0, outgoing[$0.service.key] ?? [])) }
    return JSONText.object([
      ("format", .number(1)),
      ("scopes", ModelJSON.texts(scopes)),
      ("services", Self.sorted(services)),
      ("catalog", Self.sorted(usedFactories)),
      (
        "tags",
        Self.sorted(
          tags.filter { !$0.members.isEmpty }.map { ($0.name, ModelJSON.texts($0.members)) })
      ),
      (
        "parameters",
        Self.sorted(
          parameters.compactMap { parameter in
            parameter.value.map { (parameter.name, Self.canonical($0)) }
          })
      ),
    ]).text
  }

  /// The factories of the catalog that enabled services use.
  private var usedFactories: [(String, JSONText)] {
    let used = Set(nodes.filter { $0.isEnabled && $0.ownFactory == nil }.map(\.service.type))
    return catalog.filter { used.contains($0.name) }.map { ($0.name, Self.canonical($0)) }
  }

  private func canonical(_ node: Node, _ edges: [ServiceGraph.Edge]) -> JSONText {
    let service = node.service
    var edges = edges
    let arguments = node.arguments.compactMap { Self.canonical($0, isProperty: false, &edges) }
    let properties = node.properties.compactMap { Self.canonical($0, isProperty: true, &edges) }
    var targets: [String: [JSONText]] = [:]
    for edge in edges { targets["\(edge.kind) \(edge.name)", default: []].append(.string(edge.to)) }
    let members: [(String, JSONText)] = [
      ("type", .string(service.type)),
      ("factory", node.ownFactory.map(Self.canonical) ?? .null),
      ("contracts", Self.sorted(node.contracts.map(\.description))),
      ("scope", .string(service.scope)),
      ("eager", .bool(service.isEager)),
      ("decorators", ModelJSON.texts(node.decorators)),
      ("aliases", Self.sorted(service.aliases)),
      ("after", Self.sorted(node.after)),
      (
        "timeouts",
        .array([
          ModelJSON.text(node.timeouts.start?.seconds),
          ModelJSON.text(node.timeouts.stop?.seconds),
        ])
      ),
      ("arguments", Self.sorted(arguments)),
      ("properties", Self.sorted(properties)),
      ("unknown", Self.sorted(node.unknownFields.map { ($0.name, Self.canonical($0.value)) })),
      ("dependencies", Self.sorted(targets.map { ($0, .array($1)) })),
    ]
    // Without a retry, the hash is the one from before there were any.
    let retry = node.retry == Retry() ? [] : [("retry", ModelJSON.retry(node.retry))]
    return .object(members + retry)
  }

  private static func canonical(_ factory: Factory) -> JSONText {
    .object([
      ("product", .string(factory.contracts[0].description)),
      ("parameters", .array(factory.parameters.map(ModelJSON.input))),
      ("properties", sorted(factory.properties.map { ($0.name, ModelJSON.input($0)) })),
    ])
  }

  /// Returns an argument; nil for a service, whose edges count instead.
  ///
  /// A map says which service each key has, and its edges, whose order is that of its keys, are
  /// removed.
  private static func canonical(
    _ argument: Argument, isProperty: Bool, _ edges: inout [ServiceGraph.Edge]
  ) -> (String, JSONText)? {
    if case .service = argument.value.content { return nil }
    var targets: ArraySlice<String> = []
    if case .map = argument.value.content {
      func belongs(_ edge: ServiceGraph.Edge) -> Bool {
        edge.name == argument.name && (edge.kind == .property) == isProperty
      }
      let own = edges.filter(belongs)
      // Otherwise an optional service is missing, and the edges do not say which.
      if own.count == argument.value.serviceCount {
        targets = own.map(\.to)[...]
        edges.removeAll(where: belongs)
      }
    }
    return (argument.name, canonical(argument.value, &targets))
  }

  private static func canonical(_ value: Value) -> JSONText {
    var targets: ArraySlice<String> = []
    return canonical(value, &targets)
  }

  /// Returns a value, whose services are the given ones, in their order; without any, the edges
  /// say which.
  private static func canonical(_ value: Value, _ targets: inout ArraySlice<String>) -> JSONText {
    func of(_ members: (String, JSONText)...) -> JSONText {
      .object([("kind", .string(value.content.kind))] + members)
    }
    switch value.content {
    case .null where value.isIncomplete, .required: return of(("set", .bool(false)))
    case .null, .external: return of()
    case .text(let text): return of(("text", .string(text)))
    case .composed(let pieces):
      return of(("parts", .array(pieces.map(canonical))))
    case .secret(let sources) where value.isIncomplete && !sources.isEmpty:
      // Next to a text, which does not count.
      return of(("sources", .array(sources.map(canonical))), ("incomplete", .bool(true)))
    case .secret(let sources): return of(("sources", .array(sources.map(canonical))))
    case .list(let elements):
      return of(("elements", .array(elements.map { canonical($0, &targets) })))
    case .map(let entries):
      return of(("entries", sorted(entries.map { ($0.key, canonical($0.value, &targets)) })))
    case .service:
      return .object([("kind", .string("service")), ("to", ModelJSON.text(targets.popFirst()))])
    }
  }

  private static func canonical(_ piece: Value.Piece) -> JSONText {
    switch piece {
    case .text(let text): .string(text)
    case .source(let source): canonical(source)
    }
  }

  private static func canonical(_ source: Value.Source) -> JSONText {
    var members = [
      ("source", JSONText.string(source.kind.description)), ("path", ModelJSON.text(source.path)),
      ("default", source.fallback.map(canonical) ?? .null),
    ]
    if !source.pathParts.isEmpty {
      members.append(("parts", .array(source.pathParts.map(canonical))))
    }
    return .object(members)
  }

  private static func sorted(_ texts: [String]) -> JSONText {
    ModelJSON.texts(texts.sortedByBytes { $0 })
  }

  /// Returns an object with its keys sorted by their bytes.
  private static func sorted(_ members: [(String, JSONText)]) -> JSONText {
    .object(members.sortedByBytes(of: \.0))
  }
}

extension WiringModel.Value {
  /// The number of references to services, at all levels.
  fileprivate var serviceCount: Int {
    switch content {
    case .service: 1
    case .list(let elements): elements.reduce(0) { $0 + $1.serviceCount }
    case .map(let entries): entries.reduce(0) { $0 + $1.value.serviceCount }
    case .null, .required, .text, .composed, .external, .secret: 0
    }
  }
}
