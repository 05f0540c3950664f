import PatchbayConfiguration
import TestSupport

@testable import PatchbayCore

/// What every product of ``RandomWirings`` is found by.
protocol Part: Sendable { var text: String { get } }
/// What only some of them are found by.
protocol Odd: Part {}
protocol Even: Part {}

final class Leaf: Odd, Even {
  let text: String
  init(_ name: String, _ text: String) { self.text = "\(name)(\(text))" }
}

struct Pair: Odd {
  let text: String
  init(_ one: (any Odd)?, _ parts: [any Part]) {
    text = "pair(\(one?.text ?? "-"), \(parts.map(\.text)))"
  }
}

final class Around: Odd, Even {
  let text: String
  init(_ inner: any Part, _ name: String) { text = "\(name)<\(inner.text)>" }
}

struct Later: Part {
  let text: String
  init(_ part: Lazy<any Part>, _ other: Provider<any Part>) { text = "later" }
}

extension FactoryCatalog {
  static let random = FactoryCatalog("random") {
    Factory("Leaf", .value("text", default: "leaf")) { (text: String) in Leaf("leaf", text) }
      .provides { $0 as any Odd }.provides { $0 as any Part }
    Factory("Twin", .value("text", default: "twin"), .value("size", default: 1)) {
      (text: String, size: Int) in Leaf("twin", "\(text) \(size)")
    }
    .provides { $0 as any Even }.provides { $0 as any Part }.provides { $0 as any Odd }
    Factory("Same", .value("text", default: "same")) { (text: String) in Leaf("same", text) }
      .provides { $0 as any Odd }.provides { $0 as any Part }
      .property("note", value: String.self) { _, _ in }
    Factory(async: "Slow", .value("text", default: "slow")) { (text: String) in
      Leaf("slow", text)
    }
    .provides { $0 as any Odd }.provides { $0 as any Part }
    Factory("Pair", .optional("one"), .services("parts")) {
      (one: (any Odd)?, parts: [any Part]) in Pair(one, parts)
    }
    .provides { $0 as any Part }.provides { $0 as any Odd }
    Factory("Around", .service("inner")) { (inner: any Part) in Around(inner, "around") }
      .provides { $0 as any Odd }.provides { $0 as any Part }
    Factory("Holder", .service("inner")) { (inner: any Even) in Around(inner, "holder") }
      .provides { $0 as any Part }.provides { $0 as any Odd }
    Factory("Found", .service("inner")) { (inner: any Even) in Around(inner, "found") }
      .provides { $0 as any Part }
    Factory("Maybe", .optional("even")) { (even: (any Even)?) in Leaf("maybe", even?.text ?? "-") }
      .provides { $0 as any Part }
    Factory("Later", .lazy("part"), .provider("other")) {
      (part: Lazy<any Part>, other: Provider<any Part>) in Later(part, other)
    }
    .provides { $0 as any Part }
    Factory("Asked", .argument("name")) { (name: String) in Leaf("asked", name) }
      .provides { $0 as any Part }
  }
}

/// Configurations and overlays with every field of the format, small, and most of them valid.
struct RandomWirings {
  private var numbers: SplitMix
  private var keys: [String] = []
  /// Whether the current wiring has only what most wirings have.
  private var isPlain = false

  init(state: UInt64) { numbers = SplitMix(state: state) }

  private mutating func one(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &numbers) == 0
  }

  /// Whether the wiring gets something that most have not.
  private mutating func rarely(in count: Int) -> Bool { one(in: count) && !isPlain }

  private mutating func any(_ texts: String...) -> String {
    texts.randomElement(using: &numbers) ?? ""
  }

  private mutating func key() -> String { keys.randomElement(using: &numbers) ?? "s0" }

  mutating func base() -> String {
    keys = []
    isPlain = !one(in: 3)
    var text = """
      scopes: [request]
      parameters: { name: base, size: 3, unused: \(one(in: 2) ? "x" : "y") }
      templates: { common: { type: Leaf, arguments: { text: common } } }

      """
    if rarely(in: 4) { text += "defaults: { autowire: true }\n" }
    text += "services:\n"
    for index in 0..<Int.random(in: 3..<9, using: &numbers) {
      // An upper service may be defined before the ones that it needs.
      text += "  s\(index): \(entry(isNew: true))\n"
      keys.append("s\(index)")
    }
    if rarely(in: 3) { text += "  other: { alias: \(key()) }\n" }
    if rarely(in: 4) { text += "  kind: { extends: \(any("common", key())) }\n" }
    if rarely(in: 4) {
      text += "  outer: { type: Around, decorates: \(key()), arguments: { inner: !inner } }\n"
    }
    if rarely(in: 6) {
      text += "  off: { type: Around, enabled: false, arguments: { inner: !ref \(key()) } }\n"
    }
    return text
  }

  mutating func overlay() -> String {
    if rarely(in: 4) { return "parameters: { \(any("name", "size", "unused")): 7 }" }
    var text = "services:\n"
    var named: Set<String> = []
    for _ in 0..<(one(in: 3) ? 2 : 1) {
      let key = rarely(in: 8) ? any("new", "other", "kind", "outer", "off") : key()
      guard named.insert(key).inserted else { continue }
      text += "  \(key): \(change())\n"
    }
    return text
  }

  private mutating func change() -> String {
    switch Int.random(in: 0..<(isPlain ? 9 : 10), using: &numbers) {
    case 0..<5: return entry(isNew: false)
    case 5: return "{ arguments: { text: changed } }"
    case 6:
      return
        "{ arguments: { text: \(any("$(name)", "a $(name) b", "!secret hush", "!remove", "7")) } }"
    case 7: return "{ arguments: { \(any("inner", "one")): !ref \(key()) } }"
    case 8:
      return
        "{ \(any("scope: transient", "scope: request", "eager: true", "tags: [t]", "enabled: false", "description: x", "deprecated: old", "timeouts: { start: 1s }", "provides: [Part]", "after: [\(key())]")) }"
    default:
      return any(
        "!remove", "{ alias: \(key()) }", "{ extends: common }", "{ size: 1 }",
        "!replace { type: Leaf }")
    }
  }

  /// A definition; it names only keys that are there, so that most have no cycle.
  private mutating func entry(isNew: Bool) -> String {
    var fields: [String] = []
    let other = isNew && keys.isEmpty ? nil : key()
    switch Int.random(in: 0..<(other == nil ? 3 : 9), using: &numbers) {
    case 0: fields = ["type: Leaf", "arguments: { text: \(any("one", "$(name)", "$(size)")) }"]
    case 1:
      fields = ["type: \(any("Twin", "Twin", "Slow"))", "arguments: { text: \(any("a", "b")) }"]
    case 2:
      fields = ["type: Same", any("properties: { note: n }", "description: same", "arguments: {}")]
    case 3:
      fields = [
        "type: Pair",
        "arguments: { one: \(any("!ref \(other ?? "")", "!optional \(other ?? "")", "null", "!optional none")), parts: \(any("!tagged t", "[!ref \(other ?? "")]", "[]")) }",
      ]
    case 4: fields = ["type: Around", "arguments: { inner: !ref \(other ?? "") }"]
    case 5: fields = ["type: Holder", "arguments: { inner: !ref \(other ?? "") }"]
    case 6: fields = ["type: \(any("Found", "Pair", "Around"))", "autowire: true"]
    case 7:
      fields = ["type: Later", "arguments: { part: !ref \(other ?? ""), other: !ref \(key()) }"]
    default:
      fields = [
        "type: Around",
        "arguments: { inner: \(any("!inline { type: Leaf }", "!ref \(other ?? "")")) }",
      ]
    }
    if one(in: isPlain ? 6 : 3) {
      fields.append("scope: \(any("singleton", "transient", "transient", "graph", "request"))")
    }
    if rarely(in: 6) { fields.append("tags: [\(any("t", "u"))]") }
    if one(in: 10) { fields.append("eager: true") }
    if rarely(in: 15) { fields.append("deprecated: old") }
    if rarely(in: 10) { fields.append("provides: [\(any("Part", "Odd"))]") }
    if isNew, rarely(in: 20), let other { fields.append("after: [\(other)]") }
    return "{ \(fields.joined(separator: ", ")) }"
  }
}
