extension SyntaxRules {
  private static func isInTag(_ site: SyntaxSite) -> Bool {
    site.problem.context == "while scanning a tag" || site.problem.context == "while parsing a tag"
  }

  /// `{a: !remove}`: a bracket would be part of the tag.
  static let tagBeforeBracket: Rule = { site in
    guard isInTag(site), site.isAt(anyOf: "{}[]"), let start = site.problem.contextOffset,
      start < site.offset, let tag = site.text(start..<site.offset),
      let bracket = site.text(site.offset..<site.offset + 1)
    else { return nil }
    return site.finding(
      "the YAML tag `\(tag)` needs a space before `\(bracket)`",
      at: site.offset..<site.offset + 1, "a space is missing before this"
    )
    .fix("add the space", replacing: site.offset..<site.offset, with: " ", isCertain: true)
  }

  /// Any other character that tags cannot contain.
  static let brokenTag: Rule = { site in
    if site.problem.message == "found undefined tag handle" {
      return site.finding(
        "this YAML tag begins with a handle that no `%TAG` line declares",
        at: site.word(from: site.offset), "no such handle"
      )
      .fix("a tag has one `!`, such as `!ref`")
    }
    guard isInTag(site), let start = site.problem.contextOffset else { return nil }
    return site.finding(
      "a YAML tag ends at the first blank and holds letters, digits and `-` before it",
      at: site.word(from: start))
  }
}
