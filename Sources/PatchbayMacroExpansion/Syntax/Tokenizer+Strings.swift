extension Tokenizer {
  /// What encloses a place inside of a string.
  private enum Level {
    /// Text between quotes: one or three, with so many number signs.
    case text(signs: Int, quotes: Int)
    /// `\(…)`, with the number of open parentheses.
    case interpolation(depth: Int)
  }

  /// Skips a string; returns false at another token.
  ///
  /// Strings in interpolations in strings are kept in an array, and not on the stack, which no
  /// input may exhaust.
  mutating func skipString() -> Bool {
    guard let opening = opening() else { return false }
    var levels: [Level] = [opening]
    while position < bytes.count, let level = levels.last {
      switch level {
      case .text(let signs, let quotes): skipText(signs, quotes, &levels)
      case .interpolation(let depth): skipCode(depth, &levels)
      }
    }
    // A backslash may be the last byte of the text.
    position = min(position, bytes.count)
    return true
  }

  /// Skips the quotes at which a string begins; returns nil if none begins here.
  private mutating func opening() -> Level? {
    var signs = 0
    while byte(signs) == UInt8(ascii: "#") { signs += 1 }
    guard byte(signs) == UInt8(ascii: "\"") else { return nil }
    position += signs
    let quotes = countQuotes() >= 3 && !closesInLine(signs) ? 3 : 1
    position += quotes
    return .text(signs: signs, quotes: quotes)
  }

  /// Whether a string that begins like one of several lines ends in its first line: `#"""#` is a quote.
  private mutating func closesInLine(_ signs: Int) -> Bool {
    guard signs > 0 else { return false }
    let start = position + 2
    if let known = searches.known(.quote(signs), at: start) { return known.isFound }
    var index = start
    while index < bytes.count, !isLineEnd(index) {
      if bytes[index] == UInt8(ascii: "\""), hasSigns(signs, at: index + 1) { break }
      index += 1
    }
    let isFound = index < bytes.count && !isLineEnd(index)
    searches.add(.quote(signs), start...index, isFound: isFound)
    return isFound
  }

  func isLineEnd(_ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
  }

  private func countQuotes() -> Int {
    var count = 0
    while count < 3, byte(count) == UInt8(ascii: "\"") { count += 1 }
    return count
  }

  private mutating func skipText(_ signs: Int, _ quotes: Int, _ levels: inout [Level]) {
    switch byte() {
    case UInt8(ascii: "\\"):
      position += 1
      guard hasSigns(signs) else { return }
      position += signs
      if byte() == UInt8(ascii: "(") { levels.append(.interpolation(depth: 1)) }
      position += 1
    case UInt8(ascii: "\"") where countQuotes() >= quotes:
      position += quotes
      guard hasSigns(signs) else {
        // Only the first quote is certain to be text: three may begin at the second one.
        position -= quotes - 1
        return
      }
      position += signs
      levels.removeLast()
    case UInt8(ascii: "\n") where quotes == 1:
      // Without an end: the compiler reports it.
      levels.removeAll()
    default:
      position += 1
    }
  }

  private func hasSigns(_ signs: Int) -> Bool { hasSigns(signs, at: position) }

  func hasSigns(_ signs: Int, at start: Int) -> Bool {
    guard start + signs <= bytes.count else { return false }
    return bytes[start..<start + signs].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private mutating func skipCode(_ depth: Int, _ levels: inout [Level]) {
    let last = levels.count - 1
    switch byte() {
    case UInt8(ascii: "("):
      position += 1
      levels[last] = .interpolation(depth: depth + 1)
    case UInt8(ascii: ")"):
      position += 1
      if depth == 1 { levels.removeLast() } else { levels[last] = .interpolation(depth: depth - 1) }
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
      skipBlockComment()
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      skipLine()
    default:
      if let opening = opening() {
        levels.append(opening)
      } else {
        position += 1
        if bytes[position - 1] == UInt8(ascii: "#") { skipSigns() }
      }
    }
  }
}
