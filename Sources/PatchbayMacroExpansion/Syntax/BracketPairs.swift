/// The tokens at which brackets close.
///
/// All are found in one pass, so that reading a text takes time in proportion to its length, whatever it
/// contains.
struct BracketPairs: Sendable {
  /// For each `(`, `[` and `{` the index of the token that closes it, or the number of tokens; -1 for other
  /// tokens. No dictionary and no array of optionals, which are slow without optimization.
  private var brackets: [Int]
  /// For each `<` the index of the `>` that closes it, if only parts of types are between them.
  private var angles: [Int: Int] = [:]
  /// The brackets around the current token, outermost first.
  private var open: [Int] = []
  /// What closes them.
  private var closing: [UInt8] = []
  /// The `<` before the current token, and how many brackets are around each.
  private var openAngles: [(index: Int, level: Int)] = []

  init(of tokens: [Token]) {
    brackets = Array(repeating: -1, count: tokens.count)
    var index = 0
    for token in tokens {
      if token.kind == .pound { endAngles() }
      if token.punctuation != 0 { add(index, token.punctuation) }
      index += 1
    }
    for index in open { brackets[index] = tokens.count }
  }

  /// Returns the index of the token that closes a `(`, `[` or `{`, or the number of tokens; nil for another
  /// token.
  func bracket(_ index: Int) -> Int? {
    index >= 0 && index < brackets.count && brackets[index] >= 0 ? brackets[index] : nil
  }

  /// Returns the index of the `>` that closes a `<`, if only parts of types are between them.
  func angle(_ index: Int) -> Int? { angles.isEmpty ? nil : angles[index] }

  private mutating func add(_ index: Int, _ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "("): begin(index, UInt8(ascii: ")"))
    case UInt8(ascii: "["): begin(index, UInt8(ascii: "]"))
    case UInt8(ascii: "{"):
      endAngles()
      begin(index, UInt8(ascii: "}"))
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      endAngles()
      if closing.last == byte {
        closing.removeLast()
        brackets[open.removeLast()] = index
      }
    case UInt8(ascii: "<"): openAngles.append((index, open.count))
    case UInt8(ascii: ">"):
      if let last = openAngles.last, last.level == open.count {
        angles[openAngles.removeLast().index] = index
      }
    case UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "|"), UInt8(ascii: "^"),
      UInt8(ascii: "\\"):
      endAngles()
    default: break
    }
  }

  private mutating func begin(_ index: Int, _ closing: UInt8) {
    open.append(index)
    self.closing.append(closing)
  }

  /// Ends the types at the current level of brackets: the next token is no part of one.
  private mutating func endAngles() {
    while !openAngles.isEmpty, openAngles.last?.level == open.count { openAngles.removeLast() }
  }
}
