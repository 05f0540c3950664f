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

extension Tokenizer {
  /// Skips a regular expression; returns false at another token.
  mutating func skipRegex() -> Bool {
    var signs = 0
    while byte(signs) == UInt8(ascii: "#") { signs += 1 }
    guard byte(signs) == UInt8(ascii: "/") else { return false }
    let end = signs == 0 ? plainRegexEnd() : rawRegexEnd(signs)
    guard let end else { return false }
    position = end
    return true
  }

  /// The end of `/…/`, which is the operator `/` where an operand precedes, where a space follows,
  /// and where the line ends, or a parenthesis closes, before the second slash.
  private mutating func plainRegexEnd() -> Int? {
    guard !followsOperand, byte(1) != UInt8(ascii: " "), byte(1) != UInt8(ascii: "\t"),
      searches.known(.regex(0), at: position) == nil
    else { return nil }
    var index = position + 1
    var depth = 0
    var isInClass = false
    search: while index < bytes.count, !isLineEnd(index) {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < bytes.count && !isLineEnd(index + 1): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        depth -= 1
        if depth < 0 { break search }
      case UInt8(ascii: "/"): return index + 1
      default: break
      }
      index += 1
    }
    searches.add(.regex(0), position...index, isFound: false)
    return nil
  }

  /// The end of `#/…/#`, on another line only if the first one contains nothing else.
  private mutating func rawRegexEnd(_ signs: Int) -> Int? {
    let start = position + signs + 1
    var index = start
    while index < bytes.count,
      bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t")
    {
      index += 1
    }
    let isOneLine = index < bytes.count && !isLineEnd(index)
    let kind = isOneLine ? Searches.Kind.regex(signs) : .longRegex(signs)
    guard searches.known(kind, at: start) == nil else { return nil }
    index = start
    while index < bytes.count, !isOneLine || !isLineEnd(index) {
      if bytes[index] == UInt8(ascii: "/"), hasSigns(signs, at: index + 1) {
        return index + 1 + signs
      }
      let isEscape = bytes[index] == UInt8(ascii: "\\")
      index += isEscape && index + 1 < bytes.count && !isLineEnd(index + 1) ? 2 : 1
    }
    searches.add(kind, start...index, isFound: false)
    return nil
  }

  /// Whether the last token ends an operand, so that a slash divides it.
  private var followsOperand: Bool {
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .literal, .pound: return true
    case .word:
      return !Keyword.beforeOperand.contains(String(decoding: bytes[last.range], as: UTF8.self))
    case .punctuation:
      return ")]}?!".utf8.contains(bytes[last.range.lowerBound])
    }
  }
}

/// What searches for the end of a literal have found.
///
/// A search that begins inside of the range of an earlier one has the same result. Without this, a text with
/// many beginnings and no end would be searched to its end from each of them.
struct Searches {
  enum Kind: Hashable {
    /// A quote that so many number signs follow, in one line.
    case quote(Int)
    /// A slash that so many number signs follow, in one line.
    case regex(Int)
    /// The same in any line.
    case longRegex(Int)
  }

  struct Result {
    let range: ClosedRange<Int>
    let isFound: Bool
  }

  private var results: [Kind: Result] = [:]

  /// Returns the result of a search from an offset, if it is known.
  func known(_ kind: Kind, at start: Int) -> Result? {
    results[kind].flatMap { $0.range.contains(start) ? $0 : nil }
  }

  /// Adds a search from the first to the last offset of a range.
  mutating func add(_ kind: Kind, _ range: ClosedRange<Int>, isFound: Bool) {
    results[kind] = Result(range: range, isFound: isFound)
  }
}
