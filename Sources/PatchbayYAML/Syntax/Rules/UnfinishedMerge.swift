extension SyntaxRules {
  /// The conflict markers of a version control system.
  static let unfinishedMerge: Rule = { site in
    guard let ours = mark("<", site, from: 0), ours.lowerBound <= site.offset,
      let theirs = mark("=", site, from: ours.upperBound),
      let end = mark(">", site, from: theirs.upperBound)
    else { return nil }
    return site.finding(
      "this file holds an unfinished merge", at: ours, "one version begins here"
    )
    .fix("keep what is right of the two versions, and remove the marks")
    .label(theirs, "the other version begins here")
    .label(end, "it ends here")
  }

  /// Returns the first line from an offset that begins with seven marker characters followed by a
  /// blank, if any.
  private static func mark(
    _ sign: Unicode.Scalar, _ site: SyntaxSite, from offset: Int
  ) -> Range<Int>? {
    var start = offset
    while start < site.bytes.count {
      let line = site.line(at: start)
      let signs = site.bytes[line].prefix { $0 == UInt8(ascii: sign) }
      if line.lowerBound >= offset, signs.count == 7,
        signs.endIndex == line.upperBound
          || isBlank(site.bytes[signs.endIndex])
      {
        return site.trimmed(line)
      }
      start = line.upperBound + 1
    }
    return nil
  }
}
