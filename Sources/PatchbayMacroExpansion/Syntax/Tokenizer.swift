/// Splits Swift source into tokens, without an error for any input.
///
/// Comments and spaces are no tokens. A string is one token with all its interpolations, because
/// nothing that is read here depends on what is inside of it.
struct Tokenizer {
  let bytes: [UInt8]
  var position = 0
  var tokens: [Token] = []
  var searches = Searches()

  /// Returns the tokens of a source text in order.
  static func tokens(of bytes: [UInt8]) -> [Token] {
    var tokenizer = Tokenizer(bytes: bytes)
    tokenizer.run()
    return tokenizer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  func byte(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < bytes.count ? bytes[index] : 0
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
            kind: kind, range: start..<position,
            punctuation: kind == .punctuation && position == start + 1 ? bytes[start] : 0,
            startsLine: startsLine, isAdjacent: isAdjacent))
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
  mutating func skipSigns() { while byte() == UInt8(ascii: "#") { position += 1 } }

  private mutating func skipWord() { while byte().isWordPart { position += 1 } }

  /// Skips a number; its point belongs to it only before a digit, as in `1.5` but not in `1...5`.
  private mutating func skipNumber() {
    while byte().isWordPart || (byte() == UInt8(ascii: ".") && byte(1).isDigit) { position += 1 }
  }

  mutating func skipLine() {
    while position < bytes.count, byte() != UInt8(ascii: "\n"), byte() != UInt8(ascii: "\r") {
      position += 1
    }
  }

  /// Skips a comment with those inside of it.
  mutating func skipBlockComment() {
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

extension UInt8 {
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  /// Everything beyond ASCII counts as a letter: it is one, or an operator, which is not read.
  fileprivate var isWordPart: Bool {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z")
      || self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z")
      || isDigit || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
  }
}

/// The smallest part of a source text that has a meaning: a word, a literal, or one punctuation
/// character.
struct Token {
  enum Kind {
    /// An identifier or a keyword, also in backticks, or a name such as `$0`.
    case word
    /// A string, a number or a regular expression.
    case literal
    /// `#if`, `#selector`, or the name of another macro.
    case pound
    /// One character, or `->`, so that a `>` is always a bracket or an operator of its own.
    case punctuation
  }

  let kind: Kind
  /// The offsets of its bytes.
  let range: Range<Int>
  /// Its one character, if it is punctuation; otherwise 0. Without optimization, this is much faster than to
  /// compare texts.
  let punctuation: UInt8
  /// Whether it is the first of its line.
  let startsLine: Bool
  /// Whether no space and no comment precedes it.
  let isAdjacent: Bool
}
