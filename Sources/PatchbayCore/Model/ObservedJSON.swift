package import PatchbayDiagnostics

/// What a program can observe of a wiring, as the parts of a model's JSON that say it.
///
/// What is left out is for persons, or follows from others: descriptions, places, the fields of an entry that set a
/// value. The order of definitions counts only where `!tagged` passes services in that order, and it does not count how
/// a dependency is found. Closures count by key, type and declared parameters; a factory's defaults do not count,
/// because only the program knows them. A field that is not known, such as `eager`, counts by what is assumed of it
/// and by its source. A secret counts by what it consists of, and a text from outside by its source: never by its text,
/// which could be guessed from a hash.
package struct ObservedJSON: Sendable {
  private let tree: JSON
  /// The enabled services, as the model has them, also those of the parent.
  private let enabled: [JSON]
  /// The enabled services, as the model has them.
  package let services: [JSON]
  /// The service that each key resolves to: aliases followed, the outermost decorator first.
  private var resolvedKeys: [ExactText: String] = [:]
  /// The key of the service that each key or alias is one of.
  private var originals: [ExactText: String] = [:]
  /// The keys that are others in a comparison.
  private let renamed: [ExactText: String]
  private let showsOmissions: Bool

  /// Takes the JSON of a whole model.
  package init(_ tree: JSON, renamed: [ExactText: String] = [:], showsOmissions: Bool = false) {
    (self.tree, self.renamed, self.showsOmissions) = (tree, renamed, showsOmissions)
    enabled = tree["services"].elements.filter { $0["enabled"] != false }
    services = enabled.filter { !$0["inherited"].isTrue }
    for service in enabled {
      let key = service["key"].string ?? ""
      let outermost = name(service["decorators"].strings.last ?? key)
      for other in [key] + service["aliases"].strings {
        resolvedKeys[ExactText(name(other))] = outermost
        originals[ExactText(name(other))] = name(key)
      }
    }
  }

  /// Returns the key that a service has in a comparison.
  package func name(_ key: String) -> String {
    renamed.isEmpty ? key : renamed[ExactText(key)] ?? key
  }

  /// Returns the service that a key resolves to.
  package func resolvedKey(for key: String) -> String? { resolvedKeys[ExactText(name(key))] }

  // MARK: The hash

  package var hash: String { SHA256.hexadecimal(of: Array(text.utf8)) }

  /// The text that the hash covers.
  package var text: String {
    let types = Set(
      services.filter { $0["factory"] == .null }.compactMap { $0["type"].string }.map(
        ExactText.init))
    let catalog = tree["catalog"].elements.filter {
      types.contains(ExactText($0["name"].string ?? ""))
    }
    let observed: JSON = [
      "format": 1, "scopes": tree["scopes"],
      "services": .array(Self.sorted(services.map(service))),
      "edges": .array(Self.sorted(tree["edges"].elements.map(edge))),
      "tags": .array(Self.sorted(tree["tags"].elements)),
      "catalog": .array(Self.sorted(catalog.map { factory($0, isOwn: false) })),
      "parameters": .array(
        Self.sorted(tree["parameters"].elements.filter { $0["value"] != .null }.map(argument))),
    ]
    return observed.lines
  }

  /// Returns elements whose order no program can observe.
  private static func sorted(_ elements: [JSON]) -> [JSON] {
    elements.count < 2 ? elements : elements.sortedByBytes(of: \.text)
  }

  // MARK: Services

  package func service(_ tree: JSON) -> JSON {
    .object(
      tree.members.compactMap { member in
        let value = member.value
        let observed: JSON? =
          switch member.name.text {
          case "type", "scope", "eager", "timeouts", "retry": value
          case "key": (value.string.map(name)).json
          case "contracts", "aliases": .array(Self.sorted(value.elements))
          case "decorators": value.strings.map(name).json
          // An alias starts with its service.
          case "after": .array(Self.sorted(value.strings.map(original).map(\.json)))
          case "arguments", "properties":
            arguments(value.elements.filter { !isService($0["value"]) })
          case "unknown": arguments(value.elements)
          case "factory": value == .null ? value : factory(value, isOwn: true)
          // A wiring that sets none keeps the hash that it had before there was such a field.
          case "ends": value == .null ? nil : value
          default: nil
          }
        return observed.map { .init(member.name.text, $0) }
      })
  }

  /// Returns the key of the service that a key or alias is one of.
  package func original(_ key: String) -> String { originals[ExactText(name(key))] ?? name(key) }

  /// Returns a dependency, without how it was found.
  private func edge(_ tree: JSON) -> JSON {
    [
      "from": tree["from"], "name": tree["name"], "kind": tree["kind"], "to": tree["to"],
    ]
  }

  private func arguments(_ elements: [JSON]) -> JSON { .array(Self.sorted(elements.map(argument))) }

  private func argument(_ tree: JSON) -> JSON {
    ["name": tree["name"], "value": value(tree["value"])]
  }

  /// Whether a value is a service: what a program observes of it is the dependency.
  package func isService(_ tree: JSON) -> Bool {
    // The keys of a dictionary are no part of the dependency.
    if tree["kind"].string == "tagged" { return tree["key"] == .null }
    return ["reference", "optional", "inline", "inner"].contains(tree["kind"].string)
  }

  /// Returns the attributes that are the keys of `!tagged { tag: handler, key: path }`, with their services: those of
  /// a decorator count for the service that it decorates.
  package func keys(of tree: JSON) -> [JSON] {
    let (tag, key) = (tree["tag"].string, tree["key"].string)
    let keys = enabled.flatMap { service -> [JSON] in
      let bearer = (service["decorates"].string ?? service["key"].string).map(original)
      return service["tags"].elements.filter { $0["name"].string == tag }
        .flatMap { $0["attributes"].elements.filter { $0["key"].string == key } }
        .map { ["service": bearer.json, "value": value($0["value"])] }
    }
    return Self.sorted(keys)
  }

  /// Returns a factory: that of the program's own by its parameters and its product, as its name says only whether it is
  /// a closure or an instance.
  package func factory(_ tree: JSON, isOwn: Bool) -> JSON {
    [
      "name": isOwn ? .null : tree["name"],
      // Which of the others a service is found by is one of its own members.
      "contracts": .array(Array(tree["contracts"].elements.prefix(1))),
      "parameters": tree["parameters"],
      "properties": .array(Self.sorted(tree["properties"].elements)),
    ]
  }

  // MARK: Values

  /// Returns a value. Of a service it keeps the key that it resolves to, or the one that is written.
  package func value(_ tree: JSON, resolves: Bool = true) -> JSON {
    let kind = tree["kind"].string
    // Of a text that is not shown, all is left out.
    let isWhole =
      kind == "text" || kind == "external" || kind == "secret" && tree["sources"] == []
    return .object(
      tree.members.compactMap { member in
        let (name, value) = (member.name.text, member.value)
        switch name {
        case "origin", "purpose": return nil
        case "incomplete" where isWhole: return nil
        case "omitted" where !showsOmissions: return nil
        case "kind" where kind == "reference" || kind == "optional":
          return .init("kind", "service")
        case "key" where kind == "reference" || kind == "optional":
          let key = value.string ?? ""
          return .init("to", resolves ? resolvedKey(for: key).json : self.name(key).json)
        case "tag": return .init("to", value)
        case "key": return .init("keys", ["of": value, "are": .array(keys(of: tree))])
        case "elements":
          return .init(name, .array(value.elements.map { self.value($0, resolves: resolves) }))
        case "entries":
          let entries: [JSON] = value.elements.map {
            ["key": $0["key"], "value": self.value($0["value"], resolves: resolves)]
          }
          return .init(name, .array(Self.sorted(entries)))
        case "parts", "sources", "pathParts", "default":
          return .init(name, withoutOrigins(value))
        default: return member
        }
      })
  }

  /// Returns the parts of a text, whose defaults are values.
  private func withoutOrigins(_ tree: JSON) -> JSON {
    switch tree {
    case .array(let elements): .array(elements.map(withoutOrigins))
    case .object: value(tree)
    default: tree
    }
  }
}
