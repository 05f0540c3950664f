// The places of the rules: each is nil if the text next to the error is another one.

// What libyaml names.
extension SyntaxSite {
  /// The character at which libyaml stopped.
  var stop: Range<Int>? { character(at: offset) }
  /// The unquoted value from there.
  var value: Range<Int>? { value(from: offset) }
  /// The first character of what libyaml was reading.
  var opening: Range<Int>? {
    problem.contextOffset.flatMap { $0 < bytes.count ? character(at: $0) : nil }
  }
  var openedValue: Range<Int>? { opening.map { value(from: $0.lowerBound) } }

  /// The first conflict marker of a version control system, if it is not below the error.
  var conflict: Range<Int>? {
    marker("<").flatMap { $0.lowerBound <= offset ? $0 : nil }
  }
  var otherVersion: Range<Int>? { marker("=") }
  var endOfConflict: Range<Int>? { marker(">") }

  private func marker(_ sign: Unicode.Scalar) -> Range<Int>? {
    lines.first { isMark($0, of: UInt8(ascii: sign)) }.map(trimmed)
  }

  var tabs: Range<Int>? {
    offset..<(bytes[offset...].firstIndex { $0 != 0x09 } ?? bytes.count)
  }
  var indentingTabs: Range<Int>? { isFirstOnLine(offset) ? tabs : nil }
}

// Quotes.
extension SyntaxSite {
  /// The offset where a quote was probably meant to be closed: at the end of its line, or before
  /// what closes the brackets that are open at its start.
  var endOfQuoted: Range<Int>? { opening.map { endOfQuoted($0.lowerBound) } }

  private func endOfQuoted(_ start: Int) -> Range<Int> {
    let line = line(at: start)
    var content = trimmed(start..<line.upperBound)
    for bracket in BracketScanner.openBrackets(in: bytes, line.lowerBound..<start) {
      guard bytes[content].last == BracketScanner.closing(for: bytes[bracket]), content.count > 1
      else { break }
      content = trimmed(content.lowerBound..<content.upperBound - 1)
    }
    return content.upperBound..<content.upperBound
  }

  /// `"Gre"en`, and a quote that the next one further down closed.
  var textAfterDoubleQuote: Range<Int>? { textAfterQuote(UInt8(ascii: "\"")) }
  var textAfterSingleQuote: Range<Int>? { textAfterQuote(UInt8(ascii: "'")) }

  private func textAfterQuote(_ quote: UInt8) -> Range<Int>? {
    guard let scalar = lastScalar, scalar.count > 1, scalar.upperBound <= offset,
      bytes[scalar.upperBound - 1] == quote, bytes[scalar.upperBound..<offset].allSatisfy(isBlank),
      !isFirstOnLine(offset), !isAt(anyOf: "]}")
    else { return nil }
    let text = trimmed(offset..<line(at: offset).upperBound)
    return text.isEmpty ? nil : text
  }

  var lastQuote: Range<Int>? { lastScalar.map { $0.lowerBound..<$0.lowerBound + 1 } }

  /// Where a quoted text of several lines was probably meant to be closed.
  var endOfFirstLine: Range<Int>? {
    guard let scalar = lastScalar, line(at: scalar.lowerBound).upperBound < scalar.upperBound
    else { return nil }
    return endOfQuoted(scalar.lowerBound)
  }

  /// A backslash and the character behind it; libyaml stops at the backslash, or after both.
  var escape: Range<Int>? {
    let isBehind = !isAt("\\") && offset >= 2 && bytes[offset - 2] == UInt8(ascii: "\\")
    let start = isBehind ? offset - 2 : offset
    return start..<max(start, character(at: start + 1).upperBound)
  }
  /// Where one backslash can be doubled; nil if the whole text can have other quotes.
  var startOfEscape: Range<Int>? {
    singleQuoted == nil ? escape.map { $0.lowerBound..<$0.lowerBound } : nil
  }
}

// Brackets and interpolation.
extension SyntaxSite {
  var unclosedBracket: Range<Int>? {
    opening.flatMap { BracketScanner.closing(of: $0.lowerBound, in: bytes) == nil ? $0 : nil }
  }
  /// Where a bracket stops the reading that closes one around the innermost: `{b: [1, 2}`.
  var beforeOuterClosing: Range<Int>? {
    guard let opening, let stop else { return nil }
    let outer = BracketScanner.openBrackets(
      in: bytes, line(at: opening.lowerBound).lowerBound..<opening.lowerBound)
    let closesOuter = outer.contains { BracketScanner.closing(for: bytes[$0]) == byte }
    return closesOuter ? stop.lowerBound..<stop.lowerBound : nil
  }
  /// Such a bracket that closes none: `[1, 2}`.
  var wrongClosing: Range<Int>? { beforeOuterClosing == nil ? stop : nil }
  var endOfOpeningLine: Range<Int>? {
    opening.map { endOfText($0.lowerBound..<line(at: $0.lowerBound).upperBound) }
  }

  /// The entry that should begin behind a comma; for a colon, the key before it.
  var secondEntry: Range<Int>? {
    guard isAt(":") else {
      let word = word(from: offset)
      let isKey = word.count > 1 && bytes[word.upperBound - 1] == UInt8(ascii: ":")
      return isKey ? word.lowerBound..<word.upperBound - 1 : word
    }
    let line = line(at: offset)
    let before = bytes[line.lowerBound..<offset]
    let start = before.lastIndex { ",[]{}".utf8.contains($0) }.map { $0 + 1 } ?? line.lowerBound
    var key = trimmed(start..<offset)
    // The words before the last one are the value of the entry before.
    if let blank = bytes[key].lastIndex(where: isBlank), bytes[key].contains(UInt8(ascii: ":")) {
      key = blank + 1..<key.upperBound
    }
    return key.isEmpty ? stop : key
  }

  /// The end of the text of the line above, or of the entry before on the same line.
  var endOfEntryBefore: Range<Int>? {
    guard let entry = secondEntry, !entry.isEmpty else { return nil }
    let line = line(at: entry.lowerBound)
    let before =
      isFirstOnLine(entry.lowerBound)
      ? contentLine(above: line) : line.lowerBound..<entry.lowerBound
    return before.map(endOfText)
  }

  /// Returns where the text of a part of a line ends, before any comment.
  private func endOfText(_ part: Range<Int>) -> Range<Int> {
    let comment = part.dropFirst().first { index in
      bytes[index] == UInt8(ascii: "#") && isBlank(bytes[index - 1])
    }
    let end = trimmed(part.lowerBound..<(comment ?? part.upperBound)).upperBound
    return end..<end
  }

  private var followsDollar: Bool { offset > 0 && bytes[offset - 1] == UInt8(ascii: "$") }

  /// `${name}` inside brackets.
  var shellVariable: Range<Int>? {
    guard followsDollar else { return nil }
    let closing = bytes[offset..<line(at: offset).upperBound].firstIndex(of: UInt8(ascii: "}"))
    return offset - 1..<(closing ?? offset) + 1
  }
  var dollarBracket: Range<Int>? { followsDollar ? stop : nil }

  /// The key of `!ref ?key`, with the mark.
  var optionalKey: Range<Int>? {
    let word = word(from: offset)
    return word.count > 1 && bytes[..<offset].suffix(5).elementsEqual("!ref ".utf8) ? word : nil
  }

  /// The `$(…)` that is open where libyaml stopped.
  var openInterpolation: Range<Int>? {
    let line = line(at: offset)
    let before = bytes[line.lowerBound..<offset]
    guard let open = before.lastIndex(of: UInt8(ascii: "(")), open > line.lowerBound,
      bytes[open - 1] == UInt8(ascii: "$"), !bytes[open..<offset].contains(UInt8(ascii: ")")),
      let closing = bytes[offset..<line.upperBound].firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return open - 1..<closing + 1
  }
  /// `$(env: X)`.
  var interpolationWithBlank: Range<Int>? {
    openInterpolation.flatMap { bytes[$0.lowerBound + 2..<offset].isKey ? $0 : nil }
  }
  var blanks: Range<Int>? {
    let blanks = bytes[(offset + 1)...].prefix(while: isBlank)
    return blanks.startIndex..<blanks.endIndex
  }
}
