extension SyntaxRules {
  private static func isFlowProblem(_ site: SyntaxSite) -> Bool {
    site.problem.message.hasPrefix("did not find expected ','") && site.problem.contextOffset != nil
  }

  private static func character(_ byte: UInt8) -> String { String(UnicodeScalar(byte)) }

  /// A closing bracket without an opening one.
  static let strayBracket: Rule = { site in
    guard site.problem.message.hasPrefix("did not find expected"), !isFlowProblem(site),
      site.isAt(anyOf: "]}"), let byte = site.byte
    else { return nil }
    let range = site.offset..<site.offset + 1
    return site.finding(
      "`\(character(byte))` closes nothing", at: range, "no bracket is open here"
    )
    .fix("remove it", replacing: range, with: "")
  }

  /// `[1, 2}`.
  static let wrongBracket: Rule = { site in
    guard isFlowProblem(site), site.isAt(anyOf: "]}"), let found = site.byte,
      let opening = site.problem.contextOffset
    else { return nil }
    let expected = character(BracketScanner.closing(for: site.bytes[opening]))
    let outer = BracketScanner.openBrackets(
      in: site.bytes, site.line(at: opening).lowerBound..<opening)
    let closesOuter = outer.contains { BracketScanner.closing(for: site.bytes[$0]) == found }
    return site.finding(
      "`\(character(site.bytes[opening]))` is closed by `\(character(found))`",
      at: site.offset..<site.offset + 1, "expected `\(expected)`"
    )
    .fix(
      closesOuter ? "close the inner bracket first" : "write `\(expected)`",
      replacing: site.offset..<site.offset + (closesOuter ? 0 : 1), with: expected
    )
    .label(opening..<opening + 1, "opened here")
  }

  /// A bracket that is never closed.
  static let unclosedBracket: Rule = { site in
    guard isFlowProblem(site), let opening = site.problem.contextOffset,
      BracketScanner.closing(of: opening, in: site.bytes) == nil
    else { return nil }
    let closing = character(BracketScanner.closing(for: site.bytes[opening]))
    let line = site.line(at: opening)
    let end = endOfText(site, opening..<line.upperBound)
    let isOnOtherLine = site.offset < site.bytes.count && site.line(at: site.offset) != line
    return site.finding(
      "`\(character(site.bytes[opening]))` is never closed", at: opening..<opening + 1,
      "opened here"
    )
    .fix("close it with `\(closing)`", replacing: end..<end, with: closing)
    .label(isOnOtherLine ? stop(site) : nil, "parsing stops here")
  }

  /// Two entries inside brackets without a comma between them.
  static let missingComma: Rule = { site in
    guard isFlowProblem(site), let opening = site.problem.contextOffset else { return nil }
    let stop = stop(site)
    let brackets = site.bytes[opening] == UInt8(ascii: "[") ? "[ ]" : "{ }"
    let finding = site.finding(
      "a comma is missing between two entries of `\(brackets)`", at: stop,
      "a comma belongs before this")
    // At the end of the text, no entry follows.
    guard !stop.isEmpty else { return finding }
    let line = site.line(at: stop.lowerBound)
    if site.bytes[stop.lowerBound] == UInt8(ascii: "["),
      site.bytes[..<stop.lowerBound].last == UInt8(ascii: "$")
    {
      return site.finding("`$[` interpolates nothing", at: stop, "begins a list of YAML")
        .fix("write `$(name)` for a parameter, and `$(env:NAME)` for a variable")
    }
    let reference = site.bytes[..<stop.lowerBound].suffix(5)
    if site.bytes[stop.lowerBound] == UInt8(ascii: "?"), stop.count > 1,
      reference.elementsEqual("!ref ".utf8), let key = site.text(stop)?.dropFirst()
    {
      return site.finding(
        "`?` begins a key of YAML, and is no part of the key of a service", at: stop
      )
      .fix(
        "for a service that may be missing, write `!optional \(key)`",
        replacing: reference.startIndex..<stop.upperBound, with: "!optional \(key)")
    }
    // After the text of the line above, or after the entry before it on the same line.
    let before =
      site.isFirstOnLine(stop.lowerBound)
      ? site.contentLine(above: line) : line.lowerBound..<stop.lowerBound
    guard let before else { return finding }
    let end = endOfText(site, before)
    return finding.fix("add the comma", replacing: end..<end, with: ",")
  }

  /// Returns the text at which libyaml stopped; for a colon, the key before it.
  private static func stop(_ site: SyntaxSite) -> Range<Int> {
    guard site.isAt(":") else {
      let word = site.word(from: site.offset)
      let isKey = word.count > 1 && site.bytes[word.upperBound - 1] == UInt8(ascii: ":")
      return isKey ? word.lowerBound..<word.upperBound - 1 : word
    }
    let line = site.line(at: site.offset)
    let before = site.bytes[line.lowerBound..<site.offset]
    let start = before.lastIndex { ",[]{}".utf8.contains($0) }.map { $0 + 1 } ?? line.lowerBound
    var key = site.trimmed(start..<site.offset)
    // The words before the last one are the value of the entry before.
    if let blank = site.bytes[key].lastIndex(where: isBlank),
      site.bytes[key].contains(UInt8(ascii: ":"))
    {
      key = blank + 1..<key.upperBound
    }
    return key.isEmpty ? site.offset..<site.offset + 1 : key
  }

  /// Returns the offset where the text of a part of a line ends, before any comment.
  private static func endOfText(_ site: SyntaxSite, _ part: Range<Int>) -> Int {
    let comment = part.dropFirst().first { index in
      site.bytes[index] == UInt8(ascii: "#") && isBlank(site.bytes[index - 1])
    }
    return site.trimmed(part.lowerBound..<(comment ?? part.upperBound)).upperBound
  }
}
