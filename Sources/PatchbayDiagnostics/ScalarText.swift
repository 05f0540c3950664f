/// Writes texts as YAML scalars.
package enum ScalarText {
  /// Returns the text as a scalar that reads as this exact text everywhere, in quotes if it needs
  /// them.
  package static func written(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0.isKeyCharacter || $0 >= 0x80 || "<>".utf8.contains($0)
    }
    let startsPlain = text.utf8.first.map { !"-<>".utf8.contains($0) } ?? false
    if isPlain, startsPlain, !isNull(text) { return text }
    // Single quotes support only one escape; a control character needs double quotes.
    guard text.utf8.allSatisfy({ $0 >= 0x20 }) else { return doubleQuoted(text) }
    return "'" + text.replacingScalars { $0 == "'" ? "''" : nil } + "'"
  }

  /// Returns whether a plain scalar with this text is null; `YAMLNode` has the same rule for bytes,
  /// because a call from there for every value is measurable.
  package static func isNull(_ text: String) -> Bool {
    ["~", "null", "Null", "NULL"].contains(text)
  }

  /// Returns the text as a scalar in double quotes.
  package static func doubleQuoted(_ text: String) -> String {
    let escaped = text.replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: escape(scalar)
      }
    }
    return "\"\(escaped)\""
  }

  /// Returns the escape of a character that a reader of YAML may refuse, or an editor not show; nil
  /// for any other.
  package static func escape(_ scalar: Unicode.Scalar) -> String? {
    guard DisplayText.needsEscape(scalar) || scalar.value & 0xFFFE == 0xFFFE else { return nil }
    let (letter, width) =
      scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\" + letter + scalar.value.hexadecimal(digits: width, uppercase: true)
  }
}
