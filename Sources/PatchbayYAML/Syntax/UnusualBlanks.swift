import PatchbayDiagnostics

/// Finds the spaces that YAML reads as text where it needs a blank: before the content of a line,
/// after a dash, after the colon of a key, after a tag, and at the end.
///
/// In the rest of a line they are part of a text, and may be intended.
struct UnusualBlanks {
  /// The runs of adjacent ones, in order.
  private(set) var runs: [Range<Int>] = []
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int

  /// Reads a line, or a part of one from the beginning of a key or of a value: of a plain scalar, if it has
  /// neither quotes nor a comment.
  init(in bytes: [UInt8], _ line: Range<Int>, isPlain: Bool = false) {
    self.bytes = bytes
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
  var edits: [Finding.Edit] {
    runs.map { run in
      let count = bytes[run].count { $0 & 0xC0 != 0x80 }
      return .init(range: run, replacement: String(repeating: " ", count: count))
    }
  }

  /// The finding with the fix of the line; nil if there are none.
  var finding: Finding? {
    guard let message, let first = runs.first else { return nil }
    return Finding(.yamlSyntax, message, at: first, "YAML reads this as text")
      .fix(.init(Self.advice, edits: edits, isCertain: true))
  }
}
