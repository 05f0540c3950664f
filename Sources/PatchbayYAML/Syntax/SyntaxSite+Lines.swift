// The places of the rules for lines, as in `SyntaxSite+Places.swift`.

// Lines that are no entry.
extension SyntaxSite {
  /// The content of the line among entries that is none: the one where a simple key began, or the
  /// one above an entry with the same indentation, which YAML reads as its continuation.
  private var noEntryLine: Range<Int>? {
    if problem.message == "could not find expected ':'" {
      return opening.map { content(of: self.line(at: $0.lowerBound)) }
    }
    let line = line(at: offset)
    // The first line of the file: it alone would be the document.
    if problem.message == "did not find expected <document start>",
      let above = contentLine(above: line),
      contentLine(above: above) == nil
    {
      return content(of: above)
    }
    guard problem.message.hasPrefix("mapping values are not allowed"), !isInFlow,
      let above = contentLine(above: line), indentation(of: above) == indentation(of: line),
      !bytes[content(of: above)].containsSeparator,
      !bytes[line.lowerBound..<offset].containsSeparator
    else { return nil }
    return content(of: above)
  }

  /// The dash of `-x` as an item of a list.
  var dash: Range<Int>? {
    let isInList = problem.message == "did not find expected '-' indicator"
    guard let content = isInList ? self.content(of: line(at: offset)) : noEntryLine,
      content.count > 1,
      bytes[content.lowerBound] == UInt8(ascii: "-"),
      bytes[content.lowerBound + 1] != UInt8(ascii: "-"),
      followsItem(line(at: content.lowerBound))
    else { return nil }
    return content.lowerBound..<content.lowerBound + 1
  }

  /// Whether the nearest line above that is indented no deeper is an item of a list.
  private func followsItem(_ line: Range<Int>) -> Bool {
    let depth = indentation(of: line)
    var line = line
    while let above = contentLine(above: line) {
      line = above
      guard indentation(of: above) <= depth else { continue }
      let content = bytes[content(of: above)]
      return indentation(of: above) == depth && content.first == UInt8(ascii: "-")
        && content.dropFirst().first.map(isBlank) ?? true
    }
    return false
  }

  /// The colon of `size:8`.
  private var colonWithoutSpace: Range<Int>? {
    guard let content = noEntryLine,
      let colon = bytes[content].firstIndex(of: UInt8(ascii: ":")),
      bytes[content.lowerBound..<colon].isKey, colon + 1 < content.upperBound,
      !isBlank(bytes[colon + 1])
    else { return nil }
    return colon..<colon + 1
  }
  /// `http://…` and `host.name:80` may be texts without a key.
  private func isInText(_ colon: Range<Int>) -> Bool {
    bytes[colon.upperBound] == UInt8(ascii: "/")
      || bytes[content(of: line(at: colon.lowerBound)).lowerBound..<colon.lowerBound]
        .contains(UInt8(ascii: "."))
  }
  var colonOfKey: Range<Int>? { colonWithoutSpace.flatMap { isInText($0) ? nil : $0 } }
  var colonOfText: Range<Int>? { colonWithoutSpace.flatMap { isInText($0) ? $0 : nil } }

  var slashes: Range<Int>? {
    if bytes[offset...].starts(with: "//".utf8), offset > 0, isBlank(bytes[offset - 1]) {
      return offset..<offset + 2
    }
    return noEntry.flatMap { entry in
      ["//", ";"].first { bytes[entry].starts(with: $0.utf8) }
        .map { entry.lowerBound..<entry.lowerBound + $0.utf8.count }
    }
  }
  /// The `=` of `version = 1`, with the spaces around it.
  var equals: Range<Int>? {
    guard let entry = noEntry, let sign = bytes[entry].firstIndex(of: UInt8(ascii: "=")),
      case let key = trimmed(entry.lowerBound..<sign), bytes[key].isKey, sign + 1 < entry.upperBound
    else { return nil }
    return key.upperBound..<trimmed(sign + 1..<entry.upperBound).lowerBound
  }
  /// A line without a colon.
  var noEntry: Range<Int>? {
    guard let content = noEntryLine, !content.isEmpty, !bytes[content].containsSeparator
    else { return nil }
    return value(from: content.lowerBound)
  }
}

// Dashes and tags.
extension SyntaxSite {
  /// The `- ` of `- a: …` above `b: …`, which is indented as far; nil if it is one of several.
  var dashOfEntry: Range<Int>? {
    guard let start = opening?.lowerBound, bytes[start] == UInt8(ascii: "-"), isFirstOnLine(start),
      entryWithoutDash != nil, case let above = line(at: start),
      indentation(of: above) == indentation(of: line(at: offset)),
      bytes[content(of: above)].containsSeparator
    else { return nil }
    // One of several, as deep as the first: `- a: 1`, `- b: 2` above `c: 3`.
    let dash = bytes[above.lowerBound...start]
    let below = bytes[above.upperBound..<offset].split(separator: UInt8(ascii: "\n"))
    guard !below.contains(where: { $0.starts(with: dash) }) else { return nil }
    let end = bytes[(start + 1)..<above.upperBound].firstIndex { !isBlank($0) } ?? above.upperBound
    return start..<end
  }

  /// The key with which the line begins where libyaml stopped.
  var entryWithoutDash: Range<Int>? {
    guard isFirstOnLine(offset) else { return nil }
    let content = content(of: line(at: offset))
    return bytes[content].firstSeparator.map { content.lowerBound..<$0 }
  }

  /// The `-` of an element where the map that began in the same column has another entry.
  var elementAmongEntries: Range<Int>? {
    let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0x0A
    let isElement = isFirstOnLine(offset) && (isBlank(next) || isLineBreak(next))
    return isElement && isInColumnOfOpening ? value(from: offset) : nil
  }
  var openedKey: Range<Int>? {
    opening.flatMap { start in
      bytes[start.lowerBound..<line(at: start.lowerBound).upperBound].firstSeparator.map {
        start.lowerBound..<$0
      }
    }
  }

  /// The key of an entry where the list that began in the same column has another element.
  var entryAmongElements: Range<Int>? {
    isInColumnOfOpening && entryWithoutDash != nil ? value(from: offset) : nil
  }

  private var isInColumnOfOpening: Bool {
    opening.map { $0.lowerBound - line(at: $0.lowerBound).lowerBound }
      == offset - line(at: offset).lowerBound
  }

  /// The second tag of `!append !ref pool`, with what follows.
  var secondTag: Range<Int>? { firstTag == nil ? nil : value(from: offset) }

  var firstTag: Range<Int>? {
    let before = trimmed(line(at: offset).lowerBound..<offset)
    let start = bytes[before].lastIndex { isBlank($0) || ",[]{}".utf8.contains($0) }
    let word = (start.map { $0 + 1 } ?? before.lowerBound)..<before.upperBound
    return bytes[word].first == UInt8(ascii: "!") ? word : nil
  }
}

// Colons and indentation.
extension SyntaxSite {
  /// The value with the colon: what follows the last `: ` before it.
  private var secondValue: Range<Int>? {
    let line = line(at: offset)
    var index = offset - 1
    while index > line.lowerBound {
      if isBlank(bytes[index]), bytes[index - 1] == UInt8(ascii: ":") {
        let value = value(from: trimmed(index..<line.upperBound).lowerBound)
        return value.contains(offset) ? value : nil
      }
      if isInFlow, ",[{".utf8.contains(bytes[index]) { return nil }
      index -= 1
    }
    return nil
  }
  var unquotedSecondValue: Range<Int>? {
    secondValue.flatMap { "\"'".utf8.contains(bytes[$0.lowerBound]) ? nil : $0 }
  }

  /// `a: b: c` on one line; not `{ a: b c: { … } }`, which lacks a comma.
  var secondColon: Range<Int>? {
    let next = trimmed(offset + 1..<line(at: offset).upperBound)
    let beginsBrackets = bytes[next].first.map("[{".utf8.contains) ?? false
    return secondValue == nil || beginsBrackets && endOfFirstEntry != nil ? nil : stop
  }

  /// The end of `b`, if a comma is missing in `{ a: b c: d }`.
  var endOfFirstEntry: Range<Int>? {
    guard !problem.message.hasPrefix("mapping values"), let start = unquotedSecondValue?.lowerBound,
      let blank = bytes[start..<offset].lastIndex(where: isBlank),
      bytes[blank + 1..<offset].isKey
    else { return nil }
    let end = trimmed(start..<blank).upperBound
    return end > start ? end..<end : nil
  }

  /// An entry indented deeper than the one above, which already has a value.
  var deeperKey: Range<Int>? {
    let line = line(at: offset)
    guard !isInFlow, let above = contentLine(above: line),
      indentation(of: above) < indentation(of: line)
    else { return nil }
    return content(of: line).lowerBound..<offset
  }
  var entryAbove: Range<Int>? { contentLine(above: line(at: offset)).map(content) }

  /// A line with an indentation that no line has to which it could belong.
  var unmatchedLine: Range<Int>? {
    guard isFirstOnLine(offset) else { return nil }
    let known = indentationsAbove
    return known.isEmpty || known.contains(indentation(of: line(at: offset)))
      ? nil : word(from: offset)
  }

  /// The indentations of the maps and lists that are open above the line, the innermost first.
  var indentationsAbove: [Int] {
    var levels: [Int] = []
    var line = line(at: offset)
    while levels.last != 0, let above = contentLine(above: line) {
      let level = indentation(of: above)
      if level < levels.last ?? .max { levels.append(level) }
      line = above
    }
    return levels
  }
}
