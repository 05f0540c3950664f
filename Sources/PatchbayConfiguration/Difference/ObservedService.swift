import PatchbayCore
import PatchbayDiagnostics

/// A service, a decorator or an inline service.
struct ObservedService: Sendable {
  let key: String
  let type: String
  /// What a program observes of it by itself.
  let observed: JSON
  /// The services that it gets, by how and under which name.
  let dependencies: [ExactText: [ExactText]]
  private let tree: JSON
  private let form: ObservedJSON

  /// Takes a service of a model, with its factory and the dependencies that it has.
  init(_ tree: JSON, _ edges: [JSON], of factory: JSON, as form: ObservedJSON) {
    // The services of a dictionary have no order.
    let dictionaries = (factory["parameters"].elements + factory["properties"].elements)
      .filter { $0["kind"].string == "servicesByKey" }.map { $0["name"] }
    let sorted = edges.filter { dictionaries.contains($0["name"]) }
      .sortedByBytes { $0["to"].string ?? "" }
    let edges = sorted + edges.filter { !dictionaries.contains($0["name"]) }
    (self.tree, self.form) = (tree, form)
    key = form.name(tree["key"].string ?? "")
    type = tree["type"].string ?? ""
    observed = form.service(tree)
    dependencies = edges.reduce(into: [:]) { result, edge in
      let label = "\(edge["kind"].string ?? "") \(edge["name"].string ?? "")"
      result[ExactText(label), default: []].append(ExactText(form.name(edge["to"].string ?? "")))
    }
  }

  var scope: String { tree["scope"].string ?? "" }
  var decorates: String? { tree["decorates"].string.map(form.name) }
  var place: WiringDifference.Place? { .init(tree["origin"]["place"]) }
  var hasHooks: Bool { !tree["hooks"].elements.isEmpty }
  var isInline: Bool { tree["owner"] != .null }
  /// Whether a factory of the program's own makes it, whose code nothing can compare.
  var isOwn: Bool { tree["factory"] != .null }
  /// The services that it starts after, by the keys that these are given by.
  var after: [String] { tree["after"].strings.map { form.resolvedKey(for: $0) ?? form.name($0) } }

  /// A tag of a service.
  struct Tag: Sendable {
    let name: String
    let priority: Int?
    let place: WiringDifference.Place?
  }

  var tags: [Tag] {
    tree["tags"].elements.map {
      Tag(
        name: $0["name"].string ?? "", priority: $0["priority"].int,
        place: .init($0["origin"]["place"]))
    }
  }

  func tag(_ name: String) -> Tag? { tags.first { $0.name == name } }

  /// Whether two are equal in all that a program observes.
  func observesSame(as other: Self) -> Bool {
    dependencies == other.dependencies && observed == other.observed
  }

  /// What a program observes of a service apart from its own keys.
  struct Nameless: Hashable {
    fileprivate let observed: JSON
    fileprivate let dependencies: [ExactText: [ExactText]]
  }

  var nameless: Nameless {
    // An alias with the old key often stays behind.
    let members = observed.members.filter { !["key", "aliases"].contains($0.name.text) }
    return Nameless(observed: .object(members), dependencies: dependencies)
  }
}

// The fields of its entry.
extension ObservedService {
  /// A field with its value: `type`, `timeouts.start`, `arguments.port`.
  struct Field: Sendable {
    let name: String
    var value: ComparedValue
  }

  /// The fields of the entry and its arguments, in the order in which a reader looks for them.
  var fields: [Field] {
    let origins = Dictionary(
      first: tree["fields"].elements.map { (ExactText($0["name"].string ?? ""), $0["origin"]) })
    let origin = tree["origin"]
    func field(_ name: String, _ tree: JSON, _ shown: String, of parent: String? = nil) -> Field {
      let origin = origins[ExactText(parent ?? name)] ?? origin
      return Field(
        name: name,
        value: ComparedValue(
          observed: tree, written: tree, shown: shown, place: .init(origin["place"]),
          overrides: origin["overrides"].elements.count))
    }
    func text(
      _ name: String, _ tree: JSON, of parent: String? = nil, unset: String = "none"
    ) -> Field {
      field(
        name, tree,
        tree.string ?? tree.int.map(String.init) ?? (tree == .null ? unset : "\(tree.isTrue)"),
        of: parent)
    }
    func list(_ name: String, _ texts: [String], of parent: String? = nil) -> Field {
      field(name, texts.json, texts.isEmpty ? "none" : texts.joined(separator: ", "), of: parent)
    }
    let timeouts = tree["timeouts"]
    let (attempts, pause) = (tree["retry"]["attempts"], tree["retry"]["pause"])
    let noPause = attempts == .null ? "none" : "0.2s to 5s (the default)"
    let own = tree["factory"]
    var provides = list("provides", tree["contracts"].strings.sortedByBytes { $0 })
    // What it is found by follows from its type and its decorators where it is not narrowed.
    provides.value.written = tree["provides"]
    // An alias starts with its service.
    let first = tree["after"].strings.map(form.original)
    var after = list("after", tree["after"].strings.map(form.name).sortedByBytes { $0 })
    after.value.observed = first.sortedByBytes { $0 }.json
    var fields = [
      text("type", tree["type"]),
      text("scope", tree["scope"]),
      text("eager", tree["eager"]),
      list("decorators", tree["decorators"].strings.map(form.name), of: "key"),
      provides,
      list("aliases", tree["aliases"].strings.sortedByBytes { $0 }, of: "key"),
      after,
      text("timeouts.start", timeouts["start"], of: "timeouts"),
      text("timeouts.stop", timeouts["stop"], of: "timeouts"),
      text("retry.attempts", attempts, of: "retry", unset: "1 (the default)"),
      field(
        "retry.pause", pause,
        pause == .null ? noPause : "\(pause["from"].string ?? "") to \(pause["to"].string ?? "")",
        of: "retry"),
      text("ends", tree["ends"], unset: "stop (the default)"),
      field(
        "factory", own == .null ? own : form.factory(own, isOwn: true),
        own == .null ? "none" : own["signature"].string ?? ""),
    ]
    for section in ["arguments", "properties"] {
      fields += named(tree[section]).map { .init(name: "\(section).\($0.name)", value: $0.value) }
    }
    // A field whose text is not known counts by its source, and not by what is assumed of it.
    for unknown in named(tree["unknown"]) {
      fields.removeAll { $0.name == unknown.name }
      fields.append(unknown)
    }
    return fields
  }

  /// Returns arguments, sorted by their names.
  private func named(_ tree: JSON) -> [Field] {
    tree.elements.sortedByBytes { $0["name"].string ?? "" }.map { argument in
      Field(
        name: argument["name"].string ?? "", value: ComparedValue(argument["value"], as: form))
    }
  }
}
