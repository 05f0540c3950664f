import PatchbayDiagnostics

extension WiringModel {
  /// The model as one JSON object in ASCII, with one service, edge or parameter on each line.
  ///
  /// The order of all members and elements depends on the configuration alone, and places are relative
  /// to the folder of the root file: the text is the same in every process and on every machine.
  /// `Config/wiring.schema.json` describes it. Within one format, members are only added.
  package var json: String {
    let json = ModelJSON(paths: paths, layers: layers)
    let parts = Parts(
      services: nodes, aliases: aliases, removed: removed, edges: graph.edges, tags: tags,
      catalog: catalog, parameters: parameters)
    return ModelJSON.document(
      [
        ("hash", JSONText.string(hash).text),
        ("environment", ModelJSON.text(environment).text),
        ("layers", ModelJSON.texts(layers).text),
        ("scopes", ModelJSON.texts(scopes).text),
        ("roots", ModelJSON.texts(roots).text),
        ("assumed", ModelJSON.texts(assumed).text),
      ] + json.members(parts) + [
        ("variables", ModelJSON.lines(variables.map(json.variable))),
        ("files", ModelJSON.lines(files.map(json.file))),
      ])
  }

  /// Parts of a model, or of a catalog: the answer to a question about it.
  package struct Parts: Sendable {
    package var services: [Node]?
    package var aliases: [Alias]?
    package var removed: [Removal]?
    package var edges: [ServiceGraph.Edge]?
    /// Chains of dependencies.
    package var paths: [[ServiceGraph.Edge]]?
    package var tags: [Tag]?
    package var catalog: [Factory]?
    package var parameters: [Parameter]?

    /// Creates an answer.
    package init(
      services: [Node]? = nil, aliases: [Alias]? = nil, removed: [Removal]? = nil,
      edges: [ServiceGraph.Edge]? = nil, paths: [[ServiceGraph.Edge]]? = nil, tags: [Tag]? = nil,
      catalog: [Factory]? = nil, parameters: [Parameter]? = nil
    ) {
      (self.services, self.aliases, self.removed) = (services, aliases, removed)
      (self.edges, self.paths, self.tags) = (edges, paths, tags)
      (self.catalog, self.parameters) = (catalog, parameters)
    }
  }

  /// Returns parts of the model as a JSON object, with the members that ``json`` has for them.
  package func json(of parts: Parts) -> String {
    ModelJSON.document(
      [("environment", ModelJSON.text(environment).text)]
        + ModelJSON(paths: paths, layers: layers).members(parts))
  }
}

/// Writes the parts of a model as JSON.
struct ModelJSON {
  let paths: [String: String]
  let layers: [String]

  /// Returns an object with one member on each line, or one element of a member's list.
  static func document(_ members: [(String, String)]) -> String {
    let lines = [("format", "1")] + members
    return "{" + lines.map { "\"\($0)\": \($1)" }.joined(separator: ",\n ") + "}"
  }

  func members(_ parts: WiringModel.Parts) -> [(String, String)] {
    let members: [(String, [JSONText]?)] = [
      ("services", parts.services?.map(node)),
      ("aliases", parts.aliases?.map(alias)),
      ("removed", parts.removed?.map(removal)),
      ("edges", parts.edges?.map(edge)),
      ("paths", parts.paths?.map { .array($0.map(edge)) }),
      ("tags", parts.tags?.map(tag)),
      ("catalog", parts.catalog?.map(factory)),
      ("parameters", parts.parameters?.map(parameter)),
    ]
    return members.compactMap { name, elements in elements.map { (name, Self.lines($0)) } }
  }

  static func lines(_ elements: [JSONText]) -> String {
    guard !elements.isEmpty else { return "[]" }
    return "[\n  " + elements.map(\.text).joined(separator: ",\n  ") + "\n ]"
  }

  static func text(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }
  static func texts(_ texts: [String]) -> JSONText { .array(texts.map(JSONText.string)) }

  func node(_ node: WiringModel.Node) -> JSONText {
    let service = node.service
    return .object([
      ("key", .string(service.key)),
      ("type", .string(service.type)),
      ("product", .string(service.product)),
      ("enabled", .bool(node.isEnabled)),
      ("contracts", .array(node.contracts.map { .string($0.description) })),
      ("provides", node.provides.map(Self.texts) ?? .null),
      ("scope", .string(service.scope)),
      ("eager", .bool(service.isEager)),
      ("root", .bool(service.isRoot)),
      ("autowire", .bool(node.isAutowired)),
      ("awaited", .bool(service.isAwaited)),
      ("live", .bool(service.isLive)),
      ("opaque", Self.text(service.opacity)),
      ("inherited", .bool(service.isInherited)),
      ("owner", Self.text(service.owner)),
      ("decorates", Self.text(service.decorates)),
      ("priority", .number(node.priority)),
      ("decorators", Self.texts(node.decorators)),
      ("aliases", Self.texts(service.aliases)),
      ("tags", .array(node.tags.map(tagUse))),
      ("after", Self.texts(node.after)),
      (
        "timeouts",
        .object([
          ("start", Self.text(node.timeouts.start?.seconds)),
          ("stop", Self.text(node.timeouts.stop?.seconds)),
        ])
      ),
      ("description", Self.text(node.summary)),
      ("deprecated", Self.text(service.deprecation)),
      ("requestArguments", Self.texts(service.requestArguments)),
      ("arguments", .array(node.arguments.map(argument))),
      ("properties", .array(node.properties.map(argument))),
      ("unknown", .array(node.unknownFields.map(argument))),
      ("factory", node.ownFactory.map(factory) ?? .null),
      ("origin", origin(node.provenance)),
      (
        "fields",
        .array(
          node.fields.map {
            .object([("name", .string($0.name)), ("origin", origin($0.provenance))])
          })
      ),
    ])
  }

  func alias(_ alias: WiringModel.Alias) -> JSONText {
    .object([
      ("key", .string(alias.key)), ("target", .string(alias.target)),
      ("deprecated", Self.text(alias.deprecation)), ("description", Self.text(alias.summary)),
      ("origin", origin(alias.provenance)),
    ])
  }

  func removal(_ removal: WiringModel.Removal) -> JSONText {
    .object([
      ("key", .string(removal.key)), ("place", place(removal.origin.place)),
      ("layer", layer(removal.origin)),
    ])
  }

  private func argument(_ argument: WiringModel.Argument) -> JSONText {
    .object([("name", .string(argument.name)), ("value", value(argument.value))])
  }

  private func tagUse(_ use: WiringModel.TagUse) -> JSONText {
    .object([
      ("name", .string(use.name)), ("priority", .number(use.priority)),
      ("attributes", .array(use.attributes.map(entry))), ("origin", origin(use.provenance)),
    ])
  }

  func edge(_ edge: ServiceGraph.Edge) -> JSONText {
    .object([
      ("from", .string(edge.from)), ("name", .string(edge.name)),
      ("kind", .string(edge.kind.rawValue)), ("tag", Self.text(edge.tag)),
      ("autowired", .bool(edge.isAutowired)), ("to", .string(edge.to)),
      ("place", place(edge.place)),
    ])
  }

  func tag(_ tag: WiringModel.Tag) -> JSONText {
    .object([("name", .string(tag.name)), ("members", Self.texts(tag.members))])
  }

  func factory(_ factory: WiringModel.Factory) -> JSONText {
    .object([
      ("name", .string(factory.name)),
      ("signature", .string(factory.signature)),
      ("contracts", .array(factory.contracts.map { .string($0.description) })),
      ("parameters", .array(factory.parameters.map(Self.input))),
      ("properties", .array(factory.properties.map(Self.input))),
      ("awaited", .bool(factory.isAwaited)),
      ("live", .bool(factory.isLive)),
      ("opaque", Self.text(factory.opacity)),
      ("place", place(.swift(factory.location))),
    ])
  }

  static func input(_ input: WiringModel.Input) -> JSONText {
    .object([
      ("name", .string(input.name)), ("kind", .string(input.kind.name)),
      ("type", .string(input.type.description)), ("optional", .bool(input.isOptional)),
    ])
  }

  func parameter(_ parameter: WiringModel.Parameter) -> JSONText {
    .object([
      ("name", .string(parameter.name)), ("value", parameter.value.map(value) ?? .null),
      (
        "uses",
        .array(
          parameter.uses.map { use in
            .object([
              ("name", .string(use.name)), ("subject", .string(use.subject)),
              ("place", place(use.place)),
            ])
          })
      ),
      ("purpose", parameter.value == nil ? .string(parameter.purpose) : .null),
    ])
  }

  func variable(_ variable: WiringModel.Variable) -> JSONText {
    .object([
      ("name", .string(variable.name)),
      ("needed", .bool(variable.fallback == nil)),
      ("default", variable.fallback.map(fallback) ?? .null),
      ("secret", .bool(variable.isSecret)),
      (
        "readers",
        .array(
          variable.readers.map { reader in
            .object([
              ("type", .string(reader.type)), ("subject", .string(reader.subject)),
              ("hasDefault", .bool(reader.hasDefault)), ("place", place(reader.place)),
            ])
          })
      ),
    ])
  }

  private func fallback(_ fallback: ExternalRequirements.Fallback) -> JSONText {
    switch fallback {
    case .text(let text): .object([("kind", .string("text")), ("text", .string(text))])
    case .null: .object([("kind", .string("null"))])
    case .hidden: .object([("kind", .string("hidden"))])
    case .several: .object([("kind", .string("several"))])
    }
  }

  func file(_ file: WiringModel.File) -> JSONText {
    .object([
      ("path", .string(file.path)), ("subject", .string(file.subject)),
      ("place", place(file.place)),
    ])
  }
}

// Values, and where they come from.
extension ModelJSON {
  private func value(_ value: WiringModel.Value) -> JSONText {
    var members = members(value.content)
    if value.isIncomplete { members.append(("incomplete", .bool(true))) }
    if case .required(let purpose) = value.content {
      members.append(("purpose", .string(purpose)))
    }
    return .object(members + [("origin", origin(value.provenance))])
  }

  private func entry(_ entry: WiringModel.Value.Entry) -> JSONText {
    .object([("key", .string(entry.key)), ("value", value(entry.value))])
  }

  private func members(_ content: WiringModel.Value.Content) -> [(String, JSONText)] {
    let kind = ("kind", JSONText.string(content.kind))
    switch content {
    case .null, .required, .external: return [kind]
    case .text(let text): return [kind, ("text", .string(text))]
    case .composed(let pieces):
      return [kind, ("parts", .array(pieces.map(piece)))]
    case .secret(let sources): return [kind, ("sources", .array(sources.map(source)))]
    case .list(let elements): return [kind, ("elements", .array(elements.map(value)))]
    case .map(let entries): return [kind, ("entries", .array(entries.map(entry)))]
    case .service(let reference):
      switch reference {
      case .reference(let key), .optional(let key): return [kind, ("key", .string(key))]
      case .tagged(let tag): return [kind, ("tag", .string(tag))]
      case .inner, .inline: return [kind]
      }
    }
  }

  private func piece(_ piece: WiringModel.Value.Piece) -> JSONText {
    switch piece {
    case .text(let text): .object([("kind", .string("text")), ("text", .string(text))])
    case .source(let source): self.source(source)
    }
  }

  private func source(_ source: WiringModel.Value.Source) -> JSONText {
    let kind: String
    var members: [(String, JSONText)]
    switch source.kind {
    case .variable(let name):
      kind = "variable"
      members = [
        ("name", .string(name)), ("default", source.fallback.map(value) ?? .null),
      ]
    case .file(let path): (kind, members) = ("file", [("path", Self.text(path))])
    case .path(let path): (kind, members) = ("path", [("path", Self.text(path))])
    case .registered(let name):
      kind = "registered"
      members = [("name", .string(name)), ("path", Self.text(source.path))]
    }
    if !source.pathParts.isEmpty {
      members.append(("pathParts", .array(source.pathParts.map(piece))))
    }
    return .object([("kind", .string(kind))] + members)
  }

  private func origin(_ provenance: Provenance) -> JSONText {
    .object([
      ("place", place(provenance.place)),
      ("layer", layer(provenance.winner)),
      (
        "overrides",
        .array(
          provenance.overridden.map {
            .object([("place", place($0.place)), ("layer", layer($0))])
          })
      ),
      ("through", .array(provenance.via.map(place))),
    ])
  }

  private func layer(_ origin: Origin) -> JSONText {
    layers.indices.contains(origin.layer) ? .string(layers[origin.layer]) : .null
  }

  private func place(_ place: SourcePlace) -> JSONText {
    switch place {
    case .span(let span):
      let start = span.start
      if let location = span.file.swiftLocation {
        return .object([
          ("swift", .string(location.fileID)), ("line", .number(location.line)),
          ("textLine", .number(start.line)), ("textColumn", .number(start.column)),
        ])
      }
      return .object([
        ("file", .string(paths[span.file.name] ?? span.file.name)),
        ("line", .number(start.line)), ("column", .number(start.column)),
      ])
    case .file(let name): return .object([("file", .string(paths[name] ?? name))])
    case .swift(let location):
      return .object([
        ("swift", .string(location.fileID)), ("line", .number(location.line)),
      ])
    }
  }
}

extension WiringModel.Value.Content {
  /// The name of the kind in JSON.
  var kind: String {
    switch self {
    case .null, .required: "null"
    case .text: "text"
    case .composed: "composed"
    case .external: "external"
    case .secret: "secret"
    case .list: "list"
    case .map: "map"
    case .service(.reference): "reference"
    case .service(.optional): "optional"
    case .service(.tagged): "tagged"
    case .service(.inner): "inner"
    case .service(.inline): "inline"
    }
  }
}

extension ParameterKind {
  /// The name of the kind in JSON.
  var name: String {
    switch self {
    case .value: "value"
    case .service: "service"
    case .optionalService: "optional"
    case .serviceList: "services"
    case .serviceDictionary: "servicesByKey"
    case .providedService: "provider"
    case .lazyService: "lazy"
    case .resolver: "resolver"
    case .runtimeArgument: "argument"
    }
  }
}

extension Duration {
  /// The seconds as a configuration writes them, such as `1.5s`: exact, and the same in every locale.
  package var seconds: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return "\(seconds)s" }
    // No limit is negative.
    var digits = String(attoseconds.magnitude)
    digits = String(repeating: "0", count: max(0, 18 - digits.utf8.count)) + digits
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return "\(seconds).\(digits)s"
  }
}
