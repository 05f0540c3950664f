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
    let spaces = String(repeating: " ", count: isIndentation ? tabs.count * 2 : 1)
    return site.finding(
      isIndentation ? "a tab cannot indent a line in YAML" : "YAML does not allow a tab here",
      at: tabs, tabs.count == 1 ? "a tab" : "\(tabs.count) tabs"
    )
    .fix(
      isOnBlankLine
        ? "remove the blanks" : isIndentation ? "indent with spaces" : "write a space",
      replacing: tabs, with: isOnBlankLine ? "" : spaces)
  }
}
