/// A fragment of encoded JSON.
package struct JSONText: Sendable {
  package let text: String

  package static func number(_ value: Int) -> Self { Self(text: String(value)) }
  package static func bool(_ value: Bool) -> Self { Self(text: value ? "true" : "false") }
  package static let null = Self(text: "null")

  package static func array(_ elements: [Self]) -> Self {
    var text = "["
    for element in elements {
      if text.utf8.count > 1 { text += ", " }
      text += element.text
    }
    return Self(text: text + "]")
  }

  package static func object(_ members: [(String, Self)]) -> Self {
    var text = "{"
    for (key, value) in members {
      if text.utf8.count > 1 { text += ", " }
      text += string(key).text
      text += ": "
      text += value.text
    }
    return Self(text: text + "}")
  }

  /// Returns an object of the members that have a value.
  static func object(present members: [(String, Self?)]) -> Self {
    object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// Returns a string of ASCII alone: everything else is escaped, so that no reader can
  /// misinterpret it.
  package static func string(_ value: String) -> Self {
    // Nearly every text, and the names of all members, need no escape.
    let isPlain = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain { return Self(text: "\"" + value + "\"") }
    var text = "\""
    for unit in value.utf16 {
      switch unit {
      case 0x22: text += "\\\""
      case 0x5C: text += "\\\\"
      case 0x0A: text += "\\n"
      case 0x0D: text += "\\r"
      case 0x09: text += "\\t"
      case 0x20..<0x7F: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default: text += "\\u" + unit.hexadecimal(digits: 4)
      }
    }
    return Self(text: text + "\"")
  }
}
