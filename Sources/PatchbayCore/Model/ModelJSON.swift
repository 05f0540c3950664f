package import PatchbayDiagnostics

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
    let services: [Node]?
    let aliases: [Alias]?
    let removed: [Removal]?
    let edges: [ServiceGraph.Edge]?
    /// Chains of dependencies.
    let paths: [[ServiceGraph.Edge]]?
    let tags: [Tag]?
    let catalog: [Factory]?
    let parameters: [Parameter]?

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
      ("retry", Self.retry(node.retry)),
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

  static func retry(_ retry: Retry) -> JSONText {
    .object([
      ("attempts", retry.attempts.map(JSONText.number) ?? .null),
      (
        "pause",
        retry.pause.map {
          .object([("from", .string($0.low.seconds)), ("to", .string($0.high.seconds))])
        } ?? .null
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
      ("kind", .string("\(edge.kind)")), ("tag", Self.text(edge.tag)),
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
      ("summary", Self.text(factory.summary)),
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
      ("default", variable.fallback?.json ?? .null),
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

  func file(_ file: ExternalRequirements.File) -> JSONText {
    .object([
      ("path", .string(file.path)), ("subject", .string(file.subject)),
      ("place", place(file.place)),
    ])
  }
}

extension ExternalRequirements.Fallback {
  /// The default as JSON: an object with its kind.
  package var json: JSONText {
    switch self {
    case .text(let text): .object([("kind", .string("text")), ("text", .string(text))])
    case .null, .hidden, .several: .object([("kind", .string("\(self)"))])
    }
  }
}
