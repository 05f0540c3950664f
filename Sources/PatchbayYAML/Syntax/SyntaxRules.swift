extension SyntaxRule {
  private static let notAllowed = "mapping values are not allowed in this context"
  private static let noComma = "did not find expected ','"
  private static let noStart = "found character that cannot start any token"

  /// The first rule that recognizes an error reports it.
  static let inOrder: [SyntaxRule] = [
    SyntaxRule(
      place: \.conflict, message: "this file holds an unfinished merge",
      label: "one version begins here",
      others: [
        (\.otherVersion, "the other version begins here"), (\.endOfConflict, "it ends here"),
      ],
      fixes: [.say("keep what is right of the two versions, and remove the marks")]),

    // What was copied with the text.
    SyntaxRule(
      place: \.mergeMark, message: "a mark of an unfinished merge is left here", label: "no YAML",
      fixes: [.of(\.withoutMergeMark)]),
    SyntaxRule(
      place: \.lineNumber, message: "the lines of this file begin with their numbers",
      label: "the number of this line", fixes: [.of(\.withoutLineNumbers)]),
    SyntaxRule(
      place: \.diffLine, message: "this is a line of a diff",
      label: "begins with a sign of the diff",
      fixes: [.say("remove the lines with `-`, and the `+` at the beginning of the others")]),
    SyntaxRule(
      place: \.fence, message: "a code fence of Markdown does not belong in a YAML file",
      label: "a code fence", fixes: [.of(\.withoutFences)]),
    SyntaxRule(
      place: \.templateLine, message: "this line is for a program that fills in templates",
      label: "YAML is read as it is",
      fixes: [
        .say(
          "leave it out: `enabled:` says whether a service is used, and what holds for one environment belongs "
            + "under `environments:`")
      ]),

    // Characters that cannot begin a value.
    SyntaxRule(
      at: "\t", place: \.indentingTabs, message: "a tab cannot indent a line in YAML",
      label: "a tab", fixes: [.of(\.indenting)]),
    SyntaxRule(
      at: "\t", place: \.tabs, message: "YAML does not allow a tab here", label: "a tab",
      fixes: [.replace("write a space", with: " ")]),
    SyntaxRule(
      problems: [noStart], at: "@", place: \.value,
      message: "`@` cannot start an unquoted YAML value", fixes: [.reference, .quoting]),
    SyntaxRule(
      problems: [noStart], at: "%", place: \.value,
      message: "`%` cannot start an unquoted YAML value", fixes: [.of(\.parameter), .quoting]),
    SyntaxRule(
      problems: [noStart], at: "`", place: \.value,
      message: "a backtick cannot start an unquoted YAML value", fixes: [.quoting]),
    SyntaxRule(
      context: "while scanning an alias", place: \.openedValue,
      message: "`*` at the start of an unquoted value names a YAML alias",
      fixes: [
        .reference, .of(\.importedPattern),
        .quote("to write a pattern, quote it", \.patternOutsideImports),
      ]),
    SyntaxRule(
      context: "while scanning a tag", at: "{}[]", place: \.stop,
      message: "a YAML tag needs a space before `{stop}`", label: "a space is missing before this",
      fixes: [.replace("add the space", with: " {stop}", isCertain: true)]),

    SyntaxRule(
      problems: [notAllowed, noComma], place: \.typographicQuotes, message: typographicQuotes,
      label: notQuotes, fixes: [.of(\.straightQuotes)]),

    // Interpolation.
    SyntaxRule(
      problems: [noComma], at: "{", place: \.shellVariable,
      message: "`${` must be quoted inside `{ }` and `[ ]`",
      fixes: [.of(\.interpolation), .quoting]),
    SyntaxRule(
      problems: [noComma], at: "[", place: \.dollarBracket, message: "`$[` interpolates nothing",
      label: "begins a list of YAML",
      fixes: [.say("write `$(name)` for a parameter, and `$(env:NAME)` for a variable")]),
    SyntaxRule(
      problems: [noComma], at: "?", place: \.optionalKey,
      message: "`?` begins a key of YAML, and is no part of the key of a service",
      fixes: [.of(\.optional)]),
    SyntaxRule(
      problems: [notAllowed, noComma], at: ":", place: \.interpolationWithBlank,
      message: "this `$(…)` contains a space", label: "YAML reads `: ` as its own",
      fixes: [.write("leave the space out", "", at: \.blanks)]),
    SyntaxRule(
      problems: [notAllowed, noComma], place: \.openInterpolation,
      message: "this `$(…)` holds a character that YAML reads as its own",
      fixes: [.quote("put the value in quotes", \.openInterpolation)]),

    // Quotes.
    SyntaxRule(
      context: "while scanning a quoted scalar", place: \.opening,
      message: "this quote is never closed", label: "opened here",
      fixes: [.write("close it with `{open}`", "{open}", at: \.endOfQuoted)]),
    SyntaxRule(
      problems: ["did not find expected"], place: \.textAfterDoubleQuote,
      message: "text follows a quoted value", label: "this follows the closing quote",
      others: [(\.lastQuote, "the quotes open here")],
      fixes: [
        .write("close the quotes on the line they open on", "\"", at: \.endOfFirstLine),
        .say("to write `\"` inside double quotes, put a backslash before it: `\\\"`"),
      ]),
    SyntaxRule(
      problems: ["did not find expected"], place: \.textAfterSingleQuote,
      message: "text follows a quoted value", label: "this follows the closing quote",
      others: [(\.lastQuote, "the quotes open here")],
      fixes: [
        .write("close the quotes on the line they open on", "'", at: \.endOfFirstLine),
        .say("to write `'` inside single quotes, double it: `''`"),
      ]),
    SyntaxRule(
      problems: ["found unknown escape character"], place: \.escape,
      message: "{text} is no escape in double quotes", label: "unknown escape",
      fixes: [.of(\.singleQuoted), .write(backslash, "\\", at: \.startOfEscape)]),
    SyntaxRule(
      problems: ["did not find expected hexdecimal number"], place: \.escape,
      message: "{text} lacks its hexadecimal digits", label: "unfinished escape",
      fixes: [.of(\.singleQuoted), .write(backslash, "\\", at: \.startOfEscape)]),

    // Values with two YAML tags.
    SyntaxRule(
      problems: ["did not find expected"], at: "!", place: \.secondTag,
      message: "a value has one YAML tag", label: "behind another tag",
      fixes: [.of(\.listBehindMark)]),

    // Lines that are no entry, and entries with two colons.
    SyntaxRule(
      place: \.dash, message: "a space is missing after `-`", label: "a space belongs after this",
      fixes: [.replace("add the space", with: "- ", isCertain: true)]),
    SyntaxRule(
      place: \.colonOfKey, message: "a space is missing after `:`",
      label: "a space belongs after this",
      fixes: [.replace("add the space", with: ": ", isCertain: true)]),
    SyntaxRule(
      place: \.colonOfText, message: "a space is missing after `:`",
      label: "a space belongs after this", fixes: [.replace("add the space", with: ": ")]),
    SyntaxRule(
      place: \.slashes, message: "a comment begins with `#` in YAML", label: "no comment",
      fixes: [.replace("write `#`", with: "#")]),
    SyntaxRule(
      place: \.equals, message: equalsSign, label: "no colon",
      fixes: [.replace("write a colon", with: ": ")]),
    SyntaxRule(
      place: \.noEntry, message: "this line is no entry of a map: a `:` is missing",
      label: "expected `key: value`"),
    SyntaxRule(
      problems: [notAllowed, noComma], at: ":", place: \.secondColon,
      message: "a second `: ` on one line",
      fixes: [
        .write("if a comma is missing, add it", ",", at: \.endOfFirstEntry), .of(\.braces),
        .quote("if this is one text, quote it", \.unquotedSecondValue),
        .otherwise("if a map is meant, put it on lines of its own, or write it in `{ }`"),
      ]),
    SyntaxRule(
      problems: [notAllowed], place: \.deeperKey,
      message:
        "this line is indented as if it belonged to the one above, which has a value already",
      label: "indented deeper", others: [(\.entryAbove, "this has a value")],
      fixes: [.of(\.indentingAlike)]),
    SyntaxRule(
      problems: ["block sequence entries are not allowed"], place: \.stop,
      message: "a list with `-` cannot begin on the line of its key",
      label: "the list begins here",
      fixes: [.say("begin the list on the next line, or write it in `[ ]`")]),
    SyntaxRule(
      problems: ["did not find expected '-' indicator"], place: \.dashOfEntry,
      message: "one entry of a map begins with `-`, and another one does not",
      label: "makes a list of its line", others: [(\.entryWithoutDash, "an entry of the same map")],
      fixes: [.replace("leave the dash out", with: "")]),
    SyntaxRule(
      problems: ["did not find expected key", "did not find expected '-' indicator"],
      place: \.unmatchedLine, message: "the indentation of this line is that of no line above it",
      fixes: [.of(\.indentations)]),
    SyntaxRule(
      problems: ["did not find expected key"], at: "-", place: \.elementAmongEntries,
      message: "an element of a list is among the entries of a map", label: "begins with `-`",
      others: [(\.openedKey, "an entry of the map")],
      fixes: [.say("an entry of a map is `key: value`, without a dash")]),
    SyntaxRule(
      problems: ["did not find expected '-' indicator"], place: \.entryAmongElements,
      message: "an entry of a map is among the elements of a list",
      label: "does not begin with `-`", others: [(\.opening, "the list begins here")],
      fixes: [.say("begin each line with `-`, or none: an entry of a map is `key: value`")]),

    // Brackets.
    SyntaxRule(
      problems: [noComma], at: "]}", place: \.stop, message: "`{open}` is closed by `{stop}`",
      label: "expected `{close}`", others: [(\.opening, "opened here")],
      fixes: [
        .write("close the inner bracket first", "{close}", at: \.beforeOuterClosing),
        .write("write `{close}`", "{close}", at: \.wrongClosing),
      ]),
    SyntaxRule(
      problems: ["did not find expected node content"], at: ",", place: \.stop,
      message: "a comma follows another one", label: "nothing is between the two",
      fixes: [.replace("remove it", with: "")]),
    SyntaxRule(
      problems: ["did not find expected"], at: "]}", place: \.stop,
      message: "`{stop}` closes nothing", label: "no bracket is open here",
      fixes: [.replace("remove it", with: "")]),
    SyntaxRule(
      problems: [noComma], place: \.unclosedBracket, message: "`{open}` is never closed",
      label: "opened here",
      fixes: [.write("close it with `{close}`", "{close}", at: \.endOfOpeningLine)]),
    SyntaxRule(
      problems: [noComma], place: \.secondEntry,
      message: "a comma is missing between two entries of `{open} {close}`",
      label: "a comma belongs before this",
      fixes: [.write("add the comma", ",", at: \.endOfEntryBefore)]),
  ]

  static let equalsSign = "an entry of a map has `:`, and not `=`"
  static let typographicQuotes = "YAML takes typographic quotes for a part of the text"
  static let notQuotes = "neither `\"` nor `'`"
  private static let backslash =
    "for a backslash, double it, or write the text in single quotes"
}
