import PatchbayDiagnostics

/// The lookalikes of a line in positions where YAML has syntax: in the indentation, around the
/// colon of a key, after the dash of a list, after a tag, and at the end.
///
/// In the rest of a line they are part of a text, and may be intended.
struct LookalikeLine {
  enum Place { case indentation, separator, end, colon }

  struct Found {
    var lookalike: Lookalike
    var place: Place
    /// The character that YAML requires there.
    var replacement: String
  }

  private(set) var found: [Found] = []
  private let bytes: [UInt8]
  private let line: Range<Int>
  private var index: Int

  init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.bytes = bytes
    self.line = line
    index = line.lowerBound
    guard !bytes[line].allSatisfy({ $0 < 0x80 }) else { return }
    takeSpaces(.indentation)
    while isAt("-"), isSpace(at: index + 1) {
      index += 1
      takeSpaces(.separator)
    }
    takeKey()
    if isAt("!") {
      while index < line.upperBound, !isSpace(at: index) { index += 1 }
      takeSpaces(.separator)
    }
    takeEnd()
  }

  private func isAt(_ character: Unicode.Scalar) -> Bool {
    index < line.upperBound && bytes[index] == UInt8(ascii: character)
  }

  /// Whether a blank or a lookalike of one begins at an offset.
  private func isSpace(at offset: Int) -> Bool {
    guard offset < line.upperBound else { return false }
    return isBlank(bytes[offset]) || Lookalike(in: bytes, at: offset)?.isSpace == true
  }

  /// Skips spaces of all kinds.
  private mutating func takeSpaces(_ place: Place) {
    let first = found.count
    while index < line.upperBound {
      if isBlank(bytes[index]) {
        index += 1
      } else if let lookalike = Lookalike(in: bytes, at: index), lookalike.isSpace {
        found.append(Found(lookalike: lookalike, place: place, replacement: " "))
        index = lookalike.range.upperBound
      } else {
        return
      }
    }
    // No text follows them.
    for position in first..<found.count {
      found[position].place = .end
      found[position].replacement = ""
    }
  }

  /// Skips a key and its colon, if there are both.
  private mutating func takeKey() {
    let before = self
    while index < line.upperBound, bytes[index..<index + 1].isKey { index += 1 }
    guard index > before.index else { return }
    let first = found.count
    takeSpaces(.separator)
    for position in first..<found.count { found[position].replacement = "" }
    if isAt(":"), index + 1 == line.upperBound || isSpace(at: index + 1) {
      index += 1
    } else if let colon = Lookalike(in: bytes, at: index), colon.isColon {
      index = colon.range.upperBound
      let isSeparated = index >= line.upperBound || isSpace(at: index)
      found.append(
        Found(lookalike: colon, place: .colon, replacement: isSeparated ? ":" : ": "))
    } else {
      self = before
      return
    }
    takeSpaces(.separator)
  }

  /// Collects the spaces at the end of an unquoted text.
  private mutating func takeEnd() {
    let rest = bytes[index..<line.upperBound]
    guard !rest.contains(where: { "\"'#".utf8.contains($0) }) else { return }
    var end = line.upperBound
    while end > index {
      if isBlank(bytes[end - 1]) {
        end -= 1
      } else if let lookalike = Lookalike(in: bytes, before: end), lookalike.isSpace {
        found.append(Found(lookalike: lookalike, place: .end, replacement: ""))
        end = lookalike.range.lowerBound
      } else {
        return
      }
    }
  }
}

extension LookalikeLine {
  /// Returns those of a whole text, in order; the lines of block scalars are left out.
  static func all(in bytes: [UInt8]) -> [Found] {
    var found: [Found] = []
    var block: Int?
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(where: isLineBreak) ?? bytes.count
      defer { start = end + 1 }
      let indentation = bytes[start..<end].prefix { $0 == 0x20 }.count
      if let outer = block, indentation > outer || indentation == end - start { continue }
      found += LookalikeLine(bytes, start..<end).found
      block = beginsBlock(bytes[start..<end]) ? indentation : nil
    }
    return found.inStableOrder { $0.lookalike.range.lowerBound < $1.lookalike.range.lowerBound }
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
