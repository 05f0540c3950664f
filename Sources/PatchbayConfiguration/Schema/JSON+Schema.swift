import PatchbayDiagnostics

// A JSON Schema, whose members keep their order, so that the file reads well.
extension JSON {
  /// Written out as a person would: what is short on one line, the rest indented.
  func rendered(indent: String = "") -> String {
    let short = onOneLine
    if indent.utf8.count + short.utf8.count <= 92 { return short }
    let inner = indent + "  "
    switch self {
    case .array(let elements):
      let lines = elements.map { inner + $0.rendered(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let lines = members.map { member in
        "\(inner)\(member.name.text.json.text): \(member.value.rendered(indent: inner))"
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return short
    }
  }

  private var onOneLine: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.onOneLine).joined(separator: ", ") + "]"
    case .object(let members):
      members.isEmpty
        ? "{}"
        : "{ "
          + members.map { "\($0.name.text.json.text): \($0.value.onOneLine)" }
          .joined(separator: ", ") + " }"
    default: text
    }
  }
}

extension JSON {
  static func types(_ names: String...) -> JSON {
    ["type": names.count == 1 ? names[0].json : names.json]
  }

  static func reference(_ name: String) -> JSON { ["$ref": "#/$defs/\(name)".json] }

  static func any(of choices: JSON...) -> JSON { any(of: choices) }

  static func any(of choices: [JSON]) -> JSON {
    choices.count == 1 ? choices[0] : ["anyOf": .array(choices)]
  }

  /// One of some choices, or what a bare tag or a `$(…)` leaves for a schema to see.
  static func open(_ choices: JSON...) -> JSON {
    any(of: choices + [.reference("removed"), .reference("interpolated")])
  }

  /// One of some texts, which a file may write without quotes.
  static func oneOf(_ texts: [String], _ more: JSON = [:]) -> JSON {
    let exact = joining(["enum": texts.json], more)
    // YAML reads such a text as a number, a flag or null, of which the spelling is lost.
    let misread = texts.contains { text in
      text.isEmpty || text.utf8.first.map { "0123456789+-.~".utf8.contains($0) } == true
        || ["true", "false", "null"].contains(text.lowercased())
    }
    return misread ? .any(of: exact, .types("number", "boolean", "null")) : exact
  }

  static func pattern(_ pattern: String) -> JSON {
    ["type": "string", "pattern": pattern.json]
  }

  /// A whole number in a spelling that YAML takes for a text, or in quotes.
  static var integerText: JSON {
    .pattern("^[-+]?(0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|0|[1-9][0-9_]*)$")
  }
}
