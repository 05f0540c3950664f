import PatchbayDiagnostics

/// Finds possible secrets in a text that could not be parsed to its end.
///
/// After an error the extent of a `!secret` is unknown, so more is hidden than necessary: the rest
/// of its line, the lines below that are indented deeper, and everything up to the bracket or quote
/// that closes the value. If the next line looks like a part of the secret that was not indented,
/// everything from there on is hidden. A text under a name such as `password:` is hidden as well,
/// marked or not.
enum SecretScanner {
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges = rangesOfUnmarked(in: bytes)
    var index = 0
    // Only with `%TAG` can a tag mean secret without containing the word.
    var hasHandles: Bool?
    while let tag = nextTag(in: bytes, from: index) {
      index = tag.upperBound
      let name = unescaped(bytes[tag])
      if !name.contains("secret"), !SecretTag.isMeant(by: String(decoding: name, as: UTF8.self)) {
        guard name.dropFirst().contains(UInt8(ascii: "!")) else { continue }
        let isDeclared = hasHandles ?? bytes.contains("%tag")
        hasHandles = isDeclared
        guard isDeclared else { continue }
      }
      let end = endOfSecret(after: tag, in: bytes)
      let blanks = bytes[tag.upperBound..<end].prefix { isBlank($0) || isLineBreak($0) }
      ranges.append(blanks.endIndex..<end)
      index = end
    }
    return ranges
  }

  /// Returns the next word that begins with `!` at the possible start of a value.
  private static func nextTag(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var index = start
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: "!")) {
      let before = found == 0 ? 0x20 : bytes[found - 1]
      // 0xBF is the last byte of a byte order mark.
      let isStart =
        isBlank(before) || isLineBreak(before) || before == 0xBF || ",[{:".utf8.contains(before)
      if isStart {
        let end = bytes[found...].firstIndex {
          isBlank($0) || isLineBreak($0) || ",[]{}\"'".utf8.contains($0)
        }
        return found..<(end ?? bytes.count)
      }
      index = found + 1
    }
    return nil
  }

  /// Returns a tag with its `%` escapes undone.
  private static func unescaped(_ tag: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = tag.startIndex
    while index < tag.endIndex {
      if tag[index] == UInt8(ascii: "%"), index + 2 < tag.endIndex,
        let value = UInt8(String(decoding: tag[index + 1...index + 2], as: UTF8.self), radix: 16)
      {
        result.append(value)
        index += 3
      } else {
        result.append(tag[index])
        index += 1
      }
    }
    return result
  }

  /// Returns the ranges of the texts under the names of secrets.
  private static func rangesOfUnmarked(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
      index = colon + 1
      guard SecretNames.isSecret(name(before: colon, in: bytes)),
        let text = bytes[index...].firstIndex(where: { !isBlank($0) }),
        !isLineBreak(bytes[text]), !"[{*#".utf8.contains(bytes[text]),
        !isOtherTag(bytes[text...]),
        !beginsWithReference(bytes[text...])
      else { continue }
      let isBlock = bytes[text] == UInt8(ascii: "|") || bytes[text] == UInt8(ascii: ">")
      let end =
        isBlock
        ? endOfSecret(after: colon..<index, in: bytes) : endOfLine(in: bytes, from: text)
      ranges.append(text..<end)
      index = end
    }
    return ranges
  }

  /// Whether a value begins with a tag that makes it something other than text.
  private static func isOtherTag(_ value: ArraySlice<UInt8>) -> Bool {
    value.first == UInt8(ascii: "!")
      && !["!!", "!replace "].contains { value.starts(with: $0.utf8) }
  }

  /// Whether a value begins with a `$(…)` that is the whole value.
  ///
  /// A longer one than most is no reference, and so is hidden: a line may have one at each of a million bytes.
  private static func beginsWithReference(_ value: ArraySlice<UInt8>) -> Bool {
    let line = value.prefix(512).prefix { !isLineBreak($0) }
    guard let close = line.firstIndex(of: UInt8(ascii: ")")),
      CredentialText.isReference(line[...close])
    else { return false }
    return value[(close + 1)...].first
      .map { isBlank($0) || isLineBreak($0) || ",]}".utf8.contains($0) } ?? true
  }

  /// Returns the last letters before a colon, enough to recognize the name of a secret.
  private static func name(before colon: Int, in bytes: [UInt8]) -> String {
    let isQuoted = colon > 0 && "'\"".utf8.contains(bytes[colon - 1])
    let end = isQuoted ? colon - 1 : colon
    let name = bytes[max(0, end - 32)..<end].reversed().prefix {
      $0 > 0x20 && !"[]{},'\"".utf8.contains($0)
    }
    return String(decoding: name.reversed(), as: UTF8.self)
  }

  private static func endOfSecret(after tag: Range<Int>, in bytes: [UInt8]) -> Int {
    var end = endOfLine(in: bytes, from: tag.upperBound)
    let text = bytes[tag.upperBound...].firstIndex { !isBlank($0) && !isLineBreak($0) }
    if let text, ["\"", "'"].contains(UnicodeScalar(bytes[text])) {
      let closing = BracketScanner.closingQuote(of: text, in: bytes) ?? bytes.count
      end = max(end, endOfLine(in: bytes, from: closing))
    } else if let text, ["[", "{"].contains(UnicodeScalar(bytes[text])) {
      let closing = BracketScanner.closing(of: text, in: bytes) ?? bytes.count
      end = max(end, endOfLine(in: bytes, from: closing))
    }
    end = endOfBlock(of: tag, in: bytes, from: end)
    return isFollowedByStrayText(end, in: bytes) ? bytes.count : end
  }

  /// Whether the next line with content can only be a text that should have been indented.
  private static func isFollowedByStrayText(_ end: Int, in bytes: [UInt8]) -> Bool {
    var line = end
    while line < bytes.count {
      let next = endOfLine(in: bytes, from: line)
      let text = bytes[line..<next].drop(while: isBlank)
      line = next + 1
      guard let first = text.first, first != UInt8(ascii: "#") else { continue }
      func begins(_ mark: StaticString) -> Bool {
        let rest = text.dropFirst(mark.utf8CodeUnitCount)
        return mark.withUTF8Buffer { text.starts(with: $0) } && rest.first.map(isBlank) ?? true
      }
      if "]},".utf8.contains(first) || ["-", "?", "---", "..."].contains(where: begins) {
        return false
      }
      // A line with a key; a flow collection never begins a line of its own.
      let hasKey = text.indices.contains { index in
        text[index] == UInt8(ascii: ":") && text[(index + 1)...].first.map(isBlank) ?? true
      }
      return !hasKey || "{[".utf8.contains(first)
    }
    return false
  }

  /// Returns the end of the lines that belong to the block under a tag's line.
  private static func endOfBlock(of tag: Range<Int>, in bytes: [UInt8], from start: Int) -> Int {
    let line = bytes[..<tag.lowerBound].lastIndex(where: isLineBreak).map { $0 + 1 } ?? 0
    let first = bytes[line...].firstIndex { !isBlank($0) } ?? line
    // A tag at the beginning of a line, or of a document, has its content at the same indentation.
    // A list may be below its key without indentation.
    let beginsLine =
      first == tag.lowerBound || bytes[line...].starts(with: "---".utf8)
      || bytes[first] == 0xEF
    let rest = bytes[tag.upperBound..<endOfLine(in: bytes, from: tag.upperBound)]
    let endsLine = rest.allSatisfy(isBlank)
    let indentation = first - line
    var end = start
    while end < bytes.count {
      let next = end + (bytes[end...].starts(with: [0x0D, 0x0A]) ? 2 : 1)
      let nextEnd = endOfLine(in: bytes, from: next)
      guard let text = bytes[next..<nextEnd].firstIndex(where: { !isBlank($0) }) else {
        if next >= bytes.count { break }
        end = nextEnd
        continue
      }
      let depth = text - next
      let isItem = bytes[text] == UInt8(ascii: "-")
      let belongs =
        depth > indentation || (depth == indentation && (beginsLine || (endsLine && isItem)))
      guard belongs else { break }
      end = nextEnd
    }
    return end
  }

  private static func endOfLine(in bytes: [UInt8], from index: Int) -> Int {
    guard index < bytes.count else { return bytes.count }
    return bytes[index...].firstIndex(where: isLineBreak) ?? bytes.count
  }
}

extension Collection<UInt8> {
  /// Whether the text contains a lowercase ASCII text, ignoring case.
  func contains(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { wanted in
      var rest = self[...]
      while !rest.isEmpty {
        let isEqual = rest.prefix(wanted.count).elementsEqual(wanted) { byte, wanted in
          (0x41...0x5A).contains(byte) ? byte | 0x20 == wanted : byte == wanted
        }
        if isEqual { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }
}

/// Decides whether a text under the name of a credential reveals it.
enum CredentialText {
  /// Whether the text reveals nothing: it is empty or null, a flag, or a plain reference.
  static func isOpen(_ text: UnsafeRawBufferPointer, isQuoted: Bool) -> Bool {
    if text.isEmpty || isReference(text) { return true }
    if isQuoted { return false }
    return NodeRecord.isNothing(text) || text.elementsEqual("true".utf8)
      || text.elementsEqual("false".utf8)
  }

  /// Whether a text is one `$(…)` without a default; a default would be the credential itself.
  static func isReference(_ text: some BidirectionalCollection<UInt8>) -> Bool {
    guard text.starts(with: "$(".utf8), let end = text.firstIndex(of: UInt8(ascii: ")")) else {
      return false
    }
    return text.index(after: end) == text.endIndex && !text.contains(":-")
  }
}

/// The tag of values that must never be shown.
enum SecretTag {
  static let name = "!secret"

  /// Whether a tag is the secret tag, or a misspelling of it, which is reported while the secret is
  /// kept.
  static func isMeant(by tag: String) -> Bool {
    tag == name || !nearMisses(of: tag, in: [name]).isEmpty
  }
}
