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
