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
