/// A source text with its tokens, and where each bracket closes.
package struct SourceText {
  let bytes: [UInt8]
  let tokens: [Token]
  let pairs: BracketPairs
  /// The character of each token of punctuation; 0 for other tokens. The plugin is built without optimization
  /// in a debug build, where this is much faster than to compare texts.
  private let punctuation: [UInt8]

  package init(_ text: String) {
    bytes = Array(text.utf8)
    tokens = Tokenizer.tokens(of: bytes)
    var punctuation: [UInt8] = []
    for token in tokens { punctuation.append(token.punctuation(in: bytes)) }
    self.punctuation = punctuation
    pairs = BracketPairs(of: tokens, punctuation)
  }

  /// Returns the text of a token; empty beyond the last one.
  subscript(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: bytes[tokens[index].range], as: UTF8.self)
  }

  /// Returns whether a token is this punctuation, and not a word or a literal of the same text.
  func isPunctuation(_ index: Int, _ character: Unicode.Scalar) -> Bool {
    index >= 0 && index < punctuation.count && UInt32(punctuation[index]) == character.value
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
