import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite struct InterpolationTests {
  /// The value `x` of a service, with parameters below it.
  static func row(
    _ id: String, _ x: String, _ parameters: String = "{}", variables: [String: String] = [:],
    gives value: String? = nil, reports reported: [String] = []
  ) -> Case {
    Case(
      id, "parameters: \(parameters)\nservices:\n  s: { type: T, arguments: { x: \(x) } }",
      variables: variables, reported: reported, value: value)
  }

  static let parameters: [Case] = [
    row("name", "$(a)", "{ a: 1 }", gives: "1"),
    row("dotted name of a map", "$(mail.from)", "{ mail: { from: me } }", gives: "me"),
    row("dotted name of a dotted key", "$(mail.from)", "{ mail.from: me }", gives: "me"),
    row(
      "both spellings together", "$(mail)", "{ mail.from: me, mail: { to: you } }",
      gives: "{from: me, to: you}"),
    row("a list keeps its shape", "$(a)", "{ a: [1, 2] }", gives: "[1, 2]"),
    row("a map keeps its shape", "$(a)", "{ a: { b: 1, c: [2] } }", gives: "{b: 1, c: [2]}"),
    row("a number keeps its text", "$(a)", "{ a: 0x10 }", gives: "0x10"),
    row("quotes stay", "$(a)", #"{ a: "null" }"#, gives: #""null""#),
    row("null stays null", "$(a)", "{ a: null }", gives: "null"),
    row("inside a text", #""<$(a)>""#, "{ a: 1 }", gives: #""<1>""#),
    row("several in a text", "$(a)$(b)-$(a)", "{ a: 1, b: 2 }", gives: #""12-1""#),
    row("inside a list", "[$(a), 2]", "{ a: 1 }", gives: "[1, 2]"),
    row("inside a map", "{ k: $(a) }", "{ a: 1 }", gives: "{k: 1}"),
    row("through another", "$(a)", "{ a: $(b), b: $(c), c: [1] }", gives: "[1]"),
    row("text through another", "$(a)", "{ a: <$(b)>, b: -$(c)-, c: 1 }", gives: #""<-1->""#),
    row(
      "inside a parameter's list", "$(a)", "{ a: [$(b), $(b)], b: { c: 1 } }",
      gives: "[{c: 1}, {c: 1}]"),
    row("null below an optional default", "$(env:X:-null)", gives: "null"),
    row(
      "unused parameters are not evaluated", "1", "{ a: $(env:UNSET), b: !required that }",
      gives: "1"),
    row("a map's own part", "$(a)", "{ a: { b: 1, c: $(a.b) } }", gives: "{b: 1, c: 1}"),
  ]

  @Test("a reference gives the value of its parameter", arguments: parameters)
  func parameter(_ row: Case) throws { try row.check() }

  static let dollars: [Case] = [
    row("pairs before a parenthesis", "$$(a)", "{ a: 1 }", gives: "$(a)"),
    row("odd ones interpolate", "$$$(a)", "{ a: 1 }", gives: #""$1""#),
    row("four make two", "$$$$(a)", "{ a: 1 }", gives: "$$(a)"),
    row("elsewhere they are themselves", "a$b$$c$", gives: "a$b$$c$"),
    row("behind an interpolation", "$(a)$$", "{ a: 1 }", gives: #""1$$""#),
    // The four forms of a text with runs of signs before, behind and around a name.
    row(
      "all forms together", "$$$(foo) $(foo)$$ $$(foo) $$$(foo)$$", "{ foo: bar }",
      gives: #""$bar bar$$ $(foo) $bar$$""#),
    row("in single quotes", "'$(a)$$(a)'", "{ a: 1 }", gives: #""1$(a)""#),
    row("what looks like another format", #"!!str "${b} $HOME""#, gives: #""${b} $HOME""#),
    row("next to what does", #"!!str "${b} $(a)""#, "{ a: 1 }", gives: #""${b} 1""#),
    row(
      "a list of them", #"[!!str "{{ a }}", !!str "%a%"]"#, "{ a: 1 }",
      gives: #"["{{ a }}", "%a%"]"#),
  ]

  @Test("a dollar is a dollar unless it begins a reference", arguments: dollars)
  func dollar(_ row: Case) throws { try row.check() }

  static let variables: [Case] = [
    row("set", "$(env:X)", variables: ["X": "5"], gives: #"~"5""#),
    row(
      "set and empty", "$(env:X)", variables: ["X": ""], gives: "faulty",
      reports: [
        "services.yaml:3:33 missing-environment-variable: the environment variable `X` is empty"
      ]),
    row("set and empty, which counts", "$(env:X??5)", variables: ["X": ""], gives: #"~"""#),
    row("default over unset", "$(env:X:-5)", gives: "5"),
    row("default over empty", "$(env:X:-5)", variables: ["X": ""], gives: "5"),
    row("value over default", "$(env:X:-5)", variables: ["X": "6"], gives: #"~"6""#),
    row("default for unset only, over unset", "$(env:X??5)", gives: "5"),
    row("default for unset only, over empty", "$(env:X??5)", variables: ["X": ""], gives: #"~"""#),
    row(
      "default for unset only, over a value", "$(env:X??5)", variables: ["X": "6"], gives: #"~"6""#),
    row("default for unset only, in another one", "$(env:X:-$(env:Y??z))", gives: "z"),
    row("two signs", "$(env:X??:-?)", gives: ":-?"),
    row("empty default", "$(env:X:-)", gives: #""""#),
    row("default with a parameter", "$(env:X:-$(a))", "{ a: [1] }", gives: "[1]"),
    row("default with text and a parameter", #""$(env:X:-<$(a)>)""#, "{ a: 1 }", gives: #""<1>""#),
    row("default with a variable", "$(env:X:-$(env:Y:-z))", gives: "z"),
    row("default with parentheses", "$(env:X:-f(x))", gives: "f(x)"),
    row("default with a dollar", "$(env:X:-$$(a))", gives: "$(a)"),
    row(
      "its text is not expanded", "$(env:X)", "{ a: 1 }", variables: ["X": "$(a)"],
      gives: #"~"$(a)""#),
    row("never null", "$(env:X)", variables: ["X": "null"], gives: #"~"null""#),
    row("inside a text", #""<$(env:X)>""#, variables: ["X": "5"], gives: #"~"<5>""#),
    row(
      "a required default that is not needed", "$(env:X:-$(a))", "{ a: !required it }",
      variables: ["X": "5"], gives: #"~"5""#),
    row(
      "unset", "$(env:X)", gives: "faulty",
      reports: [
        "services.yaml:3:33 missing-environment-variable: the environment variable `X` is not set"
      ]),
    row(
      "every unset variable is reported once", "[$(env:X), $(a), $(env:X)]", "{ a: $(env:Y) }",
      gives: "[faulty, faulty, faulty]",
      reports: [
        "services.yaml:1:18 missing-environment-variable: the environment variable `Y` is not set",
        "services.yaml:3:34 missing-environment-variable: the environment variable `X` is not set",
      ]),
  ]

  @Test("a reference gives the text of a variable, or its default", arguments: variables)
  func variable(_ row: Case) throws { try row.check() }

  @Test func cyclesShowTheirPath() throws {
    let load = try Load("parameters: { foo: $(bar), bar: 'a$(foobar)', foobar: $(foo) }")
    #expect(
      load.labels == [
        "services.yaml:1:20 1. `foo` needs `bar`", "services.yaml:1:35 2. `bar` needs `foobar`",
        "services.yaml:1:55 3. `foobar` needs `foo`, closing the cycle",
      ])
  }

  @Test func requiredParametersNameTheirUseAndTheirDeclaration() throws {
    let load = try Load(
      """
      parameters: { url: !required the database }
      services:
        a: { type: T, arguments: { x: $(url), y: $(url) } }
      environments: { test: {} }
      """, environment: "test")
    #expect(
      load.reported == [
        """
        services.yaml:3:33 required-parameter: no layer sets the required parameter `url` in the \
        environment `test`
        """
      ])
    #expect(
      load.labels == [
        "services.yaml:3:33 used here", "services.yaml:3:44 and here",
        "services.yaml:1:20 required by the layer `services.yaml`: the database",
      ])
  }

  @Test func aValueNamesWhatBroughtIt() throws {
    let load = try Load(
      [
        "services.yaml": """
        parameters: { a: $(b), b: 5, t: "<$(b)>", l: [$(b)] }
        services:
          s: { type: T, arguments: { x: $(a), y: $(t), z: $(l), e: $(env:X), d: $(env:Y:-1) } }
        environments: { test: { parameters: { b: 6 } } }
        """
      ], environment: "test", variables: ["X": "1"])
    #expect(load.reported == [])
    #expect(
      load.trace("s", "x")
        == """
        6 @ services.yaml:4:42 services.yaml#test over services.yaml:1:27 services.yaml \
        via services.yaml:3:33 via services.yaml:1:18
        """)
    #expect(
      load.trace("s", "y")
        == #""<6>" @ services.yaml:1:33 services.yaml via services.yaml:3:42"#)
    #expect(load.trace("s", "e") == #"~"1" @ services.yaml:3:60 services.yaml"#)
    #expect(load.trace("s", "d") == "1 @ services.yaml:3:82 services.yaml")
    guard case .list(let elements)? = load.argument("s", "z")?.content else {
      Issue.record("no list")
      return
    }
    #expect(
      load.trace(elements[0].provenance)
        == """
        @ services.yaml:4:42 services.yaml#test over services.yaml:1:27 services.yaml \
        via services.yaml:3:51 via services.yaml:1:47
        """)
  }

  @Test func aDefaultBehindADashAloneIsUnderstood() throws {
    let load = try Load("services: { s: { type: T, arguments: { x: $(env:A-d) } } }")
    #expect(
      load.helps == [
        "a default follows `:-`, or `??` where an empty text counts; was `$(env:A:-d)` meant?",
        "set it, or give a default: `$(env:A-d:-default)`",
      ])
  }

  @Test func blanksAroundADefaultAreReportedWithoutIt() throws {
    let load = try Load("services: { s: { type: T, arguments: { x: $(env:API_KEY ?? hunter2) } } }")
    #expect(
      load.reported == [
        "services.yaml:1:43 interpolation-syntax: `$(env:API_KEY ??` has a blank before its `??`"
      ])
    #expect(!TerminalRenderer().render(load.diagnostics).contains("hunter2"))
  }

  @Test func bracesAreOfferedAsInterpolation() throws {
    let load = try Load(
      #"services: { s: { type: T, arguments: { x: "${HOME} ${mail.from} ${" } } }"#)
    let meant =
      "if this text is meant, write `!!str` before it, and nothing is reported "
      + "[services.yaml:1:43 !!str ]"
    #expect(
      load.helps == [
        "to interpolate, write `$(env:HOME)` [services.yaml:1:44 $(env:HOME)]", meant,
        "to interpolate, write `$(mail.from)` [services.yaml:1:52 $(mail.from)]", meant,
        "to interpolate, write `$(…)`", meant,
      ])
  }

  @Test func aChainOfAnyLengthIsEvaluated() throws {
    var yaml = "parameters:\n"
    for number in 0..<5_000 { yaml += "  p\(number): $(p\(number + 1))\n" }
    yaml += "  p5000: end\nservices:\n  s: { type: T, arguments: { x: $(p0) } }\n"
    let load = try Load(yaml)
    #expect(load.reported == [])
    #expect(load.argument("s", "x").map { load.text($0) } == "end")
  }

  @Test func growthStopsAtTheLimits() throws {
    // Each parameter is twice as large as the one before.
    func doubling(_ open: String, _ close: String, _ comma: String) -> String {
      var yaml = "parameters:\n  p0: \(open)x\(comma)x\(close)\n"
      for number in 1..<40 {
        let below = "$(p\(number - 1))"
        yaml += "  p\(number): \(open)\(below)\(comma)\(below)\(close)\n"
      }
      return yaml + "services:\n  s: { type: T, arguments: { x: $(p39) } }\n"
    }
    var settings = LoadSettings()
    settings.limits.valueBytes = 10_000
    let lists = try Load(doubling("[", "]", ", "), settings: settings)
    #expect(
      lists.reported == [
        "services.yaml:11:15 limit-exceeded: the parameter `p9` becomes longer than 10,000 bytes by interpolation"
      ])
    let texts = try Load(doubling("", "", "-"), settings: settings)
    #expect(
      texts.reported == [
        "services.yaml:14:8 limit-exceeded: the parameter `p12` becomes longer than 10,000 bytes by interpolation"
      ])
  }

  @Test func limitsHoldToTheByte() throws {
    let yaml = "parameters: { a: 12345 }\nservices: { s: { type: T, arguments: { x: <$(a)> } } }"
    var settings = LoadSettings()
    settings.limits.valueBytes = 7
    #expect(try Load(yaml, settings: settings).reported == [])
    settings.limits.valueBytes = 6
    #expect(
      try Load(yaml, settings: settings).reported == [
        """
        services.yaml:2:43 limit-exceeded: the argument `x` of `s` becomes longer than 6 bytes \
        by interpolation
        """
      ])
    settings.limits.valueBytes = 1_000
    settings.limits.expandedParts = 0
    #expect(
      try Load(yaml, settings: settings).reported == [
        """
        services.yaml:2:43 limit-exceeded: with what the argument `x` of `s` refers to the load \
        expands to more than 0 parts
        """
      ])
  }
}
