extension SyntaxRules {
  /// `|x`: a block's content begins on the next line.
  static let blockHeader: Rule = { site in
    guard site.problem.context == "while scanning a block scalar",
      let start = site.problem.contextOffset, site.offset < site.bytes.count
    else { return nil }
    let mark = String(UnicodeScalar(site.bytes[start]))
    let rest = site.trimmed(site.offset..<site.line(at: site.offset).upperBound)
    return site.finding(
      "text cannot follow `\(mark)` on its line", at: rest.isEmpty ? start..<start + 1 : rest,
      "the text of the block begins on the next line"
    )
    .fix("put it on the next line, indented, or quote the whole value")
  }

  /// A key among list items.
  static let missingListItem: Rule = { site in
    guard site.problem.message == "did not find expected '-' indicator" else { return nil }
    let value = site.value(from: site.offset)
    if let finding = unmatched(site) { return finding }
    let start = site.problem.contextOffset.flatMap { $0 < site.bytes.count ? $0 : nil }
    return site.finding(
      "a list goes on with `- `, found something else", at: value, "expected `- `"
    )
    .label(start.map { $0..<$0 + 1 }, "the list begins here")
  }

  /// `- item` among the keys of a map.
  static let listItemAmongKeys: Rule = { site in
    guard site.problem.message == "did not find expected key", site.isAt("-"),
      site.isFirstOnLine(site.offset), unmatched(site) == nil
    else { return nil }
    let above = site.contentLine(above: site.line(at: site.offset))
    return site.finding(
      "a list item stands among the entries of a map", at: site.value(from: site.offset),
      "expected `key: value`"
    )
    .label(above.map(site.content), "the entry above is complete")
  }

  /// A line whose indentation matches no line above, and other text in place of a key.
  static let indentation: Rule = { site in
    guard site.problem.message == "did not find expected key" else { return nil }
    if let finding = unmatched(site) { return finding }
    return site.finding(
      "expected a key, found something else", at: site.value(from: site.offset),
      "expected `key: value`")
  }

  /// Returns the finding if the line's indentation is between those of the lines above.
  private static func unmatched(_ site: SyntaxSite) -> Finding? {
    guard site.isFirstOnLine(site.offset) else { return nil }
    let line = site.line(at: site.offset)
    let own = site.indentation(of: line)
    var levels: [Int] = []
    var lowest = Int.max
    var current = line
    while lowest > 0, let above = site.contentLine(above: current) {
      let level = site.indentation(of: above)
      if level < lowest { levels.append(level) }
      lowest = min(lowest, level)
      current = above
    }
    guard !levels.isEmpty, !levels.contains(own) else { return nil }
    let wanted = levels.reversed().map(String.init).joined(separator: " or ")
    return site.finding(
      "the indentation of this line is that of no line above it",
      at: site.word(from: site.offset),
      "indented by \(own) \(own == 1 ? "space" : "spaces")"
    )
    .fix("indent it by \(wanted) spaces, as lines above are")
  }

  /// Lines that begin with `%`.
  static let directive: Rule = { site in
    let line = site.line(at: site.offset)
    guard site.bytes[line].first == UInt8(ascii: "%") else { return nil }
    let range = site.content(of: line)
    switch site.problem.message {
    case "found incompatible YAML document":
      return site.finding("this version of YAML is not supported", at: range, "expected 1.1 or 1.2")
    case "found duplicate %YAML directive", "found duplicate %TAG directive":
      return site.finding("this directive stands twice", at: range, "second directive")
    default:
      return site.finding(
        "a line that begins with `%` is a YAML directive, and there is none like this", at: range
      )
      .fix("indent or quote the text if it is part of a value")
    }
  }
}
