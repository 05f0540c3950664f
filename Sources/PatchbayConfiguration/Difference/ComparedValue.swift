import PatchbayCore
import PatchbayDiagnostics

/// A value of a model, as a comparison sees it.
struct ComparedValue: Sendable {
  /// What a program observes of it; nil for a service, of which it observes the dependency.
  var observed: JSON?
  /// The same with the keys that are written: `!ref link` and `!ref store` may be one service.
  var written: JSON
  /// As a configuration writes it, without secrets.
  let shown: String
  let place: WiringDifference.Place?
  /// How many layers below it set the same.
  var overrides = 0
  /// The elements that layers above the list add to it, by `!append` or `!prepend`, with where they do.
  var additions: [(element: JSON, place: WiringDifference.Place?)] = []

  var isSecret: Bool { written["kind"].string == "secret" }
  /// Whether it is a secret, or a part of it is.
  var hasSecret: Bool { Self.hasSecret(written) }
  /// Returns where the first element is added that another list does not have; nil if there is none.
  func addition(missingIn other: Self) -> WiringDifference.Place? {
    let elements = other.written["elements"].elements
    return additions.first { !elements.contains($0.element) }?.place
  }

  /// The text that it gives where it is a part of another one.
  var text: String { Self.text(of: written) }

  private static func hasSecret(_ tree: JSON) -> Bool {
    tree["kind"].string == "secret" || tree["omitted"] != .null || tree["incomplete"].isTrue
      || (tree.elements + tree.members.map(\.value)).contains(where: hasSecret)
  }
}

extension ComparedValue {
  /// Takes a value of a model.
  init(_ tree: JSON, as form: ObservedJSON) {
    self.init(
      observed: form.isService(tree) ? nil : form.value(tree),
      written: form.value(tree, resolves: false),
      shown: Self.shown(tree) + Self.keys(tree, as: form),
      place: .init(tree["origin"]["place"]),
      overrides: tree["origin"]["overrides"].elements.count,
      additions: tree["elements"].elements.filter {
        $0["origin"]["layer"] != tree["origin"]["layer"]
      }
      .map { element in
        let origin = element["origin"]
        return (
          form.value(element, resolves: false),
          .init(origin["through"].elements.first ?? origin["place"])
        )
      })
  }

  /// Returns the keys that `!tagged { tag: handler, key: path }` gives; empty for any other value.
  private static func keys(_ tree: JSON, as form: ObservedJSON) -> String {
    guard tree["kind"].string == "tagged", !form.isService(tree) else { return "" }
    let keys = form.keys(of: tree).map { "\(shown($0["value"])): \($0["service"].string ?? "")" }
    return " = { \(keys.joined(separator: ", ")) }"
  }

  /// Returns a value as a configuration writes it.
  private static func shown(_ tree: JSON) -> String {
    switch tree["kind"].string {
    case "text": quoted(tree["text"].string ?? "")
    case "composed": tree["parts"].elements.map(piece).joined()
    case "secret": "[secret]"
    case "external": "[external]"
    case "list": "[\(tree["elements"].elements.map(shown).joined(separator: ", "))]"
    case "map" where tree["entries"].elements.isEmpty: "{}"
    case "map":
      "{ \(tree["entries"].elements.map { "\($0["key"].string ?? ""): \(shown($0["value"]))" }.joined(separator: ", ")) }"
    case "reference": "!ref \(tree["key"].string ?? "")"
    case "optional": "!optional \(tree["key"].string ?? "")"
    case "tagged" where tree["key"] == .null: "!tagged \(tree["tag"].string ?? "")"
    case "tagged": "!tagged { tag: \(tree["tag"].string ?? ""), key: \(tree["key"].string ?? "") }"
    case "inner": "!inner"
    case "inline": "!inline"
    default: "null"
    }
  }

  /// Returns a text as it is, with the `$(…)` that it is made of; empty for any other value.
  static func text(of tree: JSON) -> String {
    tree["text"].string ?? tree["parts"].elements.map(piece).joined()
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
  private static func piece(_ tree: JSON) -> String {
    if let text = tree["text"].string { return text }
    let parts = tree["pathParts"].elements
    let path = parts.isEmpty ? tree["path"].string ?? "…" : parts.map(piece).joined()
    let name =
      switch tree["kind"].string {
      case "variable": "env:\(tree["name"].string ?? "")"
      case "registered": "\(tree["name"].string ?? ""):\(path)"
      case let kind: "\(kind ?? ""):\(path)"
      }
    let fallback = tree["default"]
    let sign = tree["keepsEmpty"] == .null ? ":-" : "??"
    return "$(\(name)\(fallback == .null ? "" : "\(sign)\(shown(fallback))"))"
  }
}
