/// The number of spaces that replace a tab.
private let step = 2

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
    let depth =
      isIndentation ? depth(site, line, site.offset - line.lowerBound + tabs.count * step) : 0
    return site.finding(
      isIndentation ? "a tab cannot indent a line in YAML" : "YAML does not allow a tab here",
      at: tabs, tabs.count == 1 ? "a tab" : "\(tabs.count) tabs"
    )
    .fix(
      isOnBlankLine
        ? "remove the blanks" : isIndentation ? words(ofSpaces: depth) : "write a space",
      // Spaces before and behind the tabs are indentation, too.
      replacing: isIndentation && !isOnBlankLine
        ? line.lowerBound..<site.content(of: line).lowerBound : tabs,
      with: isOnBlankLine ? "" : String(repeating: " ", count: isIndentation ? depth : 1))
  }

  private static func words(ofSpaces count: Int) -> String {
    count == 0 ? "remove the blanks" : "indent with \(count) space\(count == 1 ? "" : "s")"
  }

  /// Returns the indentation that tabs probably stand for: below a key without a value one step more
  /// than the key, otherwise that of a line above.
  private static func depth(_ site: SyntaxSite, _ line: Range<Int>, _ width: Int) -> Int {
    guard let above = site.contentLine(above: line) else { return 0 }
    let indentation = site.indentation(of: above)
    let content = site.content(of: above)
    // A key without a value, or with a text on the lines below it.
    let last = site.bytes[content].last { !"-+".utf8.contains($0) }
    if last.map(":|>".utf8.contains) ?? false { return indentation + step }
    var (current, isKnown) = (above, indentation == width)
    while !isKnown, let next = site.contentLine(above: current) {
      isKnown = site.indentation(of: next) == width
      current = next
    }
    return isKnown && width < indentation ? width : indentation
  }
}
