import PatchbayDiagnostics

/// Finds possible secrets in a text that cannot be used because of an error.
///
/// After an error it is unknown what belongs to a value. So everything is hidden between a `!secret`, or
/// the name of a credential, and the next key that is not indented deeper, whatever it looks like: the rest
/// of the line, the lines below that are indented deeper, and everything up to the bracket or quote that
/// closes the value. If the next line looks like a part of the secret that was not indented, everything
/// from there on is hidden.
enum SecretScanner {
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges = rangesOfCredentials(in: bytes)
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
      ranges.append(firstText(from: tag.upperBound, to: end, in: bytes)..<end)
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

  /// Returns the ranges of what follows the names of credentials.
  private static func rangesOfCredentials(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    while let sign = SecretNames.signOfCredential(in: bytes, from: index) {
      let name = sign..<sign + 1
      // The other signs are those of defaults, as in `${DB_PASSWORD|x}`.
      let isKey = bytes[sign] == UInt8(ascii: ":")
      let end = isKey ? endOfSecret(after: name, in: bytes) : endOfLine(in: bytes, from: sign)
      ranges.append(firstText(from: sign + 1, to: end, in: bytes)..<end)
      index = max(end, sign + 1)
    }
    return ranges
  }

  /// Returns the offset of the first byte of a range that is no blank and no line break; its end if there
  /// is none.
  private static func firstText(from start: Int, to end: Int, in bytes: [UInt8]) -> Int {
    guard start < end else { return end }
    return bytes[start..<end].firstIndex { !isBlank($0) && !isLineBreak($0) } ?? end
  }

  private static func endOfSecret(after tag: Range<Int>, in bytes: [UInt8]) -> Int {
    var end = endOfLine(in: bytes, from: tag.upperBound)
    let text = startOfContent(after: tag.upperBound, in: bytes)
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

  /// Returns the offset of a value, behind its tag and its anchor; nil at the end.
  private static func startOfContent(after start: Int, in bytes: [UInt8]) -> Int? {
    var index = start
    while let text = bytes[index...].firstIndex(where: { !isBlank($0) && !isLineBreak($0) }) {
      guard "!&".utf8.contains(bytes[text]) else { return text }
      index = bytes[text...].firstIndex { isBlank($0) || isLineBreak($0) } ?? bytes.count
    }
    return nil
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
    // The entries of a map in a list are as deep as the first one behind the dash.
    var first = line
    while let text = bytes[first...].firstIndex(where: { !isBlank($0) }) {
      first = text
      guard text < tag.lowerBound, bytes[text] == UInt8(ascii: "-"), isBlank(bytes[text + 1]) else {
        break
      }
      first = text + 1
    }
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
    // `!!secret` would be a tag of YAML's own, which does not exist.
    let meant = tag.hasPrefix(standard) ? "!\(tag.dropFirst(standard.count))" : tag
    return meant == name || !nearMisses(of: meant, in: [name]).isEmpty
  }

  private static let standard = "tag:yaml.org,2002:"
}
