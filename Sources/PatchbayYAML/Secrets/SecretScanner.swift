import PatchbayDiagnostics

/// Finds possible secrets in a text that cannot be used because of an error.
///
/// After an error it is unknown what belongs to a value. So everything behind a `!secret`, or behind the name
/// of a credential, is hidden up to the next line with a key that is not indented deeper:
///
///     db: { password: hunter2, size: 8    # all behind `password:`
///     token: |
///       one                               # a line that is indented deeper
///     url: …                              # shown
///
/// If a quote or a bracket is never closed, or if the next line has no key, everything from there on is hidden.
enum SecretScanner {
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    let credentials = ranges(in: bytes) { index in
      SecretNames.signOfCredential(in: bytes, from: index).map { $0..<$0 + 1 }
    }
    return credentials + ranges(in: bytes) { secretTag(in: bytes, from: $0) }
  }

  /// Returns the range of each value; `next` finds the tag, or the sign after a name, that the value follows.
  private static func ranges(
    in bytes: [UInt8], _ next: (Int) -> Range<Int>?
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = 0
    var hiddenEnd = 0
    // A value inside another one may end after it. More than these only a hostile text has, and looking at
    // all of them would take quadratic time.
    var room = 100
    while hiddenEnd < bytes.count, let mark = next(index) {
      index = mark.upperBound
      if index < hiddenEnd { room -= 1 }
      let end = room < 0 ? bytes.count : endOfSecret(after: mark, in: bytes)
      let text = bytes[index..<end].firstIndex { !isBlank($0) && !isLineBreak($0) }
      ranges.append((text ?? end)..<end)
      hiddenEnd = max(hiddenEnd, end)
    }
    return ranges
  }

  /// Returns the next tag that may mean `!secret`.
  private static func secretTag(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var index = start
    while let mark = bytes[index...].firstIndex(of: UInt8(ascii: "!")) {
      index =
        bytes[mark...].firstIndex {
          isBlank($0) || isLineBreak($0) || ",[]{}\"'".utf8.contains($0)
        } ?? bytes.count
      let name = String(decoding: bytes[mark + 1..<index], as: UTF8.self).lowercased()
      // An escape, or a handle that `%TAG` declares, may stand for anything.
      if name.utf8.contains(where: { "!%".utf8.contains($0) }) || name.contains(text: "secret")
        || SecretTag.isMeant(by: "!\(name)")
      {
        return mark..<index
      }
    }
    return nil
  }

  private static func endOfLine(in bytes: [UInt8], from index: Int) -> Int {
    bytes[index...].firstIndex(where: isLineBreak) ?? bytes.count
  }

  private static func endOfSecret(after mark: Range<Int>, in bytes: [UInt8]) -> Int {
    var end = endOfLine(in: bytes, from: mark.upperBound)
    if let closing = closing(ofValueAt: mark.upperBound, in: bytes) {
      end = max(end, endOfLine(in: bytes, from: closing))
    }
    let indentation = indentation(of: mark, in: bytes)
    // A comment that is not indented deeper ends the value, but says nothing of the lines below it.
    var isOver = false
    var next = end
    while next < bytes.count {
      let line = next + 1..<endOfLine(in: bytes, from: next + 1)
      next = line.upperBound
      let content = bytes[line].drop(while: isBlank)
      guard let first = content.first else { continue }
      let depth = content.startIndex - line.lowerBound
      // The mark of a document may be one, too.
      let word = content.prefix { !isBlank($0) }
      let isItem = word.elementsEqual("-".utf8) || word.elementsEqual("---".utf8)
      if !isOver, depth > indentation || depth == indentation && isItem {
        end = next
      } else if first == UInt8(ascii: "#") {
        isOver = true
      } else {
        // A line that can only be a text should have been indented. What begins with a bracket or a dash
        // is no key.
        let hasKey = content.containsSeparator && !"[{-".utf8.contains(first)
        let isEntry = isItem || hasKey || "]},".utf8.contains(first)
        return isEntry ? end : bytes.count
      }
    }
    return end
  }

  /// Returns how far the key of a value is indented, the dashes of lists included: what is indented deeper
  /// belongs to the value.
  private static func indentation(of mark: Range<Int>, in bytes: [UInt8]) -> Int {
    let line = bytes[..<mark.lowerBound].lastIndex(where: isLineBreak).map { $0 + 1 } ?? 0
    var key = line
    while let text = bytes[key...mark.lowerBound].firstIndex(where: { !isBlank($0) }) {
      key = text
      let isDash = text < mark.lowerBound && bytes[text] == UInt8(ascii: "-")
      guard isDash, isBlank(bytes[text + 1]) else { break }
      key += 1
    }
    // A tag at the beginning of a line, or of a document, has its content at the same indentation.
    let beginsLine =
      key == mark.lowerBound || bytes[line...].starts(with: "---".utf8) || bytes[key] == 0xEF
    return key - line - (beginsLine ? 1 : 0)
  }

  /// Returns the offset where the quote or bracket of a value, behind its tag and its anchor, is closed: at
  /// the end of the text if it is not. Returns nil for any other value.
  private static func closing(ofValueAt start: Int, in bytes: [UInt8]) -> Int? {
    var index = start
    while let text = bytes[index...].firstIndex(where: { !isBlank($0) && !isLineBreak($0) }) {
      switch bytes[text] {
      case UInt8(ascii: "!"), UInt8(ascii: "&"):
        index = bytes[text...].firstIndex { isBlank($0) || isLineBreak($0) } ?? bytes.count
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        return BracketScanner.closingQuote(of: text, in: bytes) ?? bytes.count
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        return BracketScanner.closing(of: text, in: bytes) ?? bytes.count
      default: return nil
      }
    }
    return nil
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
    let written = String(decoding: text, as: UTF8.self)
    let hasDefault = written.contains(text: ":-") || written.contains(text: "??")
    return text.index(after: end) == text.endIndex && !hasDefault
  }

  /// Whether a text is `$(name)` or `$(env:NAME)`, which has nothing but a name: no path, which a source may take for
  /// a value, and no `-`, behind which a default may have been meant.
  static func isPlainReference(_ text: UnsafeRawBufferPointer) -> Bool {
    guard isReference(text) else { return false }
    let inner = text[2..<text.count - 1]
    let isVariable = inner.starts(with: "env:".utf8)
    return inner.dropFirst(isVariable ? 4 : 0).allSatisfy {
      $0.isKeyCharacter && !(isVariable && $0 == UInt8(ascii: "-"))
    }
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
