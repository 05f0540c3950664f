/// The mistakes that people make, with every word that is said about them.
enum SyntaxCases {
  typealias Case = SyntaxTests.Case
  typealias Help = SyntaxTests.Help

  private static func quote(_ text: String) -> Help {
    Help("if the text \"\(text)\" is meant, quote it: \"\(text)\"")
  }

  private static let singleQuotes =
    "between double quotes `\\` begins an escape, between single quotes it is a backslash: write those"
  private static let backslash = "for a backslash, double it, or write the text in single quotes"

  static let values: [Case] = [
    Case(
      "a: { pool: @pool }", "1:12-17 `@` cannot start an unquoted YAML value",
      "parsing stops here",
      Help("to refer to the service `pool`, write a `!ref` reference", "a: { pool: !ref pool }"),
      quote("@pool")),
    Case(
      "- [@a.b-c, d]", "1:4-10 `@` cannot start an unquoted YAML value", "parsing stops here",
      Help("to refer to the service `a.b-c`, write a `!ref` reference", "- [!ref a.b-c, d]"),
      quote("@a.b-c")),
    Case(
      "a: @my pool # c", "1:4-12 `@` cannot start an unquoted YAML value", "parsing stops here",
      quote("@my pool")),
    Case(
      "a: @\"x", "1:4-7 `@` cannot start an unquoted YAML value", "parsing stops here",
      Help("if the text \"@\"x\" is meant, quote it: \"@\\\"x\"")),
    Case(
      "a: %mail.from%", "1:4-15 `%` cannot start an unquoted YAML value", "parsing stops here",
      Help("to use the parameter `mail.from`, write `$(mail.from)`", "a: $(mail.from)"),
      quote("%mail.from%")),
    Case(
      "a: {b: %env(FOO)%}", "1:8-18 `%` cannot start an unquoted YAML value", "parsing stops here",
      Help("to use the environment variable `FOO`, write `$(env:FOO)`", "a: {b: $(env:FOO)}"),
      quote("%env(FOO)%")),
    Case(
      "a: %d items", "1:4-12 `%` cannot start an unquoted YAML value", "parsing stops here",
      quote("%d items")),
    Case(
      "a: `x`", "1:4-7 a backtick cannot start an unquoted YAML value", "parsing stops here",
      quote("`x`")),
    Case(
      "a: {b: ${x}}", "1:8-12 `${` must be quoted inside `{ }` and `[ ]`",
      "parsing stops here",
      Help("to use the parameter, write `$(x)`", "a: {b: $(x)}"), quote("${x}")),
    Case(
      "a: [${PORT:-80}, c]", "1:5-16 `${` must be quoted inside `{ }` and `[ ]`",
      "parsing stops here",
      Help("to use the environment variable, write `$(env:PORT:-80)`", "a: [$(env:PORT:-80), c]"),
      quote("${PORT:-80}")),
    Case(
      "a: $(env:X:-a: b)", "1:4-18 this `$(…)` holds a character that YAML reads as its own",
      "parsing stops here", Help("put the value in quotes", "a: \"$(env:X:-a: b)\"")),
    Case(
      "a: {b: $(env:X:-{1}), c: d}",
      "1:8-21 this `$(…)` holds a character that YAML reads as its own", "parsing stops here",
      Help("put the value in quotes", "a: {b: \"$(env:X:-{1})\", c: d}")),
    Case(
      "glob: *.yaml", "1:7-13 `*` at the start of an unquoted value names a YAML alias",
      "parsing stops here", Help("to write a pattern, quote it", "glob: \"*.yaml\"")),
    Case(
      "- { glob: **/*.yaml }", "1:11-20 `*` at the start of an unquoted value names a YAML alias",
      "parsing stops here", Help("to write a pattern, quote it", "- { glob: \"**/*.yaml\" }")),
    Case(
      "a: *db.pool", "1:4-12 `*` at the start of an unquoted value names a YAML alias",
      "parsing stops here",
      Help("to refer to the service `db.pool`, write a `!ref` reference", "a: !ref db.pool"),
      Help("to write a pattern, quote it", "a: \"*db.pool\"")),
  ]

  static let brackets: [Case] = [
    Case(
      "a: {b: !remove}", "1:15-16 a YAML tag needs a space before `}`",
      "a space is missing before this", Help("add the space", "a: {b: !remove }")),
    Case(
      "a: !append[x]", "1:11-12 a YAML tag needs a space before `[`",
      "a space is missing before this", Help("add the space", "a: !append [x]")),
    Case(
      "a: [1, 2\nb: 3\n", "1:4-5 `[` is never closed", "opened here",
      Help("close it with `]`", "a: [1, 2]\nb: 3\n")),
    Case(
      "a: {b: 1 # }\nc: 2", "1:4-5 `{` is never closed", "opened here",
      Help("close it with `}`", "a: {b: 1} # }\nc: 2")),
    Case(
      "a: [\"]\"", "1:4-5 `[` is never closed", "opened here",
      Help("close it with `]`", "a: [\"]\"]")),
    Case(
      "a: [1]]", "1:7-8 `]` closes nothing", "no bracket is open here", Help("remove it", "a: [1]")),
    Case("a: }", "1:4-5 `}` closes nothing", "no bracket is open here", Help("remove it", "a: ")),
    Case(
      "a: {b: 1]", "1:9-10 `{` is closed by `]`", "expected `}`",
      Help("write `}`", "a: {b: 1}")),
    Case(
      "a: {b: [1, 2}", "1:13-14 `[` is closed by `}`", "expected `]`",
      Help("close the inner bracket first", "a: {b: [1, 2]}")),
    Case(
      "a: {\n  b: 1 # one\n  c: 2\n}",
      "3:3-4 a comma is missing between two entries of `{ }`", "a comma belongs before this",
      Help("add the comma", "a: {\n  b: 1, # one\n  c: 2\n}")),
    Case(
      "a: [[1] [2]]", "1:9-10 a comma is missing between two entries of `[ ]`",
      "a comma belongs before this", Help("add the comma", "a: [[1], [2]]")),
    Case(
      "a: {b: c d: {e: f}}", "1:10-11 a comma is missing between two entries of `{ }`",
      "a comma belongs before this", Help("add the comma", "a: {b: c, d: {e: f}}")),
  ]

  static let quotes: [Case] = [
    Case(
      "a: \"abc  # d\nb: c", "1:4-5 this quote is never closed", "opened here",
      Help("close it with `\"`", "a: \"abc  # d\"\nb: c")),
    Case(
      "a: [{b: \"c }]\nd: e", "1:9-10 this quote is never closed", "opened here",
      Help("close it with `\"`", "a: [{b: \"c\" }]\nd: e")),
    Case(
      "a: 'abc\n---\n", "1:4-5 this quote is never closed", "opened here",
      Help("close it with `'`", "a: 'abc'\n---\n")),
    Case(
      "a: 'it's'", "1:8-10 text follows a quoted value", "this follows the closing quote",
      Help("to write `'` inside single quotes, double it: `''`")),
    Case(
      "a: \"abc\nb: \"c\"", "2:5-7 text follows a quoted value",
      "this follows the closing quote",
      Help("close the quotes on the line they open on", "a: \"abc\"\nb: \"c\""),
      Help("to write `\"` inside double quotes, put a backslash before it: `\\\"`")),
    Case(
      "a: \"C:\\path\"", "1:7-9 `\\p` is no escape in double quotes", "unknown escape",
      Help(singleQuotes, "a: 'C:\\path'")),
    Case(
      "a: \"C:\\Users\"", "1:7-9 `\\U` lacks its hexadecimal digits", "unfinished escape",
      Help(singleQuotes, "a: 'C:\\Users'")),
    Case(
      "a: {b: \"C:\\Users\\new\"}", "1:11-13 `\\U` lacks its hexadecimal digits",
      "unfinished escape",
      Help(singleQuotes, "a: {b: 'C:\\Users\\new'}")),
    Case(
      "a: \"^\\d+$\"", "1:6-8 `\\d` is no escape in double quotes", "unknown escape",
      Help(singleQuotes, "a: '^\\d+$'")),
    Case(
      "a: \"one\\ntwo\\d\"", "1:13-15 `\\d` is no escape in double quotes", "unknown escape",
      Help(backslash, "a: \"one\\ntwo\\\\d\"")),
    Case(
      "a: \"it's \\d\"", "1:10-12 `\\d` is no escape in double quotes", "unknown escape",
      Help(backslash, "a: \"it's \\\\d\"")),
    Case(
      "a: \"C:\\\\dir\\d\"", "1:12-14 `\\d` is no escape in double quotes", "unknown escape",
      Help(backslash, "a: \"C:\\\\dir\\\\d\"")),
  ]

  static let lines: [Case] = [
    Case(
      "a:\n\tb: 1", "2:1-2 a tab cannot indent a line in YAML", "a tab",
      Help("indent with 2 spaces", "a:\n  b: 1")),
    Case(
      "a:\n  b: 1\n\t\tc: 2", "3:1-3 a tab cannot indent a line in YAML", "a tab",
      Help("indent with 2 spaces", "a:\n  b: 1\n  c: 2")),
    Case(
      "x: [a, !<b]>", "1:13-13 a comma is missing between two entries of `[ ]`",
      "a comma belongs before this"),
    Case(
      "x:\n  a:\n  \tb: 1", "3:3-4 a tab cannot indent a line in YAML", "a tab",
      Help("indent with 4 spaces", "x:\n  a:\n    b: 1")),
    Case(
      "\ta: 1", "1:1-2 a tab cannot indent a line in YAML", "a tab",
      Help("remove the spaces", "a: 1")),
    Case(
      "a: |\n\tb", "2:1-2 a tab cannot indent a line in YAML", "a tab",
      Help("indent with 2 spaces", "a: |\n  b")),
    Case(
      "x:\n  a:\n    b: 1\n\tc: 2", "4:1-2 a tab cannot indent a line in YAML", "a tab",
      Help("indent with 2 spaces", "x:\n  a:\n    b: 1\n  c: 2")),
    Case(
      "a: b\n\t\nc: d", "2:1-2 a tab cannot indent a line in YAML", "a tab",
      Help("remove the spaces", "a: b\n\nc: d")),
    Case(
      "x:\n  a:\n    b: 1\n\tc: 2\n\n    d: 3", "4:1-2 a tab cannot indent a line in YAML", "a tab",
      Help("indent with 4 spaces", "x:\n  a:\n    b: 1\n    c: 2\n\n    d: 3")),
    Case(
      "x:\n  a:b\n  c: d", "2:4-5 a space is missing after `:`", "a space belongs after this",
      Help("add the space", "x:\n  a: b\n  c: d")),
    Case(
      "x:\n  c: d\n  a:b\n  e: f", "3:4-5 a space is missing after `:`",
      "a space belongs after this", Help("add the space", "x:\n  c: d\n  a: b\n  e: f")),
    Case(
      "a: b\nother # c\n", "2:1-6 this line is no entry of a map: a `:` is missing",
      "expected `key: value`"),
    Case(
      "x:\n  a\n  c: d", "2:3-4 this line is no entry of a map: a `:` is missing",
      "expected `key: value`"),
    Case(
      "first\na: b\n", "1:1-6 this line is no entry of a map: a `:` is missing",
      "expected `key: value`"),
    Case(
      "a: [b,,]", "1:7-8 a comma follows another one", "nothing is between the two",
      Help("remove it", "a: [b,]")),
    Case(
      "version = 1\na: b\n", "1:8-11 an entry of a map has `:`, and not `=`", "no colon",
      Help("write a colon", "version: 1\na: b\n")),
    Case(
      "x:\n  a=1\n  c: d", "2:4-5 an entry of a map has `:`, and not `=`", "no colon",
      Help("write a colon", "x:\n  a: 1\n  c: d")),
    Case(
      "; the wiring\na: b\n", "1:1-2 a comment begins with `#` in YAML", "no comment",
      Help("write `#`", "# the wiring\na: b\n")),
    Case(
      "a: b: c", "1:5-6 a second `: ` on one line", "parsing stops here",
      Help("if a map is meant, write it in `{ }`", "a: { b: c }"),
      Help("if this is one text, quote it", "a: \"b: c\"")),
    Case(
      "a: b c: d", "1:7-8 a second `: ` on one line", "parsing stops here",
      Help("if this is one text, quote it", "a: \"b c: d\"")),
    Case(
      "a: {b: c d: e}", "1:11-12 a second `: ` on one line", "parsing stops here",
      Help("if a comma is missing, add it", "a: {b: c, d: e}"),
      Help("if this is one text, quote it", "a: {b: \"c d: e\"}")),
    Case(
      "a: {b: c: d}", "1:9-10 a second `: ` on one line", "parsing stops here",
      Help("if this is one text, quote it", "a: {b: \"c: d\"}")),
    Case(
      "a: \"x\": y", "1:7-8 a second `: ` on one line", "parsing stops here",
      Help("if a map is meant, put it on lines of its own, or write it in `{ }`")),
    Case(
      "a: 1\n b: 2",
      "2:2-3 this line is indented as if it belonged to the one above, which has a value already",
      "indented deeper", Help("indent it like the line above", "a: 1\nb: 2")),
    Case(
      "a:\n  b: 1\n    c: 2",
      "3:5-6 this line is indented as if it belonged to the one above, which has a value already",
      "indented deeper", Help("indent it like the line above", "a:\n  b: 1\n  c: 2")),
    Case(
      "a:\n  x:\n    b: 1\n  c: 2\n    d: 3",
      "5:5-6 this line is indented as if it belonged to the one above, which has a value already",
      "indented deeper",
      Help("indent the line above like this one", "a:\n  x:\n    b: 1\n    c: 2\n    d: 3")),
    Case(
      "a:\n  b:\n  c: 2 # e\n    d: 3",
      "4:5-7 the indentation of this line is that of no line above it", "parsing stops here",
      Help("indent the line above like this one", "a:\n  b:\n    c: 2 # e\n    d: 3")),
    Case(
      "a:\n   b: 1\n  c: 2", "3:3-5 the indentation of this line is that of no line above it",
      "parsing stops here", Help("indent it by 0 or 3 spaces, as lines above are")),
    Case(
      "a:\n  - b\n - c", "3:2-3 the indentation of this line is that of no line above it",
      "parsing stops here", Help("indent it by 0 or 2 spaces, as lines above are")),
    Case(
      "a: - b", "1:4-5 a list with `-` cannot begin on the line of its key",
      "the list begins here",
      Help("begin the list on the next line, or write it in `[ ]`")),
  ]

  /// What was copied with the text, or left in it.
  static let copied: [Case] = [
    Case(
      "a:\n  b: 1\n=======\n  c: 2\n", "3:1-8 a mark of an unfinished merge is left here",
      "no YAML",
      Help("remove it", "a:\n  b: 1\n  c: 2\n")),
    Case(
      "a:\r\n>>>>>>> other\r\n  b: 1\r\n", "2:1-14 a mark of an unfinished merge is left here",
      "no YAML", Help("remove it", "a:\r\n  b: 1\r\n")),
    Case(
      "```yaml\na: 1\n```\n", "1:1-8 a code fence of Markdown does not belong in a YAML file",
      "a code fence", Help("remove the fences", "a: 1\n")),
    Case(
      "a: 1\n```", "2:1-4 a code fence of Markdown does not belong in a YAML file",
      "a code fence", Help("remove the fences", "a: 1\n")),
    Case(
      "a:\n  b: 1\n-  c: 2\n-  d: 2\n+  c: 3\n", "3:1-2 this is a line of a diff",
      "begins with a sign of the diff",
      Help("remove the lines with `-`, and the `+` at the beginning of the others")),
    Case(
      "@@ -1,2 +1,2 @@\n a: 1\n", "1:1-2 this is a line of a diff",
      "begins with a sign of the diff",
      Help("remove the lines with `-`, and the `+` at the beginning of the others")),
    Case(
      "     1\t# c\n     2\ta:\n     3\t  b: 1\n",
      "2:6-7 the lines of this file begin with their numbers",
      "the number of this line", Help("remove the numbers", "# c\na:\n  b: 1\n")),
    Case(
      "1 # c\n2 a: 1\n", "2:1-2 the lines of this file begin with their numbers",
      "the number of this line", Help("remove the numbers")),
    Case(
      "a: 1\n{{- if .Values.b }}\nb: 2\n{{- end }}\n",
      "2:1-20 this line is for a program that fills in templates", "YAML is read as it is",
      Help(
        "leave it out: `enabled:` says whether a service is used, and what holds for one environment belongs "
          + "under `environments:`")),
    Case(
      "a: 1\n{% if b %}\n", "2:1-11 this line is for a program that fills in templates",
      "YAML is read as it is",
      Help(
        "leave it out: `enabled:` says whether a service is used, and what holds for one environment belongs "
          + "under `environments:`")),
    Case(
      "a: “b: c” # d", "1:4-10 YAML takes typographic quotes for a part of the text",
      "neither `\"` nor `'`", Help("write straight quotes", "a: \"b: c\" # d")),
    Case(
      "{ a: „b: \"c\"“ }", "1:6-14 YAML takes typographic quotes for a part of the text",
      "neither `\"` nor `'`", Help("write straight quotes", "{ a: 'b: \"c\"' }")),
    Case(
      "imports:\n  - a.yaml\n  - *.yaml\n",
      "3:5-11 `*` at the start of an unquoted value names a YAML alias", "parsing stops here",
      Help(
        "to import every file that matches, write `{ glob: \"*.yaml\" }`",
        "imports:\n  - a.yaml\n  - { glob: \"*.yaml\" }\n")),
    Case(
      "imports: [*.yaml]", "1:11-17 `*` at the start of an unquoted value names a YAML alias",
      "parsing stops here",
      Help(
        "to import every file that matches, write `{ glob: \"*.yaml\" }`",
        "imports: [{ glob: \"*.yaml\" }]")),
    Case(
      "x: 1\ny:\n  - a\n  b: c\n", "4:3-7 an entry of a map is among the elements of a list",
      "does not begin with `-`",
      Help("begin each line with `-`, or none: an entry of a map is `key: value`")),
    Case(
      "x:\n  a: 1\n  - b\n", "3:3-6 an element of a list is among the entries of a map",
      "begins with `-`", Help("an entry of a map is `key: value`, without a dash")),
  ]

  private static func blank(
    _ text: String, _ place: String, _ result: String, _ name: String = "U+00A0 NO-BREAK SPACE"
  ) -> Case {
    Case(
      text, "\(place) this line has \(name) where YAML needs a space", "YAML reads this as text",
      Help("write ordinary spaces", result))
  }

  /// Spaces that YAML reads as text: the fix is certain, and the text is read after it.
  static let blanks: [Case] = [
    blank("a:\n\u{A0}\u{A0}b: 1\n  c: 2\n", "2:1-3", "a:\n  b: 1\n  c: 2\n"),
    blank("a:\n \u{2003}b: 1\n  c: 2\n", "2:2-3", "a:\n  b: 1\n  c: 2\n", "U+2003 EM SPACE"),
    blank("a:\n  b:\u{A0}1\n  c: 2\n", "2:5-6", "a:\n  b: 1\n  c: 2\n"),
    blank(
      "a:\n  b:\u{202F}1\u{A0}\n  c: 2\n", "2:5-6", "a:\n  b: 1 \n  c: 2\n",
      "U+202F NARROW NO-BREAK SPACE"),
    blank("a:\u{A0}\n  b: 1\u{A0}\n  c:\u{202F}2\n", "1:3-4", "a: \n  b: 1 \n  c: 2\n"),
    blank("a: !ref\u{A0}b\n", "1:8-9", "a: !ref b\n"),
    blank("{a: {b: !ref\u{A0}c}}\n", "1:13-14", "{a: {b: !ref c}}\n"),
    blank("{a: \"b\", c:\u{A0}{d: e}}\n", "1:12-13", "{a: \"b\", c: {d: e}}\n"),
    blank("a:\n  - b\n  -\u{A0}c\n", "3:4-5", "a:\n  - b\n  - c\n"),
    blank(
      "a:\n  b: |\n    c\u{A0}\n  d:\u{3000}2\n  e: 3\n", "4:5-6",
      "a:\n  b: |\n    c\u{A0}\n  d: 2\n  e: 3\n", "U+3000 IDEOGRAPHIC SPACE"),
  ]

  static let dashesAndMarks: [Case] = [
    Case(
      "a:\n  - b\n  -c\n", "3:3-4 a space is missing after `-`", "a space belongs after this",
      Help("add the space", "a:\n  - b\n  - c\n")),
    Case(
      "a:\n  - b: 1\n    c: 2\n  -b: 3\n", "4:3-4 a space is missing after `-`",
      "a space belongs after this", Help("add the space", "a:\n  - b: 1\n    c: 2\n  - b: 3\n")),
    Case(
      "a:\n<<<<<<< HEAD\n  b: 1\n=======\n  b: 2\n>>>>>>> other\n",
      "2:1-13 this file holds an unfinished merge", "one version begins here",
      Help("keep what is right of the two versions, and remove the marks")),
  ]
}
