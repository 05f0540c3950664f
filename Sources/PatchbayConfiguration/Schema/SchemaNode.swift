import PatchbayDiagnostics

/// A piece of a JSON Schema: JSON whose members keep their order, so that the file reads well.
indirect enum SchemaNode {
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([SchemaNode])
  case map([(String, SchemaNode)])

  /// Written out as a person would: what is short on one line, the rest indented.
  func rendered(indent: String = "") -> String {
    let short = onOneLine
    if indent.utf8.count + short.utf8.count <= 92 { return short }
    let inner = indent + "  "
    switch self {
    case .text, .number, .flag: return short
    case .list(let elements):
      let lines = elements.map { inner + $0.rendered(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .map(let members):
      let lines = members.map { key, value in
        "\(inner)\(JSONText.string(key).text): \(value.rendered(indent: inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private var onOneLine: String {
    switch self {
    case .text(let text): JSONText.string(text).text
    case .number(let number): "\(number)"
    case .flag(let flag): flag ? "true" : "false"
    case .list(let elements): "[" + elements.map(\.onOneLine).joined(separator: ", ") + "]"
    case .map(let members):
      members.isEmpty
        ? "{}"
        : "{ "
          + members.map { "\(JSONText.string($0).text): \($1.onOneLine)" }.joined(separator: ", ")
          + " }"
    }
  }
}

// A schema is written in Swift as it is in JSON.
extension SchemaNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(arrayLiteral elements: SchemaNode...) { self = .list(elements) }
  init(dictionaryLiteral members: (String, SchemaNode)...) { self = .map(members) }
}

extension SchemaNode {
  static func texts(_ texts: [String]) -> SchemaNode { .list(texts.map { .text($0) }) }

  /// A map with the members of several maps.
  static func joining(_ maps: SchemaNode...) -> SchemaNode {
    .map(
      maps.flatMap { map -> [(String, SchemaNode)] in
        if case .map(let members) = map { members } else { [] }
      })
  }

  static func types(_ names: String...) -> SchemaNode {
    ["type": names.count == 1 ? .text(names[0]) : .texts(names)]
  }

  static func reference(_ name: String) -> SchemaNode { ["$ref": .text("#/$defs/\(name)")] }

  static func any(of choices: SchemaNode...) -> SchemaNode { any(of: choices) }

  static func any(of choices: [SchemaNode]) -> SchemaNode {
    choices.count == 1 ? choices[0] : ["anyOf": .list(choices)]
  }

  /// One of some choices, or what a bare tag or a `$(…)` leaves for a schema to see.
  static func open(_ choices: SchemaNode...) -> SchemaNode {
    any(of: choices + [.reference("removed"), .reference("interpolated")])
  }

  /// One of some texts, which a file may write without quotes.
  static func oneOf(_ texts: [String], _ more: SchemaNode = [:]) -> SchemaNode {
    let exact = joining(["enum": .texts(texts)], more)
    // YAML reads such a text as a number, a flag or null, of which the spelling is lost.
    let misread = texts.contains { text in
      text.isEmpty || text.utf8.first.map { "0123456789+-.~".utf8.contains($0) } == true
        || ["true", "false", "null"].contains(text.lowercased())
    }
    return misread ? .any(of: exact, .types("number", "boolean", "null")) : exact
  }

  static func pattern(_ pattern: String) -> SchemaNode {
    ["type": "string", "pattern": .text(pattern)]
  }

  /// A whole number in a spelling that YAML takes for a text, or in quotes.
  static var integerText: SchemaNode {
    .pattern("^[-+]?(0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|0|[1-9][0-9_]*)$")
  }
}
