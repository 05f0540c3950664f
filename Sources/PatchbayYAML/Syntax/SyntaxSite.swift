import PatchbayDiagnostics

/// The place where libyaml stopped, with queries about the surrounding text for the rules.
struct SyntaxSite {
  let problem: YAMLProblem
  let file: SourceFile
  let bytes: [UInt8]
  /// Whether a bracket is open here, so that brackets and commas end a value.
  let isInFlow: Bool
  /// The ranges that messages must not repeat.
  let secrets: [Range<Int>]
  /// The last scalar that was parsed.
  let lastScalar: Range<Int>?
  let limits: YAMLLimits

  init(
    _ problem: YAMLProblem,
    in file: SourceFile,
    isInFlow: Bool = false,
    secrets: [Range<Int>] = [],
    lastScalar: Range<Int>? = nil,
    limits: YAMLLimits = YAMLLimits()
  ) {
    self.problem = problem
    self.file = file
    bytes = file.bytes
    self.secrets = secrets
    self.lastScalar = lastScalar
    self.limits = limits
    let line = Self.line(in: bytes, at: problem.offset)
    self.isInFlow =
      isInFlow || BracketScanner.hasOpenBracket(in: bytes, line.lowerBound..<problem.offset)
  }

  var offset: Int { problem.offset }
  /// The byte at which libyaml stopped; nil at the end.
  var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func isAt(_ character: Unicode.Scalar) -> Bool { byte == UInt8(ascii: character) }
  func isAt(anyOf characters: StaticString) -> Bool {
    byte.map { byte in characters.withUTF8Buffer { $0.contains(byte) } } ?? false
  }

  /// Returns the text of a range; nil if a part of it is secret.
  func text(_ range: Range<Int>) -> String? {
    guard !secrets.contains(where: { $0.overlaps(range) }) else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns the range of one character at an offset; empty at the end.
  func character(at offset: Int) -> Range<Int> {
    guard offset < bytes.count else { return bytes.count..<bytes.count }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return offset..<end
  }
}

// Lines.
extension SyntaxSite {
  /// Returns the line of an offset, without its line break.
  func line(at offset: Int) -> Range<Int> { Self.line(in: bytes, at: offset) }

  private static func line(in bytes: [UInt8], at offset: Int) -> Range<Int> {
    let start = bytes[..<offset].lastIndex(where: isLineBreak).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(where: isLineBreak) ?? bytes.count
    // A byte order mark is not part of the first line.
    let isMarked = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && end >= 3
    return (isMarked ? 3 : start)..<end
  }

  /// Returns the line below; nil after the last one.
  func line(below line: Range<Int>) -> Range<Int>? {
    guard line.upperBound < bytes.count else { return nil }
    let isCRLF = bytes[line.upperBound...].starts(with: [0x0D, 0x0A])
    let start = line.upperBound + (isCRLF ? 2 : 1)
    return start < bytes.count ? self.line(at: start) : nil
  }

  /// All lines.
  var lines: [Range<Int>] {
    var lines: [Range<Int>] = []
    var next = bytes.isEmpty ? nil : line(at: 0)
    while let line = next {
      lines.append(line)
      next = self.line(below: line)
    }
    return lines
  }

  /// Returns a line without indentation and trailing blanks; empty for a blank line.
  func content(of line: Range<Int>) -> Range<Int> { trimmed(line) }

  /// Returns the nearest line above with more than blanks and a comment.
  func contentLine(above line: Range<Int>) -> Range<Int>? {
    var line = line
    while line.lowerBound > contentStart {
      var end = line.lowerBound - 1
      if end > 0, bytes[end] == 0x0A, bytes[end - 1] == 0x0D { end -= 1 }
      guard end >= 0 else { return nil }
      line = self.line(at: end)
      let content = content(of: line)
      if !content.isEmpty, bytes[content.lowerBound] != UInt8(ascii: "#") { return line }
    }
    return nil
  }

  /// Returns the nearest line below with more than blanks and a comment.
  func contentLine(below line: Range<Int>) -> Range<Int>? {
    var line = line
    while let next = self.line(below: line) {
      line = next
      let content = content(of: line)
      if !content.isEmpty, bytes[content.lowerBound] != UInt8(ascii: "#") { return line }
    }
    return nil
  }

  /// Where the first line begins: behind the byte order mark, if there is one.
  private var contentStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Returns the number of blanks before a line's content.
  func indentation(of line: Range<Int>) -> Int { content(of: line).lowerBound - line.lowerBound }

  /// Whether only blanks precede an offset on its line.
  func isFirstOnLine(_ offset: Int) -> Bool {
    bytes[line(at: offset).lowerBound..<offset].allSatisfy(isBlank)
  }

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = bytes[range].first, isBlank(first) {
      range = range.lowerBound + 1..<range.upperBound
    }
    while let last = bytes[range].last, isBlank(last) {
      range = range.lowerBound..<range.upperBound - 1
    }
    return range
  }
}

// Values.
extension SyntaxSite {
  /// Returns an unquoted value from its first character to its probable end: before a comment, the
  /// end of the line, and inside brackets before a comma or a bracket.
  func value(from start: Int) -> Range<Int> {
    let end = line(at: start).upperBound
    var index = start
    while index < end {
      if isInFlow, ",[]{}".utf8.contains(bytes[index]) { break }
      if bytes[index] == UInt8(ascii: "#"), index > start, isBlank(bytes[index - 1]) { break }
      index += 1
    }
    let range = trimmed(start..<index)
    return range.isEmpty ? character(at: start) : range
  }

  /// Returns the first word from an offset, brackets and commas excluded.
  func word(from start: Int) -> Range<Int> {
    let end = bytes[start...].firstIndex {
      isBlank($0) || isLineBreak($0) || ",[]{}".utf8.contains($0)
    }
    return start..<max(end ?? bytes.count, character(at: start).upperBound)
  }
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

extension Collection<UInt8> {
  /// Whether this is a valid service key: letters, digits, `_`, `.`, `-`.
  var isKey: Bool { !isEmpty && allSatisfy(\.isKeyCharacter) }
}

extension ArraySlice<UInt8> {
  /// The first colon before a blank or the end.
  var firstSeparator: Int? {
    indices.first { index in
      self[index] == UInt8(ascii: ":") && (index + 1 == endIndex || isBlank(self[index + 1]))
    }
  }

  var containsSeparator: Bool { firstSeparator != nil }
}
