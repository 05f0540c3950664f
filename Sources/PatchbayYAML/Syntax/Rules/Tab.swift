extension SyntaxRules {
  /// A tab where YAML counts columns.
  static let tab: Rule = { site in
    guard site.isAt("\t") else { return nil }
    let line = site.line(at: site.offset)
    let end =
      site.bytes[site.offset..<line.upperBound].firstIndex { $0 != 0x09 } ?? line.upperBound
    let tabs = site.offset..<end
    let isIndentation = site.isFirstOnLine(site.offset)
    let isOnBlankLine = isIndentation && site.content(of: line).isEmpty
    let spaces = String(repeating: " ", count: isIndentation ? depth(site, line, tabs.count) : 1)
    return site.finding(
      isIndentation ? "a tab cannot indent a line in YAML" : "YAML does not allow a tab here",
      at: tabs, tabs.count == 1 ? "a tab" : "\(tabs.count) tabs"
    )
    .fix(
      isOnBlankLine
        ? "remove the blanks"
        : isIndentation ? "indent with \(spaces.count) spaces" : "write a space",
      replacing: tabs, with: isOnBlankLine ? "" : spaces)
  }

  /// Returns the indentation that tabs probably stand for: below a key without a value one step more
  /// than the key, otherwise that of a line above.
  private static func depth(_ site: SyntaxSite, _ line: Range<Int>, _ tabs: Int) -> Int {
    let step = 2
    guard let above = site.contentLine(above: line) else { return 0 }
    let indentation = site.indentation(of: above)
    let content = site.content(of: above)
    // A key without a value, or with a text on the lines below it.
    let last = site.bytes[content].last { !"-+".utf8.contains($0) }
    if last.map(":|>".utf8.contains) ?? false { return indentation + step }
    var (current, isKnown) = (above, indentation == tabs * step)
    while !isKnown, let next = site.contentLine(above: current) {
      isKnown = site.indentation(of: next) == tabs * step
      current = next
    }
    return isKnown && tabs * step < indentation ? tabs * step : indentation
  }
}
