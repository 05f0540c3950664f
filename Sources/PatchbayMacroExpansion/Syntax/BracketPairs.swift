/// The tokens at which brackets close.
///
/// All are found in one pass, so that reading a text takes time in proportion to its length, whatever it
/// contains.
struct BracketPairs {
  /// For each `(`, `[` and `{` the index of the token that closes it, or the number of tokens.
  private(set) var brackets: [Int: Int] = [:]
  /// For each `<` the index of the `>` that closes it, if only parts of types are between them.
  private(set) var angles: [Int: Int] = [:]
  /// The brackets around the current token, outermost first.
  private var open: [(index: Int, closing: UInt8)] = []
  /// The `<` before the current token, and how many brackets are around each.
  private var openAngles: [(index: Int, level: Int)] = []

  init(of tokens: [Token], in bytes: [UInt8]) {
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .word, .literal: break
      case .pound: endAngles()
      case .punctuation: add(index, bytes[token.range.lowerBound])
      }
    }
    for (index, _) in open { brackets[index] = tokens.count }
  }

  private mutating func add(_ index: Int, _ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("): open.append((index, UInt8(ascii: ")")))
    case UInt8(ascii: "["): open.append((index, UInt8(ascii: "]")))
    case UInt8(ascii: "{"):
      endAngles()
      open.append((index, UInt8(ascii: "}")))
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      endAngles()
      if open.last?.closing == byte { brackets[open.removeLast().index] = index }
    case UInt8(ascii: "<"): openAngles.append((index, open.count))
    case UInt8(ascii: ">"):
      if let last = openAngles.last, last.level == open.count {
        angles[openAngles.removeLast().index] = index
      }
    case _ where ";=+/*%|^\\".utf8.contains(byte): endAngles()
    default: break
    }
  }

  /// Ends the types at the current level of brackets: the next token is no part of one.
  private mutating func endAngles() {
    while openAngles.last?.level == open.count { openAngles.removeLast() }
  }
}
