/// The smallest part of a source text that has a meaning: a word, a literal, or one punctuation
/// character.
struct Token: Equatable {
  enum Kind: Equatable {
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
  /// Whether it is the first of its line.
  let startsLine: Bool
  /// Whether no space and no comment precedes it.
  let isAdjacent: Bool

  /// Its one character, if it is punctuation; otherwise 0.
  func punctuation(in bytes: [UInt8]) -> UInt8 {
    kind == .punctuation && range.count == 1 ? bytes[range.lowerBound] : 0
  }
}
