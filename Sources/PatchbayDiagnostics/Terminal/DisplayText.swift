/// Makes text from a file or from a user safe to print: it cannot move the cursor, color the
/// screen, or change the direction of writing.
package enum DisplayText {
  /// The most bytes that one sentence of a diagnostic may have after escaping.
  private static let longest = 1_000

  /// Returns the text on one line, with everything invisible escaped as `\u{202E}` and cut to the
  /// limit.
  package static func line(_ text: String, limit: Int = longest) -> String {
    cut(escaped(text, keepingLineBreaks: false, limit: limit), limit: limit)
  }

  /// Returns the text's lines, each safe to print.
  package static func lines(_ text: String, limit: Int = longest) -> [String] {
    cut(escaped(text, keepingLineBreaks: true, limit: limit), limit: limit)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether a scalar is invisible, looks like an ordinary space but is none, or changes how its
  /// neighbors are shown.
  package static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    // The last control characters are those below 0xA0.
    if scalar.value < 0xA0 || scalar.properties.isWhitespace { return true }
    // The joiners are part of emoji and of several scripts, and have no other effect.
    return scalar.properties.generalCategory == .format && scalar.value != 0x200C
      && scalar.value != 0x200D
  }

  /// Whether a scalar acts on a terminal, or on the direction of what follows it; a file for a program may
  /// need the others as they are.
  package static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\t" { return false }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return needsEscape(scalar)
    default: return false
    }
  }

  /// Returns the printed form of an invisible scalar.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  private static func escaped(_ text: String, keepingLineBreaks: Bool, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    // One more than the limit, so that the cut can detect that there was more.
    for scalar in text.unicodeScalars.prefix(limit + 1) {
      if scalar == "\n", keepingLineBreaks {
        result.append(scalar)
      } else if needsEscape(scalar) {
        result.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func cut(_ text: String, limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var result = String.UnicodeScalarView()
    var room = limit - 3
    for scalar in text.unicodeScalars {
      room -= UTF8.width(scalar)
      if room < 0 { break }
      result.append(scalar)
    }
    return String(result) + "…"
  }
}
