/// Finds brackets after libyaml has stopped, as a person reads them: quotes and comments are
/// skipped.
enum BracketScanner {
  /// Whether a bracket is open at the end of a range.
  static func hasOpenBracket(in bytes: [UInt8], _ range: Range<Int>) -> Bool {
    !openBrackets(in: bytes, range).isEmpty
  }

  /// Returns the offsets of the brackets that are open at the end of a range, outermost first.
  static func openBrackets(in bytes: [UInt8], _ range: Range<Int>) -> [Int] {
    var open: [Int] = []
    var scan = Scan(bytes: bytes, index: range.lowerBound, end: range.upperBound)
    while let offset = scan.nextBracket() {
      if isOpening(bytes[offset]) { open.append(offset) } else { _ = open.popLast() }
    }
    return open
  }

  /// Returns the offset where the bracket at an offset is closed; nil if it is not, or if a bracket
  /// of the other kind closes it.
  static func closing(of opening: Int, in bytes: [UInt8]) -> Int? {
    var open: [UInt8] = []
    var scan = Scan(bytes: bytes, index: opening, end: bytes.count)
    while let offset = scan.nextBracket() {
      if isOpening(bytes[offset]) {
        open.append(bytes[offset])
      } else {
        guard let last = open.popLast(), closing(for: last) == bytes[offset] else { return nil }
        if open.isEmpty { return offset }
      }
    }
    return nil
  }

  static func closing(for opening: UInt8) -> UInt8 {
    opening == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: "}")
  }

  /// Returns the offset where a quote is closed; nil if it is not.
  static func closingQuote(of opening: Int, in bytes: [UInt8]) -> Int? {
    let quote = bytes[opening]
    var index = opening + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 2
      } else if bytes[index] != quote {
        index += 1
      } else if quote == UInt8(ascii: "'"), index + 1 < bytes.count, bytes[index + 1] == quote {
        index += 2
      } else {
        return index
      }
    }
    return nil
  }

  private static func isOpening(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
  }

  private struct Scan {
    let bytes: [UInt8]
    var index: Int
    let end: Int

    /// Returns the offset of the next bracket outside quotes and comments.
    mutating func nextBracket() -> Int? {
      while index < end {
        let byte = bytes[index]
        let isAfterText =
          index > 0 && !isBlank(bytes[index - 1]) && !isLineBreak(bytes[index - 1])
          && !",[{".utf8.contains(bytes[index - 1])
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
          index += 1
          return index - 1
        // Quotes and `#` inside a word are text.
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          guard !isAfterText else { break }
          index = BracketScanner.closingQuote(of: index, in: bytes) ?? end
        case UInt8(ascii: "#"):
          guard !isAfterText else { break }
          index = bytes[index..<end].firstIndex(where: isLineBreak) ?? end
        default: break
        }
        index += 1
      }
      return nil
    }
  }
}
