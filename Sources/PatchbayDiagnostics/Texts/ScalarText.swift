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
  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    guard DisplayText.needsEscape(scalar) || scalar.value & 0xFFFE == 0xFFFE else { return nil }
    let (letter, width) =
      scalar.value <= 0xFF ? ("x", 2) : scalar.value <= 0xFFFF ? ("u", 4) : ("U", 8)
    return "\\" + letter + scalar.value.hexadecimal(digits: width, uppercase: true)
  }
}

/// Characters that look like a space, or are invisible, but are text to YAML.
package enum UnusualSpaces {
  /// Whether a scalar is a space other than U+0020, or one without width.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0xA0 else { return false }
    // The other white space is the separators of lines and paragraphs.
    return scalar.properties.isWhitespace && scalar != "\u{2028}" && scalar != "\u{2029}"
      || scalar == "\u{200B}" || scalar == "\u{2060}" || scalar == "\u{FEFF}"
  }

  /// Returns the name of a scalar in Unicode: `U+00A0 NO-BREAK SPACE`.
  package static func name(of scalar: Unicode.Scalar) -> String {
    "U+" + scalar.value.hexadecimal(digits: 4, uppercase: true)
      + (scalar.properties.name.map { " \($0)" } ?? "")
  }
}

/// The quotes of texts in print, which an editor or a chat may write in place of `"` and `'`.
package enum TypographicQuotes {
  /// Returns the number of bytes of such a quote at the beginning of a text; nil if there is none.
  package static func width(atStartOf text: ArraySlice<UInt8>) -> Int? {
    let second = text.dropFirst()
    switch text.first {
    case 0xC2 where second.first == 0xAB || second.first == 0xBB: return 2
    case 0xE2 where second.first == 0x80:
      return second.dropFirst().first.map { 0x98...0x9E ~= $0 } == true ? 3 : nil
    default: return nil
    }
  }

  /// Returns the range of a text inside such quotes; nil for a text with others, which is prose, and for one
  /// that begins with an apostrophe.
  package static func inside(_ text: ArraySlice<UInt8>) -> Range<Int>? {
    let quotes = text.indices.filter { width(atStartOf: text[$0...]) != nil }
    guard quotes.count == 2, quotes[0] == text.startIndex,
      !text.starts(with: [0xE2, 0x80, 0x99]), let first = width(atStartOf: text),
      let last = width(atStartOf: text[quotes[1]...]), quotes[1] + last == text.endIndex
    else { return nil }
    return quotes[0] + first..<quotes[1]
  }
}

extension Diagnostic {
  /// Adds a note for each unusual space that the message repeats, and for each letter of another alphabet next to
  /// one of ASCII, which it may look like.
  mutating func nameUnusualCharacters() {
    if message.utf8.allSatisfy({ $0 < 0x80 }) { return }
    let scalars = Array(message.unicodeScalars)
    func isLatin(_ index: Int) -> Bool {
      scalars.indices.contains(index) && scalars[index].isASCII
        && scalars[index].properties.isAlphabetic
    }
    for (index, scalar) in scalars.enumerated()
    // Greek and Cyrillic.
    where UnusualSpaces.contains(scalar)
      || 0x370...0x52F ~= scalar.value && (isLatin(index - 1) || isLatin(index + 1))
    {
      let note = "`\(scalar)` is \(UnusualSpaces.name(of: scalar))"
      if !notes.contains(note) { notes.append(note) }
    }
  }
}

// Characters of ASCII. A byte of any other character is 0x80 or more, and none of these.
extension UInt8 {
  /// Whether this is a space or a tab.
  @inlinable
  package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  @inlinable
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  @inlinable
  package var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

  /// Whether this is a letter, small or capital.
  @inlinable
  package var isLetter: Bool {
    isCapital || self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z")
  }

  /// Whether this is a character of service keys: a letter, a digit, `_`, `.` or `-`.
  package var isKeyCharacter: Bool {
    isLetter || isDigit || self == UInt8(ascii: "_") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "-")
  }
}
