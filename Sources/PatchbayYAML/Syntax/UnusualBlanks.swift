package import PatchbayDiagnostics

/// Finds the spaces that YAML reads as text where it needs a blank: before the content of a line,
/// after a dash, after the colon of a key, after a tag, and at the end.
///
/// In the rest of a line they are part of a text, and may be intended.
struct UnusualBlanks {
  /// The runs of adjacent ones, in order.
  private(set) var runs: [Range<Int>] = []
  private let file: SourceFile
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int

  /// Reads a line, or a part of one from the beginning of a key or of a value: of a plain scalar, if it has
  /// neither quotes nor a comment.
  init(in file: SourceFile, _ line: Range<Int>, isPlain: Bool = false) {
    self.file = file
    bytes = file.bytes
    (index, end) = (line.lowerBound, line.upperBound)
    guard !bytes[line].allSatisfy({ $0 < 0x80 }) else { return }
    takeBlanks()
    while isAt("-"), isSpace(at: index + 1) {
      index += 1
      takeBlanks()
    }
    let key = bytes[index..<end].prefix(while: \.isKeyCharacter)
    if !key.isEmpty, key.endIndex < end, bytes[key.endIndex] == UInt8(ascii: ":") {
      index = key.endIndex + 1
      takeBlanks()
    }
    if isAt("!") {
      while index < end, !isSpace(at: index) { index += 1 }
      takeBlanks()
    }
    // Quotes and comments may hold anything.
    let rest = bytes[index..<end]
    guard isPlain || !rest.contains(where: { "\"'#".utf8.contains($0) }) else { return }
    while index < end {
      let count = runs.count
      takeBlanks()
      // Those that a text follows are a part of it.
      if index < end { runs.removeLast(runs.count - count) }
      index += 1
    }
  }

  /// Returns the range of such a space at an offset; nil for any other character.
  static func space(at offset: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard bytes[offset] >= 0xC2 else { return nil }
    let width = bytes[offset] < 0xE0 ? 2 : bytes[offset] < 0xF0 ? 3 : 4
    let range = offset..<min(offset + width, bytes.count)
    let scalar = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.first
    return scalar.map(UnusualSpaces.contains) == true ? range : nil
  }

  /// Whether a text begins or ends with such a space.
  static func areAtEnd(of text: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard let last = bytes[text].lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
    return space(at: text.lowerBound, in: bytes) != nil || space(at: last, in: bytes) != nil
  }

  /// Returns a text without spaces of any kind at its ends.
  static func trimmed(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool {
      scalar == " " || scalar == "\t" || UnusualSpaces.contains(scalar)
    }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.drop(while: isSpace)
    let count = scalars.reversed().prefix(while: isSpace).count
    return Array(String(scalars.dropLast(count)).utf8)
  }

  private func isAt(_ character: Unicode.Scalar) -> Bool {
    index < end && bytes[index] == UInt8(ascii: character)
  }

  /// Whether a space of any kind begins at an offset.
  private func isSpace(at offset: Int) -> Bool {
    offset < end && (isBlank(bytes[offset]) || Self.space(at: offset, in: bytes) != nil)
  }

  /// Skips spaces of all kinds.
  private mutating func takeBlanks() {
    while index < end {
      if isBlank(bytes[index]) {
        index += 1
      } else if let space = Self.space(at: index, in: bytes) {
        let isAdjacent = runs.last?.upperBound == index
        let run = isAdjacent ? runs.removeLast().lowerBound..<space.upperBound : space
        runs.append(run)
        index = space.upperBound
      } else {
        return
      }
    }
  }
}

extension UnusualBlanks {
  /// What is said about the line; nil if there are none.
  var message: String? {
    guard let run = runs.first,
      let first = String(decoding: bytes[run], as: UTF8.self).unicodeScalars.first
    else { return nil }
    return "this line has \(UnusualSpaces.name(of: first)) where YAML needs a space"
  }

  static let advice = "write ordinary spaces"

  /// As many ordinary spaces for each run.
  var edits: [TextEdit] { edits(of: runs) }

  private func edits(of runs: [Range<Int>]) -> [TextEdit] {
    runs.map { run in
      let count = bytes[run].count { $0 & 0xC0 != 0x80 }
      return TextEdit(SourceSpan(file, run), String(repeating: " ", count: count))
    }
  }

  /// The error with the fix of the line; nil if there are none.
  var diagnostic: Diagnostic? { diagnostic(edits) }

  /// The error with the fix of all lines: a text that was copied from a page has them in each, and where one
  /// breaks the text, the others would break it next.
  var diagnosticForFile: Diagnostic? {
    let others = Self.runs(in: file).filter { !runs.hasOverlap(with: $0) }
    return diagnostic(edits(of: (runs + others).inStableOrder { $0.lowerBound < $1.lowerBound }))
  }

  private func diagnostic(_ edits: [TextEdit]) -> Diagnostic? {
    guard let message, let first = runs.first else { return nil }
    return Diagnostic(.yamlSyntax, message, at: file.place(first), "YAML reads this as text")
      .fix(Self.advice, edits: edits, isCertain: true)
  }

  /// Returns those of all lines, without the lines of block scalars, which may hold anything.
  private static func runs(in file: SourceFile) -> [Range<Int>] {
    let bytes = file.bytes
    var runs: [Range<Int>] = []
    var block: Int?
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(where: isLineBreak) ?? bytes.count
      defer { start = end + 1 }
      let line = bytes[start..<end]
      let indentation = line.prefix { $0 == 0x20 }.count
      if let outer = block, indentation > outer || indentation == line.count { continue }
      runs += UnusualBlanks(in: file, start..<end).runs
      block = beginsBlock(line) ? indentation : nil
    }
    return runs
  }

  /// Whether a line ends with the indicator of a block scalar, such as `|` or `>-`.
  private static func beginsBlock(_ line: ArraySlice<UInt8>) -> Bool {
    guard let last = line.split(whereSeparator: isBlank).last, let mark = last.first else {
      return false
    }
    return "|>".utf8.contains(mark)
      && last.dropFirst().allSatisfy { "+-0123456789".utf8.contains($0) }
  }
}

/// An unquoted text that was meant as a list or a map, and the characters that prevent that.
package struct MisreadText {
  /// The first of the characters.
  package let place: SourceSpan
  /// The description of the place, for a label.
  package let label: String
  /// Replaces the characters by those that YAML requires.
  package let fixIt: Diagnostic.FixIt

  /// Examines a scalar in place of a list or a map; returns nil if it may be any text.
  package init?(_ node: YAMLNode, asList: Bool) {
    let span = node.contentSpan
    guard node.kind == .scalar, !node.isQuoted, !span.isRedacted else { return nil }
    let bytes = span.file.bytes
    // A list or a map cannot begin on the same line after its key.
    let before = bytes[..<span.range.lowerBound].last { !isBlank($0) }
    guard before.map(isLineBreak) ?? true else { return nil }
    var edits: [TextEdit] = []
    var message: String?
    for line in Self.lines(of: span) {
      let blanks = UnusualBlanks(in: span.file, line)
      if !blanks.runs.isEmpty {
        message = message ?? blanks.message
        edits += blanks.edits
      } else if asList, line.count > 1, bytes[line.lowerBound] == UInt8(ascii: "-"),
        bytes[line.lowerBound + 1] != UInt8(ascii: "-")
      {
        let end = line.lowerBound + 1
        edits.append(TextEdit(SourceSpan(span.file, end..<end), " "))
      } else {
        // The line can only be text.
        return nil
      }
    }
    guard let first = edits.first?.span.range else { return nil }
    let dash = first.lowerBound - 1..<first.lowerBound
    place = SourceSpan(span.file, first.isEmpty ? dash : first)
    label = message ?? "a space belongs after this"
    fixIt = Diagnostic.FixIt(
      message == nil ? "add the space" : UnusualBlanks.advice,
      edits: edits, isCertain: true)
  }

  /// Returns the lines of a text without their indentation.
  private static func lines(of span: SourceSpan) -> [Range<Int>] {
    let bytes = span.file.bytes
    return bytes[span.range].split(whereSeparator: isLineBreak).compactMap { line in
      let start = line.firstIndex { !isBlank($0) }
      return start.map { $0..<line.endIndex }
    }
  }
}
