import PatchbayCore
import PatchbayDiagnostics

/// What a program observes of a wiring, by names, with the places that set it.
struct ObservedWiring {
  /// A variable, by what a deployment has to know of it.
  struct Variable: Sendable {
    let isNeeded: Bool
    let isSecret: Bool
  }

  let scopes: [String]
  /// The keys of the services that are roots, under their own keys or others.
  let roots: [String]
  /// The numbers of the texts that are secrets.
  let secrets: Set<Int>
  /// The enabled services in their order, and where each is.
  let services: [ObservedService]
  let positions: [ExactText: Int]
  /// The keys of disabled entries, with the places that disable them.
  let disabled: [ExactText: WiringDifference.Place?]
  /// Which service an alias is a second key of.
  let aliases: [ExactText: ObservedService.Field]
  /// The parameters with their parts, each under its whole name; those of a map are parts.
  let parameters: [ExactText: ObservedService.Field]
  /// What each parameter or part is read by: the names that lead to a value, such as `services`, `server`.
  let readers: [ExactText: [[String]]]
  let tags: [ExactText: [String]]
  let factories: [ExactText: JSON]
  let variables: [ExactText: Variable]

  /// Reads a model, in which keys may have other names than in the file.
  init(_ wiring: ComparedWiring, renamed: [ExactText: String] = [:]) {
    let tree = wiring.tree
    scopes = tree["scopes"].strings
    let form = ObservedJSON(tree, renamed: renamed, showsOmissions: true)
    roots = form.services.filter { $0["root"].isTrue }.compactMap { $0["key"].string }
      .map(form.name)
    var secrets: Set<Int> = []
    Self.addSecrets(in: tree, to: &secrets)
    self.secrets = secrets
    let edges = Dictionary(grouping: tree["edges"].elements) { ExactText($0["from"].string ?? "") }
    let catalog = Dictionary(
      first: tree["catalog"].elements.map { (ExactText($0["name"].string ?? ""), $0) })
    services = form.services.map { service in
      let own = service["factory"]
      let factory = own == .null ? catalog[ExactText(service["type"].string ?? "")] ?? own : own
      return ObservedService(
        service, edges[ExactText(service["key"].string ?? "")] ?? [], of: factory, as: form)
    }
    positions = Dictionary(first: services.enumerated().map { (ExactText($1.key), $0) })
    disabled = Dictionary(
      first: tree["services"].elements.filter { $0["enabled"] == false }.map { entry in
        let field = entry["fields"].elements.first { $0["name"].string == "enabled" }
        return (
          ExactText(entry["key"].string ?? ""),
          WiringDifference.Place((field ?? entry)["origin"]["place"])
        )
      })
    aliases = Dictionary(
      first: tree["aliases"].elements.map { alias in
        let key = alias["key"].string ?? ""
        let target: JSON = [
          "kind": "reference", "key": alias["target"], "origin": alias["origin"],
        ]
        var value = ComparedValue(target, as: form)
        value.observed = form.value(target)
        return (ExactText(key), ObservedService.Field(name: key, value: value))
      })
    var parts: [ExactText: ObservedService.Field] = [:]
    for parameter in tree["parameters"].elements where parameter["value"] != .null {
      Self.addParts(
        of: parameter["value"], named: parameter["name"].string ?? "", as: form, to: &parts)
    }
    parameters = parts
    readers = tree["parameters"].elements.flatMap { $0["uses"].elements }.reduce(into: [:]) {
      $0[ExactText($1["name"].string ?? ""), default: []].append($1["path"].strings)
    }
    tags = Dictionary(
      first: tree["tags"].elements.map {
        (ExactText($0["name"].string ?? ""), $0["members"].strings.map(form.name))
      })
    let types = Set(services.map { ExactText($0.type) })
    factories = catalog.filter { types.contains($0.key) }
      .mapValues { form.factory($0, isOwn: false) }
    variables = Dictionary(
      first: tree["variables"].elements.map {
        (
          ExactText($0["name"].string ?? ""),
          Variable(isNeeded: $0["needed"].isTrue, isSecret: $0["secret"].isTrue)
        )
      })
  }

  private static func addSecrets(in tree: JSON, to numbers: inout Set<Int>) {
    switch tree {
    case .array(let elements):
      for element in elements { addSecrets(in: element, to: &numbers) }
    case .object(let members):
      if tree["kind"].string == "secret", let number = tree["omitted"].int {
        numbers.insert(number)
      }
      for member in members { addSecrets(in: member.value, to: &numbers) }
    default: break
    }
  }

  /// Adds a parameter under its name, and the entries of its maps under theirs: `http.port`.
  private static func addParts(
    of tree: JSON, named name: String, as form: ObservedJSON,
    to parts: inout [ExactText: ObservedService.Field]
  ) {
    let entries = tree["kind"].string == "map" ? tree["entries"].elements : []
    for entry in entries {
      addParts(
        of: entry["value"], named: "\(name).\(entry["key"].string ?? "")", as: form, to: &parts)
    }
    // A map with entries is its entries.
    if entries.isEmpty {
      parts[ExactText(name)] = .init(name: name, value: ComparedValue(tree, as: form))
    }
  }

  /// Whether something reads a parameter, or a map that it is an entry of: `http` reads all of `http.port`.
  func isRead(_ name: String) -> Bool {
    parts(around: name).contains { readers[ExactText($0)] != nil }
  }

  /// Returns the name of a parameter, and before it those of the maps around it, from the innermost.
  func parts(around name: String) -> [String] {
    var parts = [name]
    while let dot = parts[parts.count - 1].lastIndex(of: ".") {
      parts.append(String(parts[parts.count - 1][..<dot]))
    }
    return parts
  }

  func service(_ key: String) -> ObservedService? { positions[ExactText(key)].map { services[$0] } }
}
