import PatchbayDiagnostics

// What was copied together with the text, or left in it: the places, and the fixes that remove it.

// Lines of other programs.
extension SyntaxSite {
  /// Whether a line begins with seven times a character and a blank.
  func isMark(_ line: Range<Int>, of sign: UInt8) -> Bool {
    let signs = bytes[line].prefix { $0 == sign }
    return signs.count == 7 && bytes[signs.endIndex..<line.upperBound].first.map(isBlank) ?? true
  }

  /// The one mark that is left of a merge.
  var mergeMark: Range<Int>? { markedLine.map(trimmed) }
  var withoutMergeMark: Diagnostic.FixIt? { markedLine.map { removing("remove it", [$0]) } }

  private var markedLine: Range<Int>? {
    [opening?.lowerBound, offset].compactMap { $0.map(line) }.first { line in
      "<|=>".utf8.contains { isMark(line, of: $0) }
    }
  }

  /// The sign of a diff at the left edge: a `+`, or a `-` of one of the lines that one with `+` replaces.
  var diffLine: Range<Int>? {
    let line = line(at: offset)
    let isHead = bytes[line].starts(with: "@@ -".utf8)
    var next: Range<Int>? = line
    while let line = next, bytes[line].first == UInt8(ascii: "-") { next = self.line(below: line) }
    guard isHead || next.flatMap({ bytes[$0].first }) == UInt8(ascii: "+") else { return nil }
    return character(at: line.lowerBound)
  }

  /// The mark before or after a block of code in Markdown.
  var fence: Range<Int>? { isFence(line(at: offset)) ? trimmed(line(at: offset)) : nil }
  var withoutFences: Diagnostic.FixIt? { removing("remove the fences", lines.filter(isFence)) }

  private func isFence(_ line: Range<Int>) -> Bool {
    bytes[line].starts(with: "```".utf8)
  }

  /// `{{- if … }}` and `{% if … %}` on a line of their own.
  var templateLine: Range<Int>? {
    [opening?.lowerBound, offset].compactMap { $0.map { trimmed(line(at: $0)) } }.first { content in
      let words = [
        "{{-", "{{ if ", "{{ else", "{{ end", "{{ range ", "{{ with ", "{{ include ", "{%",
      ]
      return words.contains { bytes[content].starts(with: $0.utf8) }
    }
  }

  private func removing(_ words: String, _ lines: [Range<Int>]) -> Diagnostic.FixIt {
    .init(
      words,
      edits: lines.map { line in
        let isCRLF = bytes[line.upperBound...].starts(with: [0x0D, 0x0A])
        let end = min(line.upperBound + (isCRLF ? 2 : 1), bytes.count)
        return TextEdit(SourceSpan(file, line.lowerBound..<end), "")
      })
  }
}

// Numbers of lines.
extension SyntaxSite {
  /// The number before the text of a line, if the line above or below has the one next to it.
  var lineNumber: Range<Int>? {
    let line = line(at: offset)
    guard let digits = number(of: line), let number = value(of: digits) else { return nil }
    func isNumber(_ line: Range<Int>?, _ number: Int) -> Bool {
      line.flatMap(self.number).flatMap(value) == number
    }
    let isCounted =
      isNumber(self.line(below: line), number + 1)
      || line.lowerBound > 0 && isNumber(self.line(at: line.lowerBound - 1), number - 1)
    return isCounted ? digits : nil
  }

  /// Removes the numbers with the tab behind them; without one, it is open where the text begins.
  var withoutLineNumbers: Diagnostic.FixIt? {
    var edits: [TextEdit] = []
    for line in lines where !line.isEmpty {
      guard let number = number(of: line), number.upperBound < line.upperBound,
        bytes[number.upperBound] == 0x09
      else { return .init("remove the numbers") }
      edits.append(TextEdit(SourceSpan(file, line.lowerBound..<number.upperBound + 1), ""))
    }
    return .init("remove the numbers", edits: edits)
  }

  /// Returns the digits at the beginning of a line, with a blank or nothing behind them.
  private func number(of line: Range<Int>) -> Range<Int>? {
    let content = content(of: line)
    let digits = bytes[content].prefix(while: \.isDigit)
    guard !digits.isEmpty, digits.endIndex == line.upperBound || isBlank(bytes[digits.endIndex])
    else { return nil }
    return digits.startIndex..<digits.endIndex
  }

  private func value(of digits: Range<Int>) -> Int? {
    Int(String(decoding: bytes[digits], as: UTF8.self))
  }
}

// Typographic quotes.
extension SyntaxSite {
  /// A value in such quotes in which libyaml stopped: `“a: b”`.
  var typographicQuotes: Range<Int>? {
    let line = line(at: offset)
    func isQuote(_ index: Int) -> Bool {
      TypographicQuotes.width(atStartOf: bytes[index..<line.upperBound]) != nil
    }
    guard let start = (line.lowerBound..<offset).last(where: isQuote),
      start == line.lowerBound || " \t[{,".utf8.contains(bytes[start - 1]),
      let end = (offset..<line.upperBound).first(where: isQuote)
    else { return nil }
    let range = start..<character(at: end).upperBound
    return TypographicQuotes.inside(bytes[range]) == nil ? nil : range
  }

  var straightQuotes: Diagnostic.FixIt? {
    typographicQuotes.map { .straightQuotes(in: file, $0) }
  }
}

extension Diagnostic.FixIt {
  /// Returns the fix of typographic quotes around a text; it does not repeat the text, which may be secret.
  static func straightQuotes(in file: SourceFile, _ range: Range<Int>) -> Self {
    let text = file.bytes[range]
    let needsSingle = text.contains { "\"\\".utf8.contains($0) }
    let quote = needsSingle ? "'" : "\""
    guard let inner = TypographicQuotes.inside(text),
      !needsSingle || !text.contains(UInt8(ascii: "'"))
    else { return .init("write straight quotes") }
    let quotes = [range.lowerBound..<inner.lowerBound, inner.upperBound..<range.upperBound]
    return .init(
      "write straight quotes", edits: quotes.map { TextEdit(SourceSpan(file, $0), quote) })
  }
}

// Patterns of files.
extension SyntaxSite {
  /// Writes the pattern of an import as a map: `- *.yaml`.
  var importedPattern: Diagnostic.FixIt? {
    guard let openedValue, isImport(openedValue), let pattern = text(openedValue) else {
      return nil
    }
    let written = "{ glob: \(ScalarText.doubleQuoted(pattern)) }"
    return .init(
      "to import every file that matches, write `\(written)`", replacing: file.place(openedValue),
      with: written)
  }
  var patternOutsideImports: Range<Int>? {
    openedValue.flatMap { isImport($0) ? nil : $0 }
  }

  /// Whether a value is an element of the list `imports:`.
  private func isImport(_ value: Range<Int>) -> Bool {
    let line = line(at: value.lowerBound)
    let before = trimmed(line.lowerBound..<value.lowerBound)
    if bytes[before].starts(with: "imports: [".utf8) { return true }
    guard bytes[before].elementsEqual("-".utf8) else { return false }
    var key = contentLine(above: line)
    while let line = key, bytes[content(of: line)].first == UInt8(ascii: "-") {
      key = contentLine(above: line)
    }
    return key.map { bytes[content(of: $0)].elementsEqual("imports:".utf8) } ?? false
  }
}
