package import PatchbayCore
package import PatchbayDiagnostics

/// One side of a comparison: the JSON of a model, one that was saved or one that was just made.
package struct ComparedWiring: Sendable {
  let tree: JSONTree
  /// Whether it knows of secrets whether their texts differ, which no file says.
  let hasOmissions: Bool

  package var environment: String? { tree["environment"].text }
  package var hash: String? { tree["hash"].text }

  /// Takes a model as it is in this process.
  package init(_ model: WiringModel) {
    // What was just written is JSON.
    tree = JSONTree(Array(model.comparableJSON.utf8)) ?? .null
    hasOmissions = true
  }

  /// Reads what `config --format json` has written.
  ///
  /// - Throws: ``DiagnosticsError`` with `unreadable-file` for something else.
  package init(json: [UInt8], name: String) throws(DiagnosticsError) {
    guard let tree = JSONTree(json), tree["hash"].text != nil, case .array = tree["services"],
      tree["services"].elements.allSatisfy({ $0["key"].text != nil })
    else {
      throw DiagnosticsError(
        Diagnostic(
          .unreadableFile, "\(name) is no model: it is not what `config --format json` writes",
          at: .file(name)))
    }
    guard tree["format"].number == 1 else {
      throw DiagnosticsError(
        Diagnostic(
          .unreadableFile,
          "\(name) is a model of another format than this version of Patchbay reads",
          at: .file(name)
        )
        .fix("write it anew with `config --format json`"))
    }
    (self.tree, hasOmissions) = (tree, false)
  }
}

/// What a program observes of a wiring, by names, with the places that set it.
struct ObservedWiring {
  /// A service, a decorator or an inline service.
  struct Service: Sendable {
    let key: String
    let type: String
    let scope: String
    let decorates: String?
    let place: WiringDifference.Place?
    /// The fields of the entry and its arguments, in the order in which a reader looks for them.
    let fields: [Field]
    /// The services that it gets, by how and under which name.
    let dependencies: [ExactText: [ExactText]]
    let hasHooks: Bool
    /// The services that it starts after, by the keys that these are given by.
    let after: [String]
    let tags: [Tag]
    let isInline: Bool
    /// Whether a factory of the program's own makes it, whose code nothing can compare.
    let isOwn: Bool

    var values: [ExactText: ComparedValue] {
      Dictionary(first: fields.map { (ExactText($0.name), $0.value) })
    }

    /// Whether two are equal in all that a program observes.
    func observesSame(as other: Self) -> Bool {
      dependencies == other.dependencies
        && fields.compactMap(\.observed) == other.fields.compactMap(\.observed)
    }

    func tag(_ name: String) -> Tag? { tags.first { $0.name == name } }
  }

  /// A field with its value: `type`, `timeouts.start`, `arguments.port`.
  struct Field: Sendable {
    let name: String
    var value: ComparedValue

    /// What a program observes of it; nil if that is a dependency.
    var observed: Observed? { value.observed.map { Observed(name: ExactText(name), value: $0) } }

    struct Observed: Hashable {
      let name: ExactText
      let value: JSONTree
    }
  }

  /// A tag of a service.
  struct Tag: Sendable {
    let name: String
    let priority: Int?
    let place: WiringDifference.Place?
  }

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
  let services: [Service]
  let positions: [ExactText: Int]
  /// The keys of disabled entries, with the places that disable them.
  let disabled: [ExactText: WiringDifference.Place?]
  /// Which service an alias is a second key of.
  let aliases: [ExactText: Field]
  /// The parameters with their parts, each under its whole name; those of a map are parts.
  let parameters: [ExactText: Field]
  /// What each parameter or part is read by: the names that lead to a value, such as `services`, `server`.
  let readers: [ExactText: [[String]]]
  let tags: [ExactText: [String]]
  let factories: [ExactText: JSONTree]
  let variables: [ExactText: Variable]

  /// Reads a model, in which keys may have other names than in the file.
  init(_ wiring: ComparedWiring, renamed: [ExactText: String] = [:], showsOmissions: Bool) {
    let tree = wiring.tree
    scopes = tree["scopes"].texts
    let all = tree["services"].elements
    let enabled = all.filter { $0["enabled"] != .bool(false) && !$0["inherited"].isTrue }
    roots = enabled.filter { $0["root"].isTrue }.compactMap { $0["key"].text }
      .map { renamed[ExactText($0)] ?? $0 }
    secrets = showsOmissions ? Self.secrets(in: tree) : []
    let form = ObservedForm(services: enabled, renamed, showsOmissions)
    let edges = Dictionary(grouping: tree["edges"].elements) { ExactText($0["from"].text ?? "") }
    services = enabled.map { form.service($0, edges[ExactText($0["key"].text ?? "")] ?? []) }
    positions = Dictionary(first: services.enumerated().map { (ExactText($1.key), $0) })
    disabled = Dictionary(
      first: all.filter { $0["enabled"] == .bool(false) }.map { entry in
        let field = entry["fields"].elements.first { $0["name"].text == "enabled" }
        return (
          ExactText(entry["key"].text ?? ""),
          WiringDifference.Place((field ?? entry)["origin"]["place"])
        )
      })
    aliases = Dictionary(
      first: tree["aliases"].elements.map { alias in
        let key = alias["key"].text ?? ""
        let target = JSONTree.object([
          .init("kind", .text(ExactText("reference"))), .init("key", alias["target"]),
        ])
        return (
          ExactText(key), Field(name: key, value: form.value(target, at: alias["origin"]["place"]))
        )
      })
    var parts: [ExactText: Field] = [:]
    for parameter in tree["parameters"].elements where parameter["value"] != .null {
      form.addParts(of: parameter["value"], named: parameter["name"].text ?? "", to: &parts)
    }
    parameters = parts
    readers = tree["parameters"].elements.flatMap { $0["uses"].elements }.reduce(into: [:]) {
      $0[ExactText($1["name"].text ?? ""), default: []].append($1["path"].texts)
    }
    tags = Dictionary(
      first: tree["tags"].elements.map {
        (ExactText($0["name"].text ?? ""), $0["members"].texts.map { renamed[ExactText($0)] ?? $0 })
      })
    let types = Set(services.map { ExactText($0.type) })
    factories = Dictionary(
      first: tree["catalog"].elements.map {
        (ExactText($0["name"].text ?? ""), form.factory($0, isOwn: false))
      }
      .filter { types.contains($0.0) })
    variables = Dictionary(
      first: tree["variables"].elements.map {
        (
          ExactText($0["name"].text ?? ""),
          Variable(isNeeded: $0["needed"].isTrue, isSecret: $0["secret"].isTrue)
        )
      })
  }

  private static func secrets(in tree: JSONTree) -> Set<Int> {
    var result: Set<Int> = []
    var pending = [tree]
    while let next = pending.popLast() {
      if next["kind"].text == "secret", let number = next["omitted"].number {
        result.insert(number)
      }
      pending += next.elements + next.members.map(\.value)
    }
    return result
  }

  func service(_ key: String) -> Service? { positions[ExactText(key)].map { services[$0] } }
}
