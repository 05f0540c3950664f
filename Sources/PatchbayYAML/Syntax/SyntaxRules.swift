/// Puts libyaml's problems into our own words.
///
/// Each rule looks for one mistake that people make and gives nil where it is another; the first
/// that knows the mistake tells it.
enum SyntaxRules {
  typealias Rule = @Sendable (SyntaxSite) -> Finding?

  static let inOrder: [Rule] = [
    unfinishedMerge,
    lookalike,
    severalDocuments,
    keyTooLong,
    tab,
    reference,
    parameter,
    reservedCharacter,
    tagBeforeBracket,
    brokenTag,
    pattern,
    brokenAnchor,
    foreignInterpolation,
    interpolationDefault,
    unclosedQuote,
    textAfterQuote,
    escape,
    missingSpaceAfterDash,
    missingSpace,
    missingColon,
    secondColon,
    deeperThanValue,
    listOnKeyLine,
    strayBracket,
    wrongBracket,
    unclosedBracket,
    missingComma,
    propertyOfAlias,
    twoProperties,
    blockHeader,
    missingListItem,
    listItemAmongKeys,
    indentation,
    directive,
    missingValue,
    questionMark,
  ]

  /// The finding for a problem; the parser's own words where no rule knows it.
  static func finding(for site: SyntaxSite) -> Finding {
    for rule in inOrder {
      if let finding = rule(site) { return finding }
    }
    return site.finding(
      "the YAML syntax breaks here", at: site.character(at: site.offset))
  }
}
