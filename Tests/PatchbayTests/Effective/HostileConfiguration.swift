import Patchbay

/// Services and parameters with texts that mean something to readers of YAML or to the format.
struct HostileConfiguration<Random: RandomNumberGenerator> {
  private var random: Random
  private(set) var files: [String: String] = [:]
  private(set) var overlays: [String] = []
  /// The parameters that are texts.
  private var texts: [String] = []
  /// Whether texts are marked as secrets, or refer to parameters: a model also hides the parameters
  /// that a secret is made of, which a text that is handed in as a whole does not show.
  private let hasSecrets: Bool

  private static var pieces: [String] {
    [
      "$(", "$$(", "$", "$$$(x)", "(", ")", "()", "#", " #", ": ", ":", "- ", "-", "? ", "{", "}",
      "[",
      "]", ",", "&a", "*a", "!", "!!int 3", "|", ">", "'", "\"", "\\", "%", "@", "`", "~", "null",
      "NULL", "yes", "No", "true", "1", "010", "1.20", "1e3", "0x1F", "1:30", "2026-01-01", ".inf",
      "<<", "=", "---", "...", "\n", "\r\n", "\t", " ", "  ", "\u{0}", "\u{7F}", "\u{85}", "\u{A0}",
      "\u{2028}", "\u{FEFF}", "\u{FFFE}", "\u{202E}", "é", "e\u{301}", "😀", "a", "x", "key", "$(x",
      "${x}", "1_000", "-0", "+1", "12.5", "--", "a@b", "",
    ]
  }

  init(using random: Random) {
    self.random = random
    hasSecrets = Bool.random(using: &self.random)
    var base = "parameters:\n"
    for number in 0..<4 {
      base += "  t\(number): \(marked(text(references: number > 0)))\n"
      texts.append("t\(number)")
    }
    base += "  list: [\(marked(text())), \(text()), [\(text())]]\n"
    base += "  map:\n"
    for number in 0..<3 { base += "    k\(number): \(marked(text()))\n" }
    base +=
      "    \(quoted(hostile())): \(text())\n    \(quoted(hostile() + "x")): { a: \(marked(text())) }\n"
    base += "    need: !required \(quoted(hostile()))\n"
    base += "  top: !required\n"
    texts += ["map.k0", "map.k1", "map.k2"]
    files["services.yaml"] =
      base + "templates:\n  t: { type: Text, arguments: { value: \(text()) } }\n"
    files["sub/part.yaml"] = "services:\n" + service("part", in: "sub")
    files["over.yaml"] =
      "services:\n  s0: { arguments: { value: \(marked(text())) } }\nparameters:\n"
      + "  t0: \(text(references: false))\n  list: !append [\(marked(text(references: false)))]\n"
    if Bool.random(using: &self.random) { overlays = ["over.yaml"] }
    var services =
      "imports: [sub/part.yaml]\nservices:\n  s0: { type: Text, arguments: { value: x } }\n"
    for number in 1..<5 { services += service("s\(number)", in: ".") }
    files["services.yaml"] = services + (files["services.yaml"] ?? "")
  }

  private mutating func service(_ key: String, in folder: String) -> String {
    var lines = ["  \(key):"]
    switch Int.random(in: 0..<5, using: &random) {
    case 0:
      lines += ["    type: Text", "    arguments: { value: \(marked(text(isArgument: true))) }"]
    case 1: lines += ["    extends: t"]
    case 2:
      lines += [
        "    type: Texts",
        "    arguments: { value: [\(marked(text(isArgument: true))), \(text(isArgument: true))] }",
      ]
    case 3:
      let (own, others) = (quoted(hostile()), quoted(hostile() + "y"))
      lines += [
        "    type: Map",
        "    arguments: { value: { \(own): \(marked(text(isArgument: true))), \(others): \(text()) } }",
      ]
    default:
      let inline = "!inline { type: Text, arguments: { value: \(marked(text(isArgument: true))) } }"
      lines += ["    type: Pair", "    arguments: { parts: [\(inline), !ref s0, \(inline)] }"]
    }
    if flip() { lines.append("    description: \(plain())") }
    if flip() { lines.append("    deprecated: \(plain())") }
    if flip() {
      lines.append("    enabled: $(env:FLAG\(Int.random(in: 0..<3, using: &random)):-true)")
    }
    if flip() {
      let names = (quoted("t" + hostile()), quoted(hostile() + "z"))
      lines.append(
        "    tags: { \(names.0): { priority: 3, \(names.1): \(marked(text(isArgument: true))) }, plain: {} }"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func flip() -> Bool { Bool.random(using: &random) }

  private mutating func hostile() -> String {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Self.pieces.randomElement(using: &random)!
    }.joined()
  }

  private mutating func marked(_ text: String) -> String {
    hasSecrets && Int.random(in: 0..<4, using: &random) == 0 ? "!secret \(text)" : text
  }

  /// A text for people, in which nothing from outside may occur.
  private mutating func plain() -> String { quoted(Self.escaped(hostile())) }

  /// A scalar that may have references.
  private mutating func text(references: Bool = true, isArgument: Bool = false) -> String {
    if isArgument, Int.random(in: 0..<12, using: &random) == 0 { return "null" }
    var result = ""
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where references && !hasSecrets && !texts.isEmpty:
        result += "$(\(texts.randomElement(using: &random)!))"
      case 1 where references && !hasSecrets && !texts.isEmpty:
        result += "$(env:V1:-$(\(texts.randomElement(using: &random)!)))"
      case 2: result += "$(env:V2:-\(balanced()))"
      case 3: result += "$(env:V3)"
      case 4: result += "$(path:data/\(balanced()))"
      case 5: result += "$(path:data/$(env:V4??\(balanced())))"
      default: result += Self.escaped(hostile())
      }
    }
    return quoted(result)
  }

  /// A text whose parentheses are closed.
  private mutating func balanced() -> String {
    let text = hostile().replacing("(", with: "").replacing(")", with: "")
    return flip() ? "(\(text))" : text
  }

  private static func escaped(_ text: String) -> String {
    MissingTexts.escaped(text, isBeforeReference: true)
  }

  private func quoted(_ text: String) -> String { MissingTexts.quoted(text) }
}

extension FactoryCatalog {
  /// Types that read texts in each shape.
  static let shapes = FactoryCatalog("shapes") {
    Factory("Text", .value("value")) { (_: String?) in Read() }
    Factory("Texts", .value("value")) { (_: [String?]) in Read() }
    Factory("Map", .value("value")) { (_: [String: String?]) in Read() }
    Factory("Pair", .services("parts")) { (_: [Read]) in Read() }
  }
}
