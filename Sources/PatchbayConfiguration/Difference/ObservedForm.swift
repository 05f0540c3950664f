import PatchbayCore
import PatchbayDiagnostics

/// A value of a model, as a comparison sees it.
struct ComparedValue: Sendable {
  /// What a program observes of it; nil for a service, of which it observes the dependency.
  var observed: JSONTree?
  /// The same with the keys that are written: `!ref link` and `!ref store` may be one service.
  var written: JSONTree
  /// As a configuration writes it, without secrets.
  let shown: String
  let place: WiringDifference.Place?
  /// How many layers below it set the same.
  var overrides = 0

  var isSecret: Bool { written["kind"].text == "secret" }
  /// Whether it is a secret, or a part of it is.
  var hasSecret: Bool { Self.hasSecret(written) }
  /// The text that it gives where it is a part of another one.
  var text: String { ObservedForm.text(of: written) }

  private static func hasSecret(_ tree: JSONTree) -> Bool {
    tree["kind"].text == "secret" || tree["omitted"] != .null || tree["incomplete"].isTrue
      || (tree.elements + tree.members.map(\.value)).contains(where: hasSecret)
  }

}

/// Reads the parts of a model that a program observes, without what is for persons or follows from others.
struct ObservedForm {
  /// The service that each key resolves to: aliases followed, the outermost decorator first.
  private var given: [ExactText: String] = [:]
  /// The key of the service that each key or alias is one of.
  private var originals: [ExactText: String] = [:]
  /// The keys of one side that are others in the comparison.
  private let renamed: [ExactText: String]
  private let showsOmissions: Bool

  init(services: [JSONTree], _ renamed: [ExactText: String], _ showsOmissions: Bool) {
    (self.renamed, self.showsOmissions) = (renamed, showsOmissions)
    for service in services {
      let key = service["key"].text ?? ""
      let outermost = name(service["decorators"].texts.last ?? key)
      for other in [key] + service["aliases"].texts {
        given[ExactText(name(other))] = outermost
        originals[ExactText(name(other))] = name(key)
      }
    }
  }

  private func name(_ key: String) -> String {
    renamed.isEmpty ? key : renamed[ExactText(key)] ?? key
  }

  // MARK: Values

  func value(_ tree: JSONTree, at place: JSONTree? = nil) -> ComparedValue {
    ComparedValue(
      observed: observed(tree, resolves: true), written: observed(tree, resolves: false),
      shown: Self.shown(tree), place: .init(place ?? tree["origin"]["place"]),
      overrides: tree["origin"]["overrides"].elements.count)
  }

  /// Returns a value without its places. Of a service it keeps the key that is written, or the one that it resolves to.
  private func observed(_ tree: JSONTree, resolves: Bool) -> JSONTree {
    switch tree {
    case .array(let elements): return .array(elements.map { observed($0, resolves: resolves) })
    case .object(let members):
      let kind = tree["kind"].text
      if kind == "reference" || kind == "optional", let key = tree["key"].text.map(name) {
        let key = resolves ? given[ExactText(key)] : key
        return .object([.init("kind", .text(ExactText("service"))), .init("to", .init(key))])
      }
      // Of a text that is not shown, all is left out.
      let isWhole =
        kind == "text" || kind == "external" || kind == "secret" && tree["sources"] == .array([])
      return .object(
        members.compactMap { member in
          switch member.name.text {
          case "origin", "purpose": nil
          case "incomplete" where isWhole: nil
          case "omitted" where !showsOmissions: nil
          case "entries":
            .init(
              "entries",
              .array(sorted(member.value.elements).map { observed($0, resolves: resolves) }))
          default: .init(member.name.text, observed(member.value, resolves: resolves))
          }
        })
    default: return tree
    }
  }

  /// Returns the entries of a map, whose order no program can observe.
  private func sorted(_ entries: [JSONTree]) -> [JSONTree] {
    entries.sortedByBytes { $0["key"].text ?? "" }
  }

  /// Returns a value as a configuration writes it.
  private static func shown(_ tree: JSONTree) -> String {
    switch tree["kind"].text {
    case "text": quoted(tree["text"].text ?? "")
    case "composed": tree["parts"].elements.map(piece).joined()
    case "secret": "[secret]"
    case "external": "[external]"
    case "list": "[\(tree["elements"].elements.map(shown).joined(separator: ", "))]"
    case "map" where tree["entries"].elements.isEmpty: "{}"
    case "map":
      "{ \(tree["entries"].elements.map { "\($0["key"].text ?? ""): \(shown($0["value"]))" }.joined(separator: ", ")) }"
    case "reference": "!ref \(tree["key"].text ?? "")"
    case "optional": "!optional \(tree["key"].text ?? "")"
    case "tagged": "!tagged \(tree["tag"].text ?? "")"
    case "inner": "!inner"
    case "inline": "!inline"
    default: "null"
    }
  }

  /// Returns a text as it is, with the `$(…)` that it is made of; empty for any other value.
  static func text(of tree: JSONTree) -> String {
    tree["text"].text ?? tree["parts"].elements.map(piece).joined()
  }

  /// Returns a text with quotes where it could be taken for another one, or for a word of the comparison.
  private static func quoted(_ text: String) -> String {
    let words = ["none", "not set", "null", "secret", "open", "[secret]", "[external]"]
    let isAmbiguous =
      text.isEmpty || text.first?.isWhitespace == true || text.last?.isWhitespace == true
      || words.contains(text) || text.contains(text: "→") || text.contains(text: "\"")
    return isAmbiguous ? ScalarText.doubleQuoted(text) : text
  }

  /// Returns a part of a text: `$(env:PORT:-80)`; `…` for a path that is not shown.
  private static func piece(_ tree: JSONTree) -> String {
    if let text = tree["text"].text { return text }
    let parts = tree["pathParts"].elements
    let path = parts.isEmpty ? tree["path"].text ?? "…" : parts.map(piece).joined()
    let name =
      switch tree["kind"].text {
      case "variable": "env:\(tree["name"].text ?? "")"
      case "registered": "\(tree["name"].text ?? ""):\(path)"
      case let kind: "\(kind ?? ""):\(path)"
      }
    let fallback = tree["default"]
    return "$(\(name)\(fallback == .null ? "" : ":-\(shown(fallback))"))"
  }

  /// Adds a parameter under its name, and the entries of its maps under theirs: `http.port`.
  func addParts(
    of tree: JSONTree, named name: String, to parts: inout [ExactText: ObservedWiring.Field]
  ) {
    let entries = tree["kind"].text == "map" ? tree["entries"].elements : []
    for entry in entries {
      addParts(of: entry["value"], named: "\(name).\(entry["key"].text ?? "")", to: &parts)
    }
    // A map with entries is its entries.
    if entries.isEmpty { parts[ExactText(name)] = .init(name: name, value: value(tree)) }
  }

  // MARK: Services and factories

  func service(_ tree: JSONTree, _ edges: [JSONTree]) -> ObservedWiring.Service {
    let origins = Dictionary(
      first: tree["fields"].elements.map {
        (ExactText($0["name"].text ?? ""), $0["origin"])
      })
    let origin = tree["origin"]
    func field(_ name: String, _ tree: JSONTree, _ shown: String, of parent: String? = nil)
      -> ObservedWiring.Field
    {
      let origin = origins[ExactText(parent ?? name)] ?? origin
      return .init(
        name: name,
        value: ComparedValue(
          observed: tree, written: tree, shown: shown, place: .init(origin["place"]),
          overrides: origin["overrides"].elements.count))
    }
    func text(_ name: String, _ tree: JSONTree, of parent: String? = nil) -> ObservedWiring.Field {
      field(
        name, tree,
        tree.text ?? tree.number.map(String.init) ?? (tree == .null ? "none" : "\(tree.isTrue)"),
        of: parent)
    }
    func list(_ name: String, _ texts: [String], of parent: String? = nil) -> ObservedWiring.Field {
      field(
        name, .array(texts.map(JSONTree.init)),
        texts.isEmpty ? "none" : texts.joined(separator: ", "), of: parent)
    }
    let timeouts = tree["timeouts"]
    let pause = tree["retry"]["pause"]
    let own = tree["factory"]
    var provides = list("provides", tree["contracts"].texts.sortedByBytes { $0 })
    // What it is found by follows from its type and its decorators where it is not narrowed.
    provides.value.written = tree["provides"]
    // An alias starts with its service.
    let first = tree["after"].texts.map { originals[ExactText(name($0))] ?? name($0) }
    var after = list("after", tree["after"].texts.map(name).sortedByBytes { $0 })
    after.value.observed = .array(first.sortedByBytes { $0 }.map(JSONTree.init))
    var fields = [
      text("type", tree["type"]),
      text("scope", tree["scope"]),
      text("eager", tree["eager"]),
      list("decorators", tree["decorators"].texts.map(name), of: "key"),
      provides,
      list("aliases", tree["aliases"].texts.sortedByBytes { $0 }, of: "key"),
      after,
      text("timeouts.start", timeouts["start"], of: "timeouts"),
      text("timeouts.stop", timeouts["stop"], of: "timeouts"),
      text("retry.attempts", tree["retry"]["attempts"], of: "retry"),
      field(
        "retry.pause", pause,
        pause == .null ? "none" : "\(pause["from"].text ?? "") to \(pause["to"].text ?? "")",
        of: "retry"),
      text("ends", tree["ends"]),
      field(
        "factory", factory(own, isOwn: true), own == .null ? "none" : own["signature"].text ?? ""),
    ]
    for section in ["arguments", "properties"] {
      fields += named(tree[section]).map { .init(name: "\(section).\($0.name)", value: $0.value) }
    }
    // A field whose text is not known counts by its source, and not by what is assumed of it.
    for unknown in named(tree["unknown"]) {
      fields.removeAll { $0.name == unknown.name }
      fields.append(unknown)
    }
    var dependencies: [ExactText: [ExactText]] = [:]
    for edge in edges {
      let label = "\(edge["kind"].text ?? "") \(edge["name"].text ?? "")"
      dependencies[ExactText(label), default: []].append(ExactText(name(edge["to"].text ?? "")))
    }
    return ObservedWiring.Service(
      key: name(tree["key"].text ?? ""), type: tree["type"].text ?? "",
      scope: tree["scope"].text ?? "",
      decorates: tree["decorates"].text.map(name), place: .init(origin["place"]),
      fields: fields,
      dependencies: dependencies, hasHooks: !tree["hooks"].elements.isEmpty,
      after: tree["after"].texts.map { given[ExactText(name($0))] ?? name($0) },
      tags: tree["tags"].elements.map {
        .init(
          name: $0["name"].text ?? "", priority: $0["priority"].number,
          place: .init($0["origin"]["place"]))
      },
      isInline: tree["owner"] != .null, isOwn: own != .null)
  }

  /// Returns arguments, sorted by their names.
  private func named(_ tree: JSONTree) -> [ObservedWiring.Field] {
    tree.elements.sortedByBytes { $0["name"].text ?? "" }.map { argument in
      var value = value(argument["value"])
      if isService(argument["value"]) { value.observed = nil }
      return .init(name: argument["name"].text ?? "", value: value)
    }
  }

  private func isService(_ tree: JSONTree) -> Bool {
    ["reference", "optional", "tagged", "inline", "inner"].contains(tree["kind"].text)
  }

  /// Returns what counts of a factory: that of the program's own by its parameters and its product, that of the catalog
  /// by its name as well.
  func factory(_ tree: JSONTree, isOwn: Bool) -> JSONTree {
    if tree == .null { return .null }
    return .object([
      .init("name", isOwn ? .null : tree["name"]),
      .init("contracts", .array(Array(tree["contracts"].elements.prefix(1)))),
      .init("parameters", tree["parameters"]),
      .init(
        "properties", .array(tree["properties"].elements.sortedByBytes { $0["name"].text ?? "" })),
    ])
  }
}

extension JSONTree {
  fileprivate init(_ text: String?) { self = text.map { .text(ExactText($0)) } ?? .null }
}
