import PatchbayDiagnostics

/// Writes texts for readers of YAML 1.1 and 1.2.
enum YAMLText {
  /// Returns a text on one line as a comment.
  static func comment(_ text: String) -> String {
    "# " + DisplayText.line(text).replacingScalars(ScalarText.escape)
  }

  /// Returns a text as a value: plain where every reader of YAML takes it for this text, or for the
  /// same number or flag.
  static func scalar(_ text: String) -> String {
    ["true", "false"].contains(text) || isNumber(text) || isPlain(text)
      ? text : ScalarText.doubleQuoted(text)
  }

  /// Returns a text as the key of a map: plain where every reader takes it for a text.
  static func key(_ text: String) -> String {
    let isName = text.utf8.allSatisfy { $0.isKeyCharacter || $0 == UInt8(ascii: "/") }
    let begins = text.utf8.first.map { $0.isLetter || $0 == UInt8(ascii: "_") } ?? false
    return isName && begins && !isWord(text) ? text : ScalarText.doubleQuoted(text)
  }

  /// Returns whether every reader takes a plain scalar with this text for it: `http://web:80/`, `5s`
  /// and `127.0.0.1`, but not `a: b`, `0x1F` or `2001-02-03`.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, !isWord(text),
      text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
      !" :".utf8.contains(last), !text.contains(text: ": "), !text.contains(text: " #")
    else { return false }
    guard first.isDigit else { return first.isLetter || "$/_(".utf8.contains(first) }
    // A number with a unit, or the address of a host: no number has two dots.
    if last.isLetter, text.utf8.allSatisfy({ $0.isDigit || $0.isLetter }) {
      return !["0x", "0o", "0b"].contains(text.prefix(2).lowercased())
    }
    let dot = UInt8(ascii: ".")
    return text.utf8.allSatisfy { $0.isDigit || $0 == dot } && text.utf8.count { $0 == dot } > 1
  }

  /// Returns whether a text is a number as every reader would write it again.
  private static func isNumber(_ text: String) -> Bool {
    text.utf8.count <= 15
      && (Int(text).map { "\($0)" } == text || Double(text).map { "\($0)" } == text)
  }

  /// Returns whether a word is a flag or null for some reader.
  private static func isWord(_ text: String) -> Bool {
    text.utf8.count <= 5
      && ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
  }
}
