package import PatchbayDiagnostics

extension WiringModel {
  /// The model as one JSON object in ASCII, with one service, edge or parameter on each line.
  ///
  /// The order of all members and elements depends on the configuration alone, and places are relative
  /// to the folder of the root file: the text is the same in every process and on every machine.
  /// `Config/wiring.schema.json` describes it. Within one format, members are only added.
  package var json: String { json(showsOmissions: false) }

  /// The model as JSON for a comparison with another one in the same process: a member `omitted` is
  /// another number for another text that is not shown.
  package var comparableJSON: String { json(showsOmissions: true) }

  private func json(showsOmissions: Bool) -> String {
    let head: JSONMembers = [
      // A comparison looks at the parts.
      "hash": showsOmissions ? nil : hash, "environment": environment,
      "layers": layers, "scopes": scopes.map(\.text),
      "roots": roots.map(\.text), "assumed": assumed,
    ]
    return ModelJSON(model: self, showsOmissions: showsOmissions).document(
      head,
      [
        .services(nodes), .aliases(aliases), .removed(removed), .edges(graph.edges), .tags(tags),
        .catalog(catalog), .parameters(parameters), .variables(variables), .files(files),
      ])
  }

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
    ModelJSON(model: self).document(["environment": environment], sections)
  }

  /// The SHA-256 of what a program can observe of the wiring, in hexadecimal digits.
  package var hash: String { SHA256.hexadecimal(of: Array(observed.utf8)) }

  /// The text that the hash covers: the JSON of the enabled services, of their dependencies, and of the factories,
  /// tags and parameters that there are, without what ``unobserved`` names.
  ///
  /// The order of definitions counts only where `!tagged` passes services in that order, and it does not count how a
  /// dependency is found. Closures count by key, type and declared parameters; a factory's defaults do not count,
  /// because only the program knows them. A field that is not known, such as `enabled`, counts by what is assumed of
  /// it and by its source. A secret counts by what it consists of, and a text from outside by its source: never by its
  /// text, which could be guessed from a hash.
  package var observed: String {
    let services = nodes.filter { $0.isEnabled && !$0.service.isInherited }
    let types = Set(services.filter { $0.ownFactory == nil }.map(\.service.type))
    return ModelJSON(model: self, isObserved: true).document(
      ["scopes": scopes.map(\.text)],
      [
        .services(services), .edges(graph.edges), .tags(tags.filter { !$0.members.isEmpty }),
        .catalog(catalog.filter { types.contains($0.name) }),
        .parameters(parameters.filter { $0.value != nil }),
      ])
  }
}

extension WiringModel {
  /// The members of the JSON of which a program observes nothing: they are for persons, or follow from others.
  static let unobserved: Set<String> = [
    "attributes", "autowire", "autowired", "awaited", "decorates", "deprecated", "description",
    "enabled", "fields", "hooks", "inherited", "live", "opaque", "origin", "owner", "place",
    "priority", "product", "provides", "purpose", "requestArguments", "root", "signature",
    "summary", "tag", "tags", "uses",
  ]
}

/// Writes the parts of a model as JSON.
struct ModelJSON {
  let model: WiringModel
  /// Whether only what a program can observe is written, in an order that does not depend on that of the configuration.
  var isObserved = false
  /// Whether a value has the number of the texts that it leaves out.
  var showsOmissions = false

  /// Returns an object with one member on each line, or one element of a section.
  func document(_ members: JSONMembers, _ sections: [WiringModel.Section]) -> String {
    let members = ["format": 1] + members
    let parts =
      members.all.map { "\"\($0)\": \($1.text)" }
      + sections.map(elements).map { "\"\($0)\": \(lines($1))" }
    return "{" + parts.joined(separator: ",\n ") + "}"
  }

  private func lines(_ elements: [JSONText]) -> String {
    guard !elements.isEmpty else { return "[]" }
    return "[\n  " + inOrder(elements).map(\.text).joined(separator: ",\n  ") + "\n ]"
  }

  private func elements(_ section: WiringModel.Section) -> (String, [JSONText]) {
    switch section {
    case .services(let nodes): ("services", nodes.map(service))
    case .aliases(let aliases): ("aliases", aliases.map(alias))
    case .removed(let removals): ("removed", removals.map(removal))
    case .edges(let edges): ("edges", edges.map(edge))
    case .paths(let paths): ("paths", paths.map { .array($0.map(edge)) })
    case .tags(let tags): ("tags", tags.map(tag))
    case .catalog(let factories): ("catalog", factories.map { factory($0, isOwn: false) })
    case .parameters(let parameters): ("parameters", parameters.map(parameter))
    case .variables(let variables): ("variables", variables.map(variable))
    case .files(let files): ("files", files.map(file))
    }
  }

  /// Returns an object, whose members have the same names in every object.
  func object(_ members: JSONMembers) -> JSONText {
    .object(
      isObserved ? members.all.filter { !WiringModel.unobserved.contains($0.0) } : members.all)
  }

  /// Returns elements whose order no program can observe.
  private func inOrder(_ elements: [JSONText]) -> [JSONText] {
    isObserved ? elements.sortedByBytes(of: \.text) : elements
  }

  func unordered(_ elements: [JSONText]) -> JSONText { .array(inOrder(elements)) }
  private func unordered(_ texts: [String]) -> JSONText { unordered(texts.map(JSONText.string)) }

  private func service(_ node: WiringModel.Node) -> JSONText {
    let (service, definition) = (node.service, node.definition)
    let members: JSONMembers = [
      "key": service.key,
      "type": service.type,
      "product": service.product,
      "enabled": node.isEnabled,
      "contracts": unordered(node.contracts.map(\.description)),
      "provides": definition.provides?.map(\.text),
      "scope": service.scope,
      "eager": service.isEager,
      "root": service.isRoot,
      "autowire": definition.autowire,
      "awaited": service.isAwaited,
      "live": service.isLive,
      "hooks": node.hooks,
      "opaque": service.opacity,
      "inherited": service.isInherited,
      "owner": service.owner,
      "decorates": service.decorates,
      "priority": definition.priority,
      "decorators": node.decorators,
      "aliases": unordered(service.aliases),
      "tags": definition.tags.map(tagUse),
      "after": unordered(definition.after.map(\.text)),
      "timeouts": object([
        "start": definition.timeouts.start?.seconds,
        "stop": definition.timeouts.stop?.seconds,
      ]),
      "retry": retry(definition.retry),
      "description": definition.summary,
      "deprecated": service.deprecation,
      "requestArguments": service.requestArguments,
      "arguments": arguments(definition.arguments),
      "properties": arguments(definition.properties),
      "unknown": unordered(definition.unknownFields.map { argument($0.name, $0.value) }),
      "factory": node.ownFactory.map { factory($0, isOwn: true) },
      "origin": origin(definition.provenance),
      "fields": definition.fieldOrigins.map {
        object(["name": $0.name, "origin": origin($0.provenance)])
      },
    ]
    return object(members + ends(definition.ends))
  }

  /// Returns the member `ends`. A wiring that sets none keeps the hash that it had before there was such a field.
  private func ends(_ ending: RunEnding?) -> JSONMembers {
    isObserved && ending == nil ? [:] : ["ends": ending?.rawValue]
  }

  private func retry(_ retry: Retry) -> JSONText {
    object([
      "attempts": retry.attempts,
      "pause": retry.pause.map {
        object(["from": $0.low.seconds, "to": $0.high.seconds])
      },
    ])
  }

  private func alias(_ alias: Alias) -> JSONText {
    object([
      "key": alias.key, "target": alias.target.text,
      "deprecated": alias.deprecated?.text, "description": alias.summary,
      "origin": origin(alias.provenance),
    ])
  }

  private func removal(_ removal: WiringModel.Removal) -> JSONText {
    object([
      "key": removal.key, "place": place(removal.origin.place),
      "layer": layer(removal.origin),
    ])
  }

  /// Returns arguments. What a program observes of one that is a service is the dependency.
  private func arguments(_ arguments: [Argument]) -> JSONText {
    unordered(
      arguments.filter { !isObserved || !$0.value.isService }.map { argument($0.name, $0.value) })
  }

  private func argument(_ name: String, _ value: ConfigurationValue) -> JSONText {
    object(["name": name, "value": self.value(value)])
  }

  private func tagUse(_ use: TagUse) -> JSONText {
    object([
      "name": use.name.text, "priority": use.priority,
      "attributes": use.attributes.map(entry), "origin": origin(use.name.provenance),
    ])
  }

  private func edge(_ edge: ServiceGraph.Edge) -> JSONText {
    object([
      "from": edge.from, "name": edge.name,
      "kind": "\(edge.kind)", "tag": edge.tag,
      "autowired": edge.isAutowired, "to": edge.to,
      "place": place(edge.place),
    ])
  }

  private func tag(_ tag: WiringModel.Tag) -> JSONText {
    object(["name": tag.name, "members": tag.members])
  }

  private func factory(_ factory: WiringModel.Factory, isOwn: Bool) -> JSONText {
    object([
      // That of the program's own one says whether it is a closure or an instance.
      "name": isObserved && isOwn ? JSONText.null : factory.name.json,
      "signature": factory.signature,
      // Which of the others a service is found by is one of its own members.
      "contracts": factory.contracts.prefix(isObserved ? 1 : .max).map(\.description),
      "parameters": factory.parameters.map(input),
      "properties": unordered(factory.properties.map(input)),
      "awaited": factory.isAwaited,
      "live": factory.isLive,
      "opaque": factory.opacity,
      "summary": factory.summary,
      "place": place(.swift(factory.location)),
    ])
  }

  private func input(_ input: WiringModel.Input) -> JSONText {
    object([
      "name": input.name, "kind": input.kind.name,
      "type": input.type.description, "optional": input.isOptional,
    ])
  }

  private func parameter(_ parameter: ModelParts.Parameter) -> JSONText {
    object([
      "name": parameter.name,
      "value": parameter.value.map { value($0, of: parameter.name) },
      "uses": parameter.uses.map { use in
        object([
          "name": use.name, "subject": use.subject, "path": use.path,
          "place": place(use.place),
        ])
      },
      "purpose": parameter.value == nil ? purpose(of: parameter.name) : JSONText.null,
    ])
  }

  private func variable(_ variable: ExternalRequirements.Variable) -> JSONText {
    object([
      "name": variable.name,
      "needed": variable.fallback == nil,
      "default": variable.fallback,
      "secret": variable.isSecret,
      "readers": variable.readers.map { reader in
        object([
          "type": reader.type, "subject": reader.subject,
          "hasDefault": reader.hasDefault, "place": place(reader.place),
        ])
      },
    ])
  }

  private func file(_ file: ExternalRequirements.File) -> JSONText {
    object([
      "path": file.path, "subject": file.subject,
      "place": place(file.place),
    ])
  }
}

extension ExternalRequirements.Fallback: JSONConvertible {
  /// The default as JSON: an object with its kind.
  package var json: JSONText {
    switch self {
    case .text(let text): .object(["kind": "text", "text": text])
    case .null, .hidden, .several: .object(["kind": "\(self)"])
    }
  }
}
