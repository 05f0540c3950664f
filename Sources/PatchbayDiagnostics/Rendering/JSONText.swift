/// A fragment of encoded JSON.
package struct JSONText: Sendable {
  package let text: String

  package static func number(_ value: Int) -> Self { Self(text: String(value)) }
  package static func bool(_ value: Bool) -> Self { Self(text: value ? "true" : "false") }
  package static let null = Self(text: "null")

  package static func array(_ elements: [Self]) -> Self {
    Self(text: "[" + elements.map(\.text).joined(separator: ", ") + "]")
  }

  package static func object(_ members: [(String, Self)]) -> Self {
    let members = members.map { key, value in "\(string(key).text): \(value.text)" }
    return Self(text: "{" + members.joined(separator: ", ") + "}")
  }

  /// Returns a string of ASCII alone: everything else is escaped, so that no reader can
  /// misinterpret it.
  package static func string(_ value: String) -> Self {
    var text = "\""
    for unit in value.utf16 {
      switch unit {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      }
    }
    return Self(text: text + "\"")
  }
}
