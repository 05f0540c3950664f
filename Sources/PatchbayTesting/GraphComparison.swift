import PatchbayDiagnostics

/// What differs between two models in JSON, as far as a program can observe it.
struct GraphComparison {
  /// One line for each changed key, in the order of the sections.
  private(set) var changes: [String] = []

  /// What only persons read: places, and texts about services.
  private static let unobserved: Set<String> = [
    "autowire", "autowired", "deprecated", "description", "fields", "origin", "place", "provides",
    "purpose",
    "root", "signature", "summary", "uses",
  ]

  /// Compares the committed model with the current one.
  init(committed: JSONValue, current: JSONValue) {
    let (old, new) = (committed.without(Self.unobserved), current.without(Self.unobserved))
    if old["scopes"] != new["scopes"] { changes.append("the scopes changed") }
    add(Self.services(old), Self.services(new), "service")
    add(Self.named(old["catalog"], by: "name"), Self.named(new["catalog"], by: "name"), "factory")
    add(Self.named(old["tags"], by: "name"), Self.named(new["tags"], by: "name"), "tag")
    add(
      Self.named(old["parameters"], by: "name"), Self.named(new["parameters"], by: "name"),
      "parameter")
  }

  /// The enabled services by their keys, each with its dependencies.
  private static func services(_ model: JSONValue) -> [String: JSONValue] {
    var edges: [String: [JSONValue]] = [:]
    for edge in model["edges"]?.elements ?? [] {
      edges[edge["from"]?.text ?? "", default: []].append(edge.without(["from", "tag"]))
    }
    let services = named(model["services"], by: "key").filter {
      $0.value["enabled"] != .bool(false)
    }
    return services.reduce(into: [:]) { result, service in
      guard case .object(var members) = service.value else { return }
      for name in ["arguments", "properties"] {
        members[name] = .object(named(members[name], by: "name"))
      }
      members["dependencies"] = .array(edges[service.key] ?? [])
      result[service.key] = .object(members)
    }
  }

  /// The elements of an array by a member of each.
  private static func named(_ array: JSONValue?, by name: String) -> [String: JSONValue] {
    Dictionary(last: (array?.elements ?? []).map { ($0[name]?.text ?? "", $0) })
  }

  private mutating func add(
    _ old: [String: JSONValue], _ new: [String: JSONValue], _ kind: String
  ) {
    for key in Set(old.keys).union(new.keys).sorted() where old[key] != new[key] {
      switch (old[key], new[key]) {
      case (nil, _): changes.append("+ \(kind) `\(key)`")
      case (_, nil): changes.append("- \(kind) `\(key)`")
      case (let old?, let new?):
        changes.append("~ \(kind) `\(key)`: \(Self.differences(old, new).joined(separator: "; "))")
      }
    }
  }

  /// The members that differ between two objects; with both values if these are short.
  private static func differences(_ old: JSONValue, _ new: JSONValue) -> [String] {
    guard case .object(let before) = old, case .object(let after) = new else { return ["changed"] }
    return Set(before.keys).union(after.keys).sorted().flatMap { name -> [String] in
      let (old, new) = (before[name], after[name])
      if old == new { return [] }
      if name == "arguments" || name == "properties", let old, let new {
        return differences(old, new).map { "\(name.dropLast()) \($0)" }
      }
      guard let new = shown(new), let old = shown(old) else { return ["`\(name)` changed"] }
      return ["`\(name)` is \(new), was \(old)"]
    }
  }

  /// A value in few words; nil for a larger one.
  private static func shown(_ value: JSONValue?) -> String? {
    switch value {
    case nil: "not there"
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): number
    case .string(let text): "`\(text)`"
    case .array(let elements):
      elements.allSatisfy { $0.text != nil }
        ? "[\(elements.compactMap(\.text).joined(separator: ", "))]" : nil
    case .object(let members):
      // The value of an argument.
      (members["value"]?["text"] ?? members["value"]?["key"]).flatMap(shown)
    }
  }
}
