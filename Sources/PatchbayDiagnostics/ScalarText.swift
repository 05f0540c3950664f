/// Writes texts as YAML scalars.
package enum ScalarText {
  /// Returns the text as a scalar that reads as this exact text everywhere, in quotes if it needs
  /// them.
  package static func written(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "<"), UInt8(ascii: ">"):
        true
      default: byte >= 0x80
      }
    }
    let startsPlain = text.utf8.first.map { !"-<>".utf8.contains($0) } ?? false
    if isPlain, startsPlain, !isNull(text) { return text }
    // Single quotes support only one escape; a control character needs double quotes.
    guard text.utf8.allSatisfy({ $0 >= 0x20 }) else { return doubleQuoted(text) }
    return "'" + text.replacing("'", with: "''") + "'"
  }

  /// Returns whether a plain scalar with this text is null: `~`, `null`, `Null` or `NULL`.
  package static func isNull(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { isNull(UnsafeRawBufferPointer($0)) }
  }

  /// Returns whether a plain scalar with these bytes is null. A load calls this for every value.
  @inlinable
  package static func isNull(_ text: UnsafeRawBufferPointer) -> Bool {
    switch text.count {
    case 1: return text[0] == UInt8(ascii: "~")
    // `null`, `Null`, `NULL`, but not `nULL`: the tail is in one case that the first letter allows.
    case 4:
      let isTailLower = text[1] == 0x75 && text[2] == 0x6C && text[3] == 0x6C
      let isTailUpper = text[1] == 0x55 && text[2] == 0x4C && text[3] == 0x4C
      return (isTailLower && (text[0] == 0x6E || text[0] == 0x4E))
        || (isTailUpper && text[0] == 0x4E)
    default: return false
    }
  }

  /// Returns the text as a scalar in double quotes.
  package static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.utf8.count < 2 ? "0" : "") + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
