/// Splits Swift source into tokens, without an error for any input.
///
/// Comments and spaces are no tokens. A string is one token with all its interpolations, because
/// nothing that is read here depends on what is inside of it.
struct Tokenizer {
  private let bytes: [UInt8]
  private var position = 0
  private var tokens: [Token] = []

  /// Returns the tokens of a source text in order.
  static func tokens(of bytes: [UInt8]) -> [Token] {
    var tokenizer = Tokenizer(bytes: bytes)
    tokenizer.run()
    return tokenizer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return bytes.indices.contains(index) ? bytes[index] : 0
  }

  private mutating func run() {
    var startsLine = true
    var isAdjacent = false
    while position < bytes.count {
      let start = position
      switch byte() {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        position += 1
        startsLine = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0, 0x0B, 0x0C:
        position += 1
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
        skipLine()
      case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
        skipBlockComment()
        startsLine = startsLine || bytes[start..<position].contains(UInt8(ascii: "\n"))
      default:
        let kind = skipToken()
        tokens.append(
          Token(
            kind: kind, range: start..<position, startsLine: startsLine, isAdjacent: isAdjacent))
        startsLine = false
        isAdjacent = true
        continue
      }
      isAdjacent = false
    }
  }

  private mutating func skipToken() -> Token.Kind {
    let first = byte()
    if skipString() || skipRegex() { return .literal }
    if first == UInt8(ascii: "`") {
      position += 1
      while position < bytes.count, byte() != UInt8(ascii: "`"), byte() != UInt8(ascii: "\n") {
        position += 1
      }
      if byte() == UInt8(ascii: "`") { position += 1 }
      return .word
    }
    if first.isDigit {
      skipNumber()
      return .literal
    }
    if first.isWordPart {
      skipWord()
      return .word
    }
    position += 1
    if first == UInt8(ascii: "#") {
      if byte().isWordPart {
        skipWord()
        return .pound
      }
      skipSigns()
    }
    if first == UInt8(ascii: "-"), byte() == UInt8(ascii: ">") { position += 1 }
    return .punctuation
  }

  /// Skips the rest of a run of number signs, so that it is looked at once for a string.
  private mutating func skipSigns() { while byte() == UInt8(ascii: "#") { position += 1 } }

  private mutating func skipWord() { while byte().isWordPart { position += 1 } }

  /// Skips a number; its point belongs to it only before a digit, as in `1.5` but not in `1...5`.
  private mutating func skipNumber() {
    while byte().isWordPart || (byte() == UInt8(ascii: ".") && byte(1).isDigit) { position += 1 }
  }

  private mutating func skipLine() {
    while position < bytes.count, byte() != UInt8(ascii: "\n"), byte() != UInt8(ascii: "\r") {
      position += 1
    }
  }

  /// Skips a comment with those inside of it.
  private mutating func skipBlockComment() {
    var depth = 0
    while position < bytes.count {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        position += 1
      }
    }
    position = bytes.count
  }
}

// MARK: - Strings

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
  private mutating func skipString() -> Bool {
    guard let opening = opening() else { return false }
    var levels: [Level] = [opening]
    while position < bytes.count, let level = levels.last {
      switch level {
      case .text(let signs, let quotes): skipText(signs, quotes, &levels)
      case .interpolation(let depth): skipCode(depth, &levels)
      }
    }
    return true
  }

  /// Skips the quotes at which a string begins; returns nil if none begins here.
  private mutating func opening() -> Level? {
    var signs = 0
    while byte(signs) == UInt8(ascii: "#") { signs += 1 }
    guard byte(signs) == UInt8(ascii: "\"") else { return nil }
    position += signs
    let quotes = countQuotes() >= 3 ? 3 : 1
    position += quotes
    return .text(signs: signs, quotes: quotes)
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

  private func hasSigns(_ signs: Int) -> Bool {
    (0..<signs).allSatisfy { byte($0) == UInt8(ascii: "#") }
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

// MARK: - Regular expressions

extension Tokenizer {
  /// Skips a regular expression; returns false at another token.
  private mutating func skipRegex() -> Bool {
    var signs = 0
    while byte(signs) == UInt8(ascii: "#") { signs += 1 }
    guard byte(signs) == UInt8(ascii: "/") else { return false }
    let end = signs == 0 ? plainRegexEnd : rawRegexEnd(signs)
    guard let end else { return false }
    position = end
    return true
  }

  /// The end of `/…/`, which is the operator `/` where an operand precedes, where a space follows,
  /// and where the line ends, or a parenthesis closes, before the second slash.
  private var plainRegexEnd: Int? {
    guard !followsOperand, byte(1) != UInt8(ascii: " "), byte(1) != UInt8(ascii: "\t") else {
      return nil
    }
    var index = position + 1
    var depth = 0
    var isInClass = false
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        depth -= 1
        if depth < 0 { return nil }
      case UInt8(ascii: "/"): return index + 1
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The end of `#/…/#`, on another line only if the first one contains nothing else.
  private func rawRegexEnd(_ signs: Int) -> Int? {
    var index = position + signs + 1
    let rest = bytes[min(index, bytes.count)...].prefix { $0 != UInt8(ascii: "\n") }
    let isOneLine = rest.contains { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    while index < (isOneLine ? rest.endIndex : bytes.count) {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      let end = index + 1 + signs
      if bytes[index] == UInt8(ascii: "/"), end <= bytes.count,
        bytes[index + 1..<end].allSatisfy({ $0 == UInt8(ascii: "#") })
      {
        return end
      }
      index += 1
    }
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

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  /// Everything beyond ASCII counts as a letter: it is one, or an operator, which is not read.
  fileprivate var isWordPart: Bool {
    isDigit || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }
}
