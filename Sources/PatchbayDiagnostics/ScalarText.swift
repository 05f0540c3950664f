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
      case _ where scalar.value < 0x20: "\\x" + scalar.value.hexadecimal(digits: 2)
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}
