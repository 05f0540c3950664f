extension SyntaxRules {
  private static let notAllowed = "mapping values are not allowed in this context"
  private static let noColon = "could not find expected ':'"

  /// `-x` as an item of a list.
  static let missingSpaceAfterDash: Rule = { site in
    let isInList = site.problem.message == "did not find expected '-' indicator"
    guard let line = isInList ? site.line(at: site.offset) : suspect(site) else { return nil }
    let content = site.content(of: line)
    guard content.count > 1, site.bytes[content.lowerBound] == UInt8(ascii: "-"),
      site.bytes[content.lowerBound + 1] != UInt8(ascii: "-"), followsListItem(line, site)
    else { return nil }
    let end = content.lowerBound + 1
    return site.finding(
      "a space is missing after `-`", at: content.lowerBound..<end, "a space belongs after this"
    )
    .fix("add the space", replacing: end..<end, with: " ", isCertain: true)
  }

  /// Whether the nearest line above that is indented no deeper is an item of a list.
  private static func followsListItem(_ line: Range<Int>, _ site: SyntaxSite) -> Bool {
    let indentation = site.indentation(of: line)
    var current = line
    while let above = site.contentLine(above: current) {
      current = above
      guard site.indentation(of: above) <= indentation else { continue }
      let content = site.content(of: above)
      return site.indentation(of: above) == indentation
        && site.bytes[content.lowerBound] == UInt8(ascii: "-")
        && (content.count == 1 || isBlank(site.bytes[content.lowerBound + 1]))
    }
    return false
  }

  /// `size:8` as an entry of a map.
  static let missingSpace: Rule = { site in
    guard let line = suspect(site) else { return nil }
    let content = site.content(of: line)
    guard let colon = site.bytes[content].firstIndex(of: UInt8(ascii: ":")),
      site.bytes[content.lowerBound..<colon].isKey, colon + 1 < content.upperBound,
      !isBlank(site.bytes[colon + 1])
    else { return nil }
    // `http://…` and `host.name:80` may be texts without a key.
    let isKeyOnly =
      site.bytes[colon + 1] != UInt8(ascii: "/")
      && !site.bytes[content.lowerBound..<colon].contains(UInt8(ascii: "."))
    return site.finding(
      "a space is missing after `:`", at: colon..<colon + 1, "a space belongs behind this"
    )
    .fix("add the space", replacing: colon + 1..<colon + 1, with: " ", isCertain: isKeyOnly)
  }

  /// A line without a colon among the entries of a map.
  static let missingColon: Rule = { site in
    guard let line = suspect(site) else { return nil }
    let content = site.content(of: line)
    guard !content.isEmpty, !site.bytes[content].containsSeparator else { return nil }
    if site.bytes[content].starts(with: "//".utf8) {
      let slashes = content.lowerBound..<content.lowerBound + 2
      return site.finding("a comment begins with `#` in YAML", at: slashes, "no comment")
        .fix("write `#`", replacing: slashes, with: "#")
    }
    let value = site.value(from: content.lowerBound)
    return site.finding(
      "this line is no entry of a map: a `:` is missing", at: value, "expected `key: value`")
  }

  /// Returns the line among entries that is not one: the line where a simple key began, or the line
  /// above an entry with the same indentation, which YAML reads as its continuation.
  private static func suspect(_ site: SyntaxSite) -> Range<Int>? {
    if site.problem.message == noColon, let start = site.problem.contextOffset {
      return site.line(at: start)
    }
    guard site.problem.message == notAllowed, !site.isInFlow else { return nil }
    let line = site.line(at: site.offset)
    guard let above = site.contentLine(above: line),
      site.indentation(of: above) == site.indentation(of: line),
      !site.bytes[site.content(of: above)].containsSeparator,
      !site.bytes[line.lowerBound..<site.offset].containsSeparator
    else { return nil }
    return above
  }

  /// `a: b: c` on one line.
  static let secondColon: Rule = { site in
    let isFlow = site.problem.message.hasPrefix("did not find expected ','") && site.isAt(":")
    guard site.problem.message == notAllowed || isFlow else { return nil }
    let line = site.line(at: site.offset)
    guard let start = valueStart(site, line) else { return nil }
    let value = site.value(from: start)
    guard value.contains(site.offset) else { return nil }
    let isQuoted = [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(site.bytes[start])
    let entry = isFlow && !isQuoted ? secondEntry(site, start) : nil
    let next = site.trimmed(site.offset + 1..<line.upperBound)
    // Brackets cannot continue a text: the comma before the key is missing.
    if entry != nil, let first = site.bytes[next].first, "{[".utf8.contains(first) { return nil }
    let finding = site.finding("a second `: ` on one line", at: site.offset..<site.offset + 1)
    if let entry {
      return finding.fix("if a comma is missing, add it", replacing: entry..<entry, with: ",")
        .fix(site.quote(value, "if this is one text, quote it"))
    }
    let braces = isQuoted ? nil : bracing(site, value)
    return finding.fix(braces)
      .fix(isQuoted ? nil : site.quote(value, "if this is one text, quote it"))
      .fix(
        braces == nil
          ? .init("if a map is meant, put it on lines of its own, or write it in `{ }`") : nil)
  }

  /// Returns the offset after an unquoted value, if the last word before the colon is the key of a
  /// second entry: `{ a: b c: d }`.
  private static func secondEntry(_ site: SyntaxSite, _ start: Int) -> Int? {
    guard let blank = site.bytes[start..<site.offset].lastIndex(where: isBlank),
      site.bytes[blank + 1..<site.offset].isKey
    else { return nil }
    let end = site.trimmed(start..<blank).upperBound
    return end > start ? end : nil
  }

  /// Returns the fix that puts braces around a map on the line of its key: `a: b: c`.
  private static func bracing(_ site: SyntaxSite, _ value: Range<Int>) -> Finding.FixIt? {
    let text = site.bytes[site.offset + 1..<value.upperBound]
    guard !site.isInFlow, site.bytes[value.lowerBound..<site.offset].isKey,
      !text.containsSeparator, !text.contains(where: { ",[]{}\"'#".utf8.contains($0) })
    else { return nil }
    let (start, end) = (value.lowerBound, value.upperBound)
    return .init(
      "if a map is meant, write it in `{ }`",
      edits: [
        .init(range: start..<start, replacement: "{ "), .init(range: end..<end, replacement: " }"),
      ])
  }

  /// Returns the offset where the value with the colon begins: after the last `: ` before it.
  private static func valueStart(_ site: SyntaxSite, _ line: Range<Int>) -> Int? {
    var index = site.offset - 1
    while index > line.lowerBound {
      if isBlank(site.bytes[index]), site.bytes[index - 1] == UInt8(ascii: ":") {
        return site.trimmed(index..<line.upperBound).lowerBound
      }
      if site.isInFlow, ",[{".utf8.contains(site.bytes[index]) { return nil }
      index -= 1
    }
    return nil
  }

  /// An entry indented deeper than the one above, which already has a value.
  static let deeperThanValue: Rule = { site in
    guard site.problem.message == notAllowed, !site.isInFlow else { return nil }
    let line = site.line(at: site.offset)
    guard let above = site.contentLine(above: line),
      site.indentation(of: above) < site.indentation(of: line)
    else { return nil }
    let content = site.content(of: line)
    let indentation = line.lowerBound..<content.lowerBound
    return site.finding(
      "this line is indented as if it belonged to the one above, which has a value already",
      at: content.lowerBound..<site.offset,
      "indented by \(indentation.count) \(indentation.count == 1 ? "space" : "spaces")"
    )
    .fix(
      "indent it like the line above", replacing: indentation,
      with: String(repeating: " ", count: site.indentation(of: above))
    )
    .label(site.content(of: above), "this has a value")
  }

  /// `a: - b`.
  static let listOnKeyLine: Rule = { site in
    guard site.problem.message == "block sequence entries are not allowed in this context" else {
      return nil
    }
    return site.finding(
      "a list with `-` cannot begin on the line of its key", at: site.offset..<site.offset + 1,
      "the list begins here"
    )
    .fix("begin the list on the next line, or write it in `[ ]`")
  }
}
