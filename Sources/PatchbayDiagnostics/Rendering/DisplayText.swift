/// Makes text from a file or from a user safe to print: nothing in it can move the cursor, colour
/// the screen, or turn the direction of writing.
package enum DisplayText {
  /// The most bytes that one sentence of a diagnostic may have after escaping.
  package static let longest = 1_000

  /// The text on one line, with everything invisible escaped as `\u{202E}` and cut to the limit.
  package static func line(_ text: String, limit: Int = longest) -> String {
    cut(escaped(text, keepingLineBreaks: false, limit: limit), limit: limit)
  }

  /// The text's lines, each safe to print.
  static func lines(_ text: String, limit: Int = longest) -> [String] {
    cut(escaped(text, keepingLineBreaks: true, limit: limit), limit: limit)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether a scalar is invisible, looks like an ordinary space and is none, or changes how its
  /// neighbours are shown.
  static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: return true
    // The joiners are part of emoji and of several scripts, and do nothing else.
    case .format: return scalar.value != 0x200C && scalar.value != 0x200D
    default: return false
    }
  }

  /// How an invisible scalar is shown.
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
    // Enough for the cut to see that there was more.
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
