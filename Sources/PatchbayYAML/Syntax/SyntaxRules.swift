/// Explains libyaml's errors in this package's terms.
///
/// Each rule recognizes one common error and returns nil for any other; the first rule that
/// recognizes the error reports it.
enum SyntaxRules {
  typealias Rule = @Sendable (SyntaxSite) -> Finding?

  static let inOrder: [Rule] = [
    unfinishedMerge,
    unusualBlank,
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

  /// Returns the finding for an error; with libyaml's own message if no rule recognizes it.
  static func finding(for site: SyntaxSite) -> Finding {
    for rule in inOrder {
      if let finding = rule(site) { return finding }
    }
    return site.finding(
      "the YAML syntax breaks here", at: site.character(at: site.offset))
  }
}
