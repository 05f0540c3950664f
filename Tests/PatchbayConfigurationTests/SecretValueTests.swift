import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite("A value that is marked or named as a secret is one, and so is every text that contains it")
struct SecretValueTests {
  private static func row(
    _ id: String, _ x: String, _ parameters: String = "{}", variables: [String: String] = [:],
    gives value: String? = nil, reports reported: [String] = []
  ) -> Case {
    InterpolationTests.row(
      id, x, parameters, variables: variables, gives: value, reports: reported)
  }

  private static func literal(_ name: String, _ column: Int) -> String {
    "services.yaml:1:\(column) ?literal-secret: the parameter `\(name)` looks like a secret, "
      + "but is plain text in the file"
  }

  private static func unmarked(_ subject: String, _ place: String) -> String {
    "services.yaml:\(place) ?unmarked-secret: \(subject) comes from outside the configuration and is "
      + "not marked `!secret`"
  }

  static let secrets: [Case] = [
    row("marked", "!secret hush", gives: "!hush"),
    row("marked parameter", "$(a)", "{ a: !secret hush }", gives: "!hush"),
    row("marked inside a text", #""<$(a)>""#, "{ a: !secret hush }", gives: #"!"<hush>""#),
    row("marked variable", "!secret $(env:X)", variables: ["X": "hush"], gives: #"!"hush""#),
    row("marked inside a list", "$(a)", "{ a: [1, !secret hush] }", gives: "[1, !hush]"),
    row("marked inside a longer list", "[1, $(a)]", "{ a: !secret hush }", gives: "[1, !hush]"),
    row("marked inside a map", "{ b: $(a) }", "{ a: !secret hush }", gives: "{b: !hush}"),
    row(
      "marked inside a text of another parameter", "$(b)/$(c)",
      "{ a: !secret hush, b: 1$(a), c: 2 }",
      gives: #"!"1hush/2""#),
    row(
      "marked inside a text with a variable", #""<$(a)$(env:X)>""#, "{ a: !secret hush }",
      variables: ["X": "1"], gives: #"!"<hush1>""#),
    row(
      "marked inside a default", "$(env:X:-<$(a)>)", "{ a: !secret hush }", gives: #"!"<hush>""#),
    row("marked in a path", "$(path:/a/$(a))", "{ a: !secret hush }", gives: #"!"/a/hush""#),
    row("a marked reference", "!secret $(a)", "{ a: hush }", gives: "!hush"),
    row(
      "marked inside a parameter's map", "$(a)", "{ a: { b: { c: !secret hush } } }",
      gives: "{b: {c: !hush}}"),
    row("a marked path", "!secret $(path:/a/b)", gives: #"!"/a/b""#),
    row("a marked default", "!secret $(env:X:-$(a))", "{ a: hush }", gives: "!hush"),
    row(
      "under a name, what would be a flag without quotes", "{ token: 'true' }",
      gives: #"{token: !"true"}"#,
      reports: [
        "services.yaml:3:42 ?literal-secret: the argument `x.token` of `s` looks like a secret, "
          + "but is plain text in the file"
      ]),
    row(
      "under a name", "$(b.token)", "{ b.token: hush }", gives: "!hush",
      reports: [Self.literal("b.token", 24)]),
    row(
      "under a name, inside a text", "<$(token)>", "{ token: $(env:X) }", variables: ["X": "hush"],
      gives: #"!"<hush>""#, reports: [Self.unmarked("the parameter `token`", "1:22")]),
    row(
      "under a name, a default", "$(token)", "{ token: $(env:X:-hush) }", gives: "!hush",
      reports: [Self.unmarked("the parameter `token`", "1:22")]),
    row(
      "under a name, in a list", "$(token)", "{ token: [hush, { b: c }] }", gives: "[!hush, {b: c}]"
    ),
    row(
      "under a name, through a parameter", "{ token: $(b) }", "{ b: $(env:X) }",
      variables: ["X": "hush"], gives: #"{token: !"hush"}"#,
      reports: [Self.unmarked("the argument `x.token` of `s`", "1:18")]),
    row(
      "under a name, a literal of a parameter", "{ token: $(b) }", "{ b: hush }",
      gives: "{token: !hush}",
      reports: [
        "services.yaml:1:18 ?literal-secret: the argument `x.token` of `s` looks like a secret, "
          + "but is plain text in the file"
      ]),
    row(
      "under a name, a literal in a list of a parameter", "{ token: $(b) }",
      "{ b: [hush, $(c)], c: $(env:X) }",
      variables: ["X": "hush"], gives: #"{token: [!hush, !"hush"]}"#,
      reports: [
        "services.yaml:1:19 ?literal-secret: the argument `x.token` of `s` looks like a secret, "
          + "but is plain text in the file",
        Self.unmarked("the argument `x.token` of `s`", "1:35"),
      ]),
    row(
      "under a name, a text with a parameter", "{ token: 'a$(b)' }", "{ b: 1 }",
      gives: #"{token: !"a1"}"#,
      reports: [
        "services.yaml:3:42 ?literal-secret: the argument `x.token` of `s` looks like a secret, "
          + "but is plain text in the file"
      ]),
    row(
      "under a name, a literal of a marked parameter", "{ token: $(b) }", "{ b: !secret hush }",
      gives: "{token: !hush}"),
    row(
      "under a name, a file's", "{ token: $(b) }", "{ b: $(path:/a/$(env:X)) }",
      variables: ["X": "hush"], gives: #"{token: !"/a/hush"}"#,
      reports: [Self.unmarked("the argument `x.token` of `s`", "1:18")]),
  ]

  @Test("a value that is marked or named as a secret is one", arguments: secrets)
  func secret(_ row: Case) throws {
    try row.check()
    let load = try Load(row.yaml, variables: row.variables)
    #expect(load.argument("s", "x")?.disclosure == .secret)
    #expect(!load.diagnostics.contains { TerminalRenderer().render($0).contains("hush") })
  }

  @Test(
    "a list or map holds a secret whichever layer gave it",
    arguments: [
      ("{ a: !secret hush }", "{ b: 1 }", "{a: !hush, b: 1}"),
      ("{ b: 1 }", "{ a: !secret hush }", "{b: 1, a: !hush}"),
      ("{ a: 1 }", "{ token: hush }", "{a: 1, token: !hush}"),
      ("[1]", "!append [!secret hush]", "[1, !hush]"),
      ("[!secret hush]", "!prepend [1]", "[1, !hush]"),
      ("!secret hush", "!replace [1, { b: c }]", "[!1, {b: !c}]"),
    ])
  func layers(_ base: String, _ overlay: String, _ expected: String) throws {
    let load = try Load(
      "services: { s: { type: T, arguments: { x: \(base) } } }",
      overlays: [.overlay("services: { s: { arguments: { x: \(overlay) } } }")])
    let value = try #require(load.argument("s", "x"))
    #expect(load.text(value) == expected)
    #expect(value.disclosure == .secret)
  }

  @Test(
    "no line shows what overrides a secret, whatever else is wrong on it",
    arguments: ["hush", "'hush'", "$(env:X:-hush)", "a$(env:X:-b)hush", "!replace hush"])
  func overriding(_ text: String) throws {
    let load = try Load(
      "services: { s: { type: T, arguments: { x: !secret other } } }",
      overlays: [.overlay("services: { s: { arguments: { y: $(nope), x: \(text) } } }")])
    let errors = load.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == [.unknownParameter])
    let line = TerminalRenderer().render(errors)
    #expect(line.contains("y: $(nope), x: ") && line.contains("[secret] } } }"))
    #expect(!line.contains("hush"))
  }

  @Test func aReferenceThatOverridesASecretIsShown() throws {
    let load = try Load(
      "services: { s: { type: T, arguments: { x: !secret other } } }",
      overlays: [.overlay("services: { s: { arguments: { y: $(nope), x: $(env:X) } } }")])
    let line = try #require(load.diagnostics.first { $0.code == .unknownParameter })
    #expect(TerminalRenderer().render(line).contains("y: $(nope), x: $(env:X) }"))
    #expect(!load.diagnostics.contains { $0.code == .literalSecret })
  }

  @Test(
    "an unmarked override of a secret is reported once, and null is not",
    arguments: [
      (
        "{ token: !secret other }", "{ token: hush }", "overrides a secret and is not marked as one"
      ),
      ("{ token: other }", "{ token: hush }", Self.inTheFile),
      ("{ token: other }", "{ token: !replace hush }", Self.inTheFile),
      ("!secret other", "~", nil), ("!secret other", "!secret hush", nil),
    ])
  func overridden(_ base: String, _ overlay: String, _ reported: String?) throws {
    let load = try Load(
      "services: { s: { type: T, arguments: { x: \(base) } } }",
      overlays: [.overlay("services: { s: { arguments: { x: \(overlay) } } }")])
    let messages = load.diagnostics.filter { $0.code == .literalSecret }.map(\.message)
    #expect(messages == (reported.map { ["the argument `x.token` of `s` \($0)"] } ?? []))
    #expect(messages.count == load.diagnostics.count)
  }

  private static let inTheFile = "looks like a secret, but is plain text in the file"

  static let unmarkedSecrets: [Case] = [
    row(
      "a literal, next to flags and a plural",
      "{ dbPassword: hush, passwords: x, requirePassword: true, token: false }",
      reports: [
        "services.yaml:3:47 ?literal-secret: the argument `x.dbPassword` of `s` looks like a secret, "
          + "but is plain text in the file"
      ]),
    row(
      "an argument", "{ token: $(env:X) }", variables: ["X": "hush"],
      reports: [unmarked("the argument `x.token` of `s`", "3:42")]),
    row(
      "an argument's text", #"{ token: "<$(env:X)>" }"#, variables: ["X": "hush"],
      reports: [unmarked("the argument `x.token` of `s`", "3:42")]),
    row(
      "an argument whose variable is called as the credential is", "{ token: $(env:TOKEN) }",
      variables: ["TOKEN": "hush"], reports: [unmarked("the argument `x.token` of `s`", "3:42")]),
    row(
      "a default in a default", "{ token: $(env:X:-$(env:Y:-a)) }",
      reports: [unmarked("the argument `x.token` of `s`", "3:42")]),
    row(
      "reported once, where it comes from", "[{ token: $(b) }, { token: $(b) }]",
      "{ b: '$(env:X)' }",
      variables: ["X": "hush"], reports: [unmarked("the argument `x.token` of `s`", "1:19")]),
    row(
      "reported at the parameter alone", "{ token: $(token) }", "{ token: $(env:X) }",
      variables: ["X": "hush"], reports: [unmarked("the parameter `token`", "1:22")]),
    row(
      "an element of a list", "{ credentials: [a, $(env:X)] }", variables: ["X": "hush"],
      reports: [unmarked("the argument `x.credentials` of `s`", "3:52")]),
    row("marked", "{ token: !secret $(env:X) }", variables: ["X": "hush"]),
    row(
      "marked parameter", "{ token: $(b) }", "{ b: !secret $(env:X) }", variables: ["X": "hush"]),
    row("nothing", "{ token: , secret: ~, password: '', apiKey: null }"),
    row("a flag from the file", "{ token: $(b) }", "{ b: true }", gives: "{token: true}"),
    row("a path", "{ token: $(path:a) }"), row("another name", "{ tokens: $(env:X:-a) }"),
    row("an escaped dollar", "{ token: $$(env:X) }"),
    row("a default that is empty", "{ name: $(env:X:-) }", gives: #"{name: ""}"#),
    row("an entry of a map", "{ credentials: { user: $(env:X) } }", variables: ["X": "hush"]),
  ]

  @Test("a value from outside under the name of a secret is warned of", arguments: unmarkedSecrets)
  func unmarkedSecret(_ row: Case) throws { try row.check() }

  @Test func theFixMarksTheValueWhereItComesFrom() throws {
    let texts = [
      ("token: $(env:X)", "token: !secret $(env:X)"),
      ("token: '$(env:X)'", "token: !secret '$(env:X)'"),
      ("token: \"a$(env:X)\"", "token: !secret \"a$(env:X)\""),
      ("b: '$(env:X)', token: $(b)", "b: !secret '$(env:X)', token: $(b)"),
    ]
    for (text, marked) in texts {
      let load = try Load(
        "services: { s: { type: T, arguments: { x: $(token) } } }\nparameters: { \(text) }\n",
        variables: ["X": "hush"])
      let warning = try #require(load.diagnostics.first { $0.code.name == "unmarked-secret" })
      #expect(load.diagnostics.count == 1 && warning.severity == .warning)
      let edit = try #require(warning.fixIts.first?.edits.first)
      var bytes = edit.span.file.bytes
      bytes.replaceSubrange(edit.span.range, with: edit.replacement.utf8)
      #expect(String(decoding: bytes, as: UTF8.self).contains("{ \(marked) }"))
      #expect(
        try Load(String(decoding: bytes, as: UTF8.self), variables: ["X": "hush"]).reported == [])
    }
    // No mark can be within a text.
    let load = try Load(
      "services: { s: { type: T, arguments: { x: $(token) } } }\n"
        + "parameters: { token: $(b), b: '$(env:Y:-a$(env:X))' }\n",
      variables: ["X": "hush"])
    #expect(load.diagnostics.map(\.code) == [.unmarkedSecret])
    #expect(load.diagnostics.flatMap(\.fixIts).flatMap(\.edits).isEmpty)
  }
}
