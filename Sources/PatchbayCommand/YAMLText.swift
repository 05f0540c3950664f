import PatchbayDiagnostics

/// Writes texts for readers of YAML 1.1 and 1.2.
enum YAMLText {
  /// Returns the name of a variable: plain, unless a reader could take it for another value.
  static func name(_ name: String) -> String {
    VariableName.isDotEnv(name) && !isWord(name) ? name : ScalarText.doubleQuoted(name)
  }

  /// Returns a text on one line as a comment.
  static func comment(_ text: String) -> String {
    "# " + DisplayText.line(text).replacingScalars(ScalarText.escape)
  }

  /// Returns a text in which Kubernetes finds no `$(NAME)` to expand, and removes no `$`.
  static func withoutExpansion(_ text: String) -> String {
    var result = ""
    var dollars = 0
    for scalar in text.unicodeScalars {
      if scalar == "$" {
        dollars += 1
        continue
      }
      // It reads `$$` as `$`; a single one is itself, unless `(` follows.
      let isEscaped = dollars > 1 || (dollars == 1 && scalar == "(")
      result += String(repeating: "$", count: isEscaped ? 2 * dollars : dollars)
      result.unicodeScalars.append(scalar)
      dollars = 0
    }
    return result + String(repeating: "$", count: dollars > 1 ? 2 * dollars : dollars)
  }

  /// Returns a text in which Compose finds no variable.
  static func doublingDollars(_ text: String) -> String {
    text.replacingScalars { $0 == "$" ? "$$" : nil }
  }
}

// Values and keys of a configuration.
extension YAMLText {
  /// Returns a text as a value: plain where every reader of YAML takes it for this text, or for the
  /// same number or flag.
  static func scalar(_ text: String) -> String {
    isPlain(text) && (isCanonicalNumber(text) || isFlag(text) || !resembles(text))
      ? text : ScalarText.doubleQuoted(text)
  }

  /// Returns a text as the key of a map: plain where every reader takes it for a text.
  static func key(_ text: String) -> String {
    let isName = text.utf8.allSatisfy { $0.isKeyCharacter || $0 == UInt8(ascii: "/") }
    let begins = text.utf8.first.map { $0.isLetter || $0 == UInt8(ascii: "_") } ?? false
    return isName && begins && !isWord(text) ? text : ScalarText.doubleQuoted(text)
  }

  /// Returns whether a plain scalar with this text is exactly this text, as far as its characters
  /// matter.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: " "): if previous == UInt8(ascii: ":") { return false }
      case UInt8(ascii: "#"): if previous == UInt8(ascii: " ") { return false }
      case 0x21...0x7E: break
      case 0x80...: return text.unicodeScalars.allSatisfy(isPlain) && isPlain(ascii(text))
      default: return false
      }
      previous = byte
    }
    if last == UInt8(ascii: " ") || last == UInt8(ascii: ":") { return false }
    switch first {
    case _ where first.isLetter || first.isDigit: return true
    case UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "("): return true
    case UInt8(ascii: "-"): return isCanonicalNumber(text)
    case UInt8(ascii: "."):
      let second = text.utf8.dropFirst().first ?? 0
      return second.isLetter || second == UInt8(ascii: "/")
    default: return false
    }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII || scalar.properties.isAlphabetic && !DisplayText.needsEscape(scalar)
  }

  /// Returns the text with a letter for each character that is not ASCII.
  private static func ascii(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII ? $0 : "x" }))
  }

  /// Returns whether readers of YAML 1.1 or 1.2 may take a plain scalar for something else than a
  /// text.
  private static func resembles(_ text: String) -> Bool {
    if isWord(text) { return true }
    guard let first = text.utf8.first, !first.isLetter else { return false }
    let bytes = Array(text.lowercased().utf8)
    // Infinity and no number.
    if bytes.first == UInt8(ascii: ".") {
      return [".inf", ".nan"].contains(text.lowercased()) || bytes.dropFirst().allSatisfy(isNumeric)
    }
    guard bytes[0].isDigit else { return false }
    if bytes.count > 1, bytes[0] == UInt8(ascii: "0"), "xob".utf8.contains(bytes[1]) { return true }
    // A date.
    if bytes.count > 4, bytes[..<4].allSatisfy(\.isDigit), bytes[4] == UInt8(ascii: "-") {
      return true
    }
    // No number has two dots, such as those of an address.
    return bytes.allSatisfy(isNumeric) && bytes.count { $0 == UInt8(ascii: ".") } < 2
  }

  /// Whether a byte occurs in numbers, also in those to the base of 60.
  private static func isNumeric(_ byte: UInt8) -> Bool {
    byte.isDigit || "_.e+-:".utf8.contains(byte)
  }

  /// Returns whether a text is a number as every reader would write it again.
  private static func isCanonicalNumber(_ text: String) -> Bool {
    var digits = text.utf8[...]
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    guard digits.count <= 15, digits.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") }) else {
      return false
    }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty, parts.count <= 2,
      whole.count == 1 || whole.first != UInt8(ascii: "0")
    else { return false }
    // Zero has no sign, and a small number no exponent.
    if parts.count == 1 { return text != "-0" }
    return parts[1].last.map { $0 != UInt8(ascii: "0") } ?? false && parts[1].count <= 4
  }

  private static func isFlag(_ text: String) -> Bool { text == "true" || text == "false" }

  /// Returns whether a word is a flag or null for some reader.
  static func isWord(_ text: String) -> Bool {
    text.utf8.count <= 5
      && ["y", "n", "yes", "no", "on", "off", "true", "false", "null"].contains(text.lowercased())
  }
}
