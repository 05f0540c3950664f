extension SyntaxRules {
  /// `{a: ${x}}`, as shells write a variable.
  static let foreignInterpolation: Rule = { site in
    guard site.problem.message.hasPrefix("did not find expected ','"), site.isAt("{"),
      site.offset > 0, site.bytes[site.offset - 1] == UInt8(ascii: "$")
    else { return nil }
    let start = site.offset - 1
    let line = site.line(at: start)
    let closing = site.bytes[site.offset..<line.upperBound].firstIndex(of: UInt8(ascii: "}"))
    let range = start..<(closing.map { $0 + 1 } ?? site.offset + 1)
    return site.finding("`${` cannot stand unquoted inside `{ }` or `[ ]`", at: range)
      .fix(
        closing.flatMap { site.text(site.offset + 1..<$0) }.map { inner in
          let isVariable = inner.prefix { $0 != ":" }.utf8.allSatisfy { $0 & 0xE0 != 0x60 }
          let text = isVariable ? "$(env:\(inner))" : "$(\(inner))"
          return .init(
            "to use the \(isVariable ? "environment variable" : "parameter"), write `\(text)`",
            replacing: range, with: text)
        }
      )
      .fix(site.quoting(range))
  }

  /// `$(env:X:-a: b)`: a default that YAML reads as syntax.
  static let interpolationDefault: Rule = { site in
    let isSeparator = site.problem.message == "mapping values are not allowed in this context"
    let isFlow = site.problem.message.hasPrefix("did not find expected ','")
    guard isSeparator || isFlow else { return nil }
    let line = site.line(at: site.offset)
    guard let start = openInterpolation(site, line) else { return nil }
    let closing = site.bytes[site.offset..<line.upperBound].firstIndex(of: UInt8(ascii: ")"))
    guard let closing else { return nil }
    let range = start..<closing + 1
    if site.isAt(":"), site.bytes[start + 2..<site.offset].isKey {
      let blanks = site.bytes[site.offset + 1..<closing].prefix(while: isBlank)
      return site.finding(
        "this `$(…)` contains a blank", at: range, "YAML reads `: ` as its own"
      )
      .fix("leave the blank out", replacing: blanks.startIndex..<blanks.endIndex, with: "")
    }
    return site.finding(
      "this `$(…)` holds a character that YAML reads as its own", at: range
    )
    .fix(site.quote(range, "put the value in quotes"))
  }

  /// Returns the offset of the `$(` that is open where libyaml stopped.
  private static func openInterpolation(_ site: SyntaxSite, _ line: Range<Int>) -> Int? {
    var index = site.offset
    while index > line.lowerBound + 1 {
      index -= 1
      if site.bytes[index] == UInt8(ascii: ")") { return nil }
      if site.bytes[index] == UInt8(ascii: "("), site.bytes[index - 1] == UInt8(ascii: "$") {
        return index - 1
      }
    }
    return nil
  }
}
