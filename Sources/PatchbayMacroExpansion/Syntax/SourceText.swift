/// A source text with its tokens, and where each bracket closes.
///
/// A class, because whatever reads a declaration is given one: without optimization, as a debug build makes
/// the plugin, a structure is copied with its five arrays at each call, which took a fifth of an expansion.
package final class SourceText: Sendable {
  let bytes: [UInt8]
  let tokens: [Token]
  let pairs: BracketPairs

  package init(_ text: String) {
    bytes = Array(text.utf8)
    tokens = Tokenizer.tokens(of: bytes)
    pairs = BracketPairs(of: tokens)
  }

  /// Returns the text of a token; empty beyond the last one.
  subscript(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: bytes[tokens[index].range], as: UTF8.self)
  }

  /// Returns whether a token is this punctuation, and not a word or a literal of the same text.
  func isPunctuation(_ index: Int, _ character: Unicode.Scalar) -> Bool {
    index >= 0 && index < tokens.count && UInt32(tokens[index].punctuation) == character.value
  }

  /// Returns whether a token is `->`.
  func isArrow(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .punctuation && self[index] == "->"
  }

  func isWord(_ index: Int) -> Bool {
    index >= 0 && index < tokens.count && tokens[index].kind == .word
  }

  func startsLine(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].startsLine
  }

  func isAdjacent(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].isAdjacent
  }

  /// Returns the source from the first to the last token of a range, with everything between them.
  func source(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last, tokens.indices.contains(first) else {
      return ""
    }
    let end = tokens[min(last, tokens.count - 1)].range.upperBound
    return String(decoding: bytes[tokens[first].range.lowerBound..<end], as: UTF8.self)
  }

  /// The offset of a token, or of the end of the text.
  func offset(_ index: Int) -> Int {
    tokens.indices.contains(index) ? tokens[index].range.lowerBound : bytes.count
  }

  /// The number of lines before a token.
  func linesBefore(_ index: Int) -> Int {
    bytes[..<offset(index)].count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns the index after a token, or after the bracket that it opens.
  func after(_ index: Int) -> Int {
    min((pairs.bracket(index) ?? index) + 1, tokens.count)
  }

  /// The tokens between an opening bracket and the one that closes it.
  func inside(_ open: Int) -> Range<Int> {
    let end = pairs.bracket(open) ?? open + 1
    return min(open + 1, tokens.count)..<max(min(end, tokens.count), min(open + 1, tokens.count))
  }
}

extension SourceText {
  /// Returns the index after the `>` that closes the arguments of a type; nil if the `<` at `open`
  /// compares two values.
  ///
  /// Like the compiler: between the brackets are only parts of types, and what follows the second
  /// one cannot begin an operand.
  func afterGenericArguments(_ open: Int, before end: Int) -> Int? {
    guard let close = pairs.angle(open), close < end else { return nil }
    return canFollowType(close + 1, before: end) ? close + 1 : nil
  }

  /// Returns the index after a token, a bracket with its content, the arguments of a type, or the conditions
  /// of an `if`: a comma inside of these separates nothing else.
  func afterOperandPart(_ index: Int, before end: Int) -> Int {
    guard isWord(index), self[index] == "if",
      isPunctuation(index - 1, "=") || self[max(index - 1, 0)] == "else"
    else { return afterGenericArguments(index, before: end) ?? after(index) }
    var index = index + 1
    while index < end, !isPunctuation(index, "{") { index = after(index) }
    return index
  }

  private func canFollowType(_ index: Int, before end: Int) -> Bool {
    guard index < end, !startsLine(index) else { return true }
    guard tokens[index].kind == .punctuation else { return false }
    switch self[index] {
    // Also after a space: `f(a < b, c > (d))` is one argument.
    case "(", "[", ")", "]", "{", "}", ",", ".", ":", ";", "=", ">", "?", "!", "&", "->":
      return true
    default: return false
    }
  }

  /// Returns what is inside of the parentheses around one expression or type; the range itself without any.
  func insideParentheses(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while isPunctuation(range.lowerBound, "("), after(range.lowerBound) == range.upperBound,
      splitAtCommas(inside(range.lowerBound)).count == 1
    {
      range = inside(range.lowerBound)
    }
    return range
  }

  /// Splits a range of tokens at its commas, except those in brackets or between the arguments of a
  /// type.
  func splitAtCommas(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      if isPunctuation(index, ",") {
        parts.append(start..<index)
        start = index + 1
        index = start
      } else if isPunctuation(index, "@") {
        index = attribute(index, before: range.upperBound).next
      } else {
        index = afterOperandPart(index, before: range.upperBound)
      }
    }
    // A comma may follow the last part.
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }
}

/// The words of Swift that the reading of declarations depends on.
enum Keyword {
  /// The words after which an operand begins.
  static let beforeOperand: Set<String> = [
    "as", "await", "case", "catch", "do", "else", "if", "in", "is", "repeat", "return", "throw",
    "try", "unsafe", "where", "while", "yield",
  ]

  /// The words that modify a declaration.
  static let modifiers: Set<String> = [
    "borrowing", "class", "consuming", "convenience", "distributed", "dynamic", "fileprivate",
    "final", "indirect", "infix", "internal", "isolated", "lazy", "mutating", "nonisolated",
    "nonmutating", "open", "optional", "override", "package", "postfix", "prefix", "private",
    "public", "required", "static", "unowned", "weak",
  ]

  /// The words that begin a declaration.
  static let declarations: Set<String> = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import",
    "init", "let", "macro", "operator", "precedencegroup", "protocol", "struct", "subscript",
    "typealias", "var",
  ]
}
