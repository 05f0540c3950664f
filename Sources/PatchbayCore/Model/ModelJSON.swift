package import PatchbayDiagnostics

extension WiringModel {
  /// The model as one JSON object in ASCII, with one service, edge or parameter on each line.
  ///
  /// The order of all members and elements depends on the configuration alone, and places are relative
  /// to the folder of the root file: the text is the same in every process and on every machine.
  /// `Config/wiring.schema.json` describes it. Within one format, members are only added.
  package var json: String {
    let tree = ModelJSON(model: self).tree
    let hash = ObservedJSON(tree).hash
    return JSON.joining(["format": 1, "hash": hash.json], tree).lines
  }

  /// The model as JSON for a comparison with another one in the same process: a member `omitted` is
  /// another number for another text that is not shown.
  package var comparable: JSON { ModelJSON(model: self, showsOmissions: true).tree }

  /// The SHA-256 of what a program can observe of the wiring, in hexadecimal digits: see ``ObservedJSON``.
  package var hash: String { ObservedJSON(ModelJSON(model: self).tree).hash }

  /// A member of the JSON that has one element on each line.
  package enum Section: Sendable {
    case services([Node])
    case aliases([Alias])
    case removed([Removal])
    case edges([ServiceGraph.Edge])
    /// Chains of dependencies; only in the answer to a question.
    case paths([[ServiceGraph.Edge]])
    case tags([Tag])
    case catalog([Factory])
    case parameters([ModelParts.Parameter])
    case variables([ExternalRequirements.Variable])
    case files([ExternalRequirements.File])
  }

  /// Returns sections as a JSON object: the answer to a question about the model, or about a catalog.
  package func json(of sections: [Section]) -> String {
    JSON.joining(
      ["format": 1, "environment": environment.json], ModelJSON(model: self).object(of: sections)
    ).lines
  }
}

/// Makes JSON of the parts of a model.
struct ModelJSON {
  let model: WiringModel
  /// Whether a value has the number of the texts that it leaves out.
  var showsOmissions = false

  /// All of it.
  var tree: JSON {
    .joining(
      [
        "environment": model.environment.json, "layers": model.layers.json,
        "scopes": model.scopes.map(\.text).json, "roots": model.roots.map(\.text).json,
        "assumed": model.assumed.json,
      ],
      object(of: [
        .services(model.nodes), .aliases(model.aliases), .removed(model.removed),
        .edges(model.graph.edges), .tags(model.tags), .catalog(model.catalog),
        .parameters(model.parameters), .variables(model.variables), .files(model.files),
      ]))
  }

  func object(of sections: [WiringModel.Section]) -> JSON { .object(sections.map(member)) }

  private func member(_ section: WiringModel.Section) -> JSON.Member {
    switch section {
    case .services(let nodes): .init("services", .array(nodes.map(service)))
    case .aliases(let aliases): .init("aliases", .array(aliases.map(alias)))
    case .removed(let removals): .init("removed", .array(removals.map(removal)))
    case .edges(let edges): .init("edges", .array(edges.map(edge)))
    case .paths(let paths): .init("paths", .array(paths.map { .array($0.map(edge)) }))
    case .tags(let tags): .init("tags", .array(tags.map(tag)))
    case .catalog(let factories): .init("catalog", .array(factories.map(factory)))
    case .parameters(let parameters): .init("parameters", .array(parameters.map(parameter)))
    case .variables(let variables): .init("variables", .array(variables.map(variable)))
    case .files(let files): .init("files", .array(files.map(file)))
    }
  }

  private func service(_ node: WiringModel.Node) -> JSON {
    let (service, definition) = (node.service, node.definition)
    return [
      "key": service.key.json,
      "type": service.type.json,
      "product": service.product.json,
      "enabled": node.isEnabled.json,
      "contracts": node.contracts.map(\.description).json,
      "provides": (definition.provides?.map(\.text)).json,
      "scope": service.scope.json,
      "eager": service.isEager.json,
      "root": service.isRoot.json,
      "autowire": definition.autowire.json,
      "awaited": service.isAwaited.json,
      "live": service.isLive.json,
      "hooks": service.hooks.names.json,
      "opaque": service.opacity.json,
      "inherited": service.isInherited.json,
      "owner": service.owner.json,
      "decorates": service.decorates.json,
      "priority": definition.priority.json,
      "decorators": node.decorators.json,
      "aliases": service.aliases.json,
      "tags": .array(definition.tags.map(tagUse)),
      "after": definition.after.map(\.text).json,
      "timeouts": [
        "start": (definition.timeouts.start?.seconds).json,
        "stop": definition.timeouts.isStopUnlimited
          ? "none" : (definition.timeouts.stop?.seconds).json,
      ],
      "retry": retry(definition.retry.withoutDefaults),
      "description": definition.summary.json,
      "deprecated": service.deprecation.json,
      "requestArguments": service.requestArguments.json,
      "arguments": .array(definition.arguments.map { argument($0.name, $0.value) }),
      "properties": .array(definition.properties.map { argument($0.name, $0.value) }),
      "unknown": .array(definition.unknownFields.map { argument($0.name, $0.value) }),
      "factory": node.ownFactory.map(factory).json,
      "origin": origin(definition.provenance),
      "fields": .array(
        definition.fieldOrigins.map { ["name": $0.name.json, "origin": origin($0.provenance)] }),
      "ends": (definition.ends == .stop ? nil : definition.ends?.rawValue).json,
    ]
  }

  private func retry(_ retry: Retry) -> JSON {
    [
      "attempts": retry.attempts.json,
      "pause": retry.pause.map { pause -> JSON in
        ["from": pause.low.seconds.json, "to": pause.high.seconds.json]
      }.json,
    ]
  }

  private func alias(_ alias: Alias) -> JSON {
    [
      "key": alias.key.json, "target": alias.target.text.json,
      "deprecated": (alias.deprecated?.text).json, "description": alias.summary.json,
      "origin": origin(alias.provenance),
    ]
  }

  private func removal(_ removal: WiringModel.Removal) -> JSON {
    [
      "key": removal.key.json, "place": place(removal.origin.place),
      "layer": layer(removal.origin),
    ]
  }

  private func argument(_ name: String, _ value: ConfigurationValue) -> JSON {
    ["name": name.json, "value": self.value(value)]
  }

  private func tagUse(_ use: TagUse) -> JSON {
    [
      "name": use.name.text.json, "priority": use.priority.json,
      "attributes": .array(use.attributes.map { entry($0) }), "origin": origin(use.name.provenance),
    ]
  }

  private func edge(_ edge: ServiceGraph.Edge) -> JSON {
    [
      "from": edge.from.json, "name": edge.name.json,
      "kind": "\(edge.kind)".json, "tag": edge.tag.json,
      "autowired": edge.isAutowired.json, "to": edge.to.json,
      "place": place(edge.place),
    ]
  }

  private func tag(_ tag: WiringModel.Tag) -> JSON {
    ["name": tag.name.json, "members": tag.members.json]
  }

  private func factory(_ factory: WiringModel.Factory) -> JSON {
    [
      "name": factory.name.json,
      "signature": factory.signature.json,
      "contracts": factory.contracts.map(\.description).json,
      "parameters": .array(factory.parameters.map(input)),
      "properties": .array(factory.properties.map(input)),
      "awaited": factory.isAwaited.json,
      "live": factory.isLive.json,
      "opaque": factory.opacity.json,
      "summary": factory.summary.json,
      "place": place(.swift(factory.location)),
    ]
  }

  private func input(_ input: WiringModel.Input) -> JSON {
    [
      "name": input.name.json, "kind": input.kind.name.json,
      "type": input.type.description.json, "optional": input.isOptional.json,
    ]
  }

  private func parameter(_ parameter: ModelParts.Parameter) -> JSON {
    [
      "name": parameter.name.json,
      "value": parameter.value.map { value($0, of: parameter.name) }.json,
      "uses": .array(
        parameter.uses.map { use in
          [
            "name": use.name.json, "subject": use.subject.json, "path": use.path.json,
            "place": place(use.place),
          ]
        }),
      "purpose": parameter.value == nil ? purpose(of: parameter.name) : .null,
    ]
  }

  private func variable(_ variable: ExternalRequirements.Variable) -> JSON {
    .joining(
      variable.needJSON,
      [
        "default": variable.fallback.json,
        "secret": variable.isSecret.json,
        "readers": .array(
          variable.readers.map { reader in
            .joining(
              [
                "type": reader.type.json, "subject": reader.subject.json,
                "hasDefault": reader.hasDefault.json, "place": place(reader.place),
              ], reader.keepsEmpty ? ["keepsEmpty": true] : [:])
          }),
      ])
  }

  private func file(_ file: ExternalRequirements.File) -> JSON {
    ["path": file.path.json, "subject": file.subject.json, "place": place(file.place)]
  }
}

extension ExternalRequirements.Variable {
  /// Its name, whether it must be set, and the variables of which one that is set takes its place.
  package var needJSON: JSON {
    .joining(
      ["name": name.json, "needed": (fallback == nil).json],
      neededUnless.isEmpty ? [:] : ["unless": neededUnless.json])
  }
}

extension ExternalRequirements.Fallback: JSONConvertible {
  /// The default as JSON: an object with its kind.
  package var json: JSON {
    switch self {
    case .text(let text): ["kind": "text", "text": text.json]
    case .null, .hidden, .several: ["kind": "\(self)".json]
    }
  }
}
