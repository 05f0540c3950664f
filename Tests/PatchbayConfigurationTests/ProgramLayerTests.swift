import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

/// Modules and overrides of a program over the files of a configuration.
@Suite struct ProgramLayerTests {
  struct Text: Sendable, Equatable { var words: [String] }

  static let catalog = FactoryCatalog("app", fileID: "App/Catalog.swift", line: 3) {
    Factory("Text", .value("words", default: [])) { (words: [String]) in Text(words: words) }
    Factory("Join", .services("parts", as: Text.self)) { parts in
      Text(words: parts.flatMap(\.words))
    }
    Factory("Around", .service("inner", as: Text.self), .value("by")) { (inner: Text, by: String) in
      Text(words: [by] + inner.words + [by])
    }
  }

  static let yaml = """
    parameters: { name: file, other: there, unused: $(env:NOBODY_SET_THIS) }
    services:
      first: { type: Text, arguments: { words: [one] }, tags: [part] }
      second: { type: Text, arguments: { words: [$(name)] }, tags: [part] }
      costly: { type: Text, arguments: { words: [$(env:MISSING)] } }
      all: { type: Join, arguments: { parts: !tagged part } }
      around: { type: Around, decorates: all, arguments: { inner: !inner, by: '|' } }
      other: { alias: first }
    environments:
      test:
        services: { second: { arguments: { words: [test] } } }
    """

  struct Module1: Module {
    var words: [String]
    var definitions: Definitions {
      Define("costly", "Text", fileID: "App/Mail.swift", line: 20)
        .argument(
          "words", .list(words.map { .text($0) }), fileID: "App/Mail.swift", line: 21)
    }
  }

  func plan(
    environment: String? = nil, variables: [String: String] = [:],
    parameters: [String: ParameterValue] = [:], overlays: [ConfigurationSource] = [],
    modules: [any Module] = [Module1(words: ["module"])],
    @DefinitionBuilder _ overrides: () -> Definitions
  ) throws -> Plan {
    try ServiceConfiguration(.bytes(Array(Self.yaml.utf8), name: "services.yaml")).plan(
      environment: environment, variables: variables, parameters: parameters, overlays: overlays,
      modules: modules, catalog: Self.catalog, fileID: "App/Main.swift", line: 8,
      overrides: overrides)
  }

  func words(_ key: String, of plan: Plan) throws -> [String] {
    try Container(plan).resolve(key, as: Text.self).words
  }

  @Test func aModuleReplacesWhatFilesDefineAndNothingBelowIsEvaluated() throws {
    let plan = try plan(environment: "test") {}
    #expect(try words("costly", of: plan) == ["module"])
    #expect(try words("all", of: plan) == ["|", "one", "test", "|"])
    #expect(plan.warnings == [])
    #expect(
      plan.layers.map(\.description)
        == ["services.yaml", "services.yaml#test", "modules at Main.swift:8"])
  }

  @Test func everyDefinitionHasItsOwnPlace() throws {
    let error = #expect(throws: DiagnosticsError.self) {
      try plan {
        for index in 0..<60 {
          Define("new\(index)", "Missing", fileID: "App/File\(index % 20).swift", line: index + 1)
        }
      }
    }
    let places = try #require(error).diagnostics.map(\.description)
    #expect(places.count == 60)
    for index in 0..<60 {
      let place = "File\(index % 20).swift:\(index + 1)"
      #expect(places.count { $0.contains("\(place):") || $0.contains("\(place) ") } == 1)
    }
  }

  @Test func overridesLieOverModulesAndOverlays() throws {
    let overlay = ConfigurationSource.inline("services: { first: { type: Text } }")
    let plan = try plan(overlays: [overlay]) {
      Define("costly", "Text").argument("words", ["override"])
      Provide("first", instance: Text(words: ["instance"])).tag("part")
      Provide("third") { Text(words: ["third"]) }.tag("part", priority: 1)
    }
    #expect(try words("costly", of: plan) == ["override"])
    #expect(try words("all", of: plan) == ["|", "third", "instance", "file", "|"])
    #expect(try words("other", of: plan) == ["instance"])
  }

  @Test func aChangeTouchesWhatItNames() throws {
    let plan = try plan(modules: []) {
      Change("costly").argument("words", ["changed"])
      Change("second").tag("part", priority: 3)
    }
    #expect(try words("costly", of: plan) == ["changed"])
    #expect(try words("all", of: plan) == ["|", "file", "one", "|"])
  }

  @Test func ofTwoLayersTheUpperOneAloneIsEvaluated() throws {
    let module = Definitions {
      Change("costly").argument("words", [.parameter("nowhere")]).tag("part", priority: 1)
      Define("added", "Text").argument("words", [.parameter("nowhere")])
    }
    let plan = try plan(modules: [module]) {
      Change("costly").argument("words", ["upper"])
      Change("added").argument("words", ["above"]).tag("part", priority: 2)
    }
    #expect(try words("all", of: plan) == ["|", "above", "upper", "one", "file", "|"])
  }

  @Test func aChangeKnowsWhatItOverrides() throws {
    let configuration = try ServiceConfiguration(
      .bytes(Array(Self.yaml.utf8), name: "services.yaml"))
    var collector = DiagnosticCollector()
    let definitions = configuration.definitions(
      modules: [Definitions { Change("costly").argument("words", ["changed"]) }], into: &collector)
    let costly = try #require(definitions.definitions.first { $0.key == "costly" })
    let origins = costly.arguments[0].value.provenance.overridden
    #expect(origins.map { $0.place.displayName } == ["services.yaml:5:45"])
  }

  @Test func aLiteralThatAChangeReplacesIsNotWarnedOf() throws {
    let configuration = try ServiceConfiguration(
      .inline("services: { text: { type: Text, arguments: { password: hunter2, words: [a] } } }"))
    func load(_ modules: [any Module]) -> (codes: [DiagnosticCode], arguments: [String]) {
      var collector = DiagnosticCollector()
      let set = configuration.definitions(modules: modules, into: &collector)
      return (collector.diagnostics.map(\.code), set.definitions[0].arguments.map(\.name))
    }
    #expect(load([]).codes == [.literalSecret])
    let changed = load([Definitions { Change("text").argument("password", "mine") }])
    #expect(changed.codes == [])
    #expect(changed.arguments == ["password", "words"])
  }

  @Test func removalsAndAliasesTakeKeysAway() throws {
    let plan = try plan {
      Remove("second")
      Alias("costly-too", of: "costly")
      Alias("first", of: "third")
      Provide("third") { Text(words: ["third"]) }
    }
    #expect(try words("all", of: plan) == ["|", "|"])
    #expect(try words("costly-too", of: plan) == ["module"])
    #expect(try words("other", of: plan) == ["third"])
  }

  @Test func parametersOfTheProgramLieOverThoseOfFiles() throws {
    let plan = try plan(parameters: ["name": "handed"], modules: [Parameters(["name": "module"])]) {
      Define("costly", "Text").argument("words", [.parameter("other"), .parameter("name")])
    }
    #expect(try words("second", of: plan) == ["handed"])
    #expect(try words("costly", of: plan) == ["there", "handed"])
    let parameters = Container(plan).parameters
    #expect(parameters["name"] == "handed")
    #expect(parameters["unused"] == nil)
    #expect(parameters["nothing"] == nil)
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try parameters.value("unused", as: String.self)
    }
    #expect(error?.codes == [.missingEnvironmentVariable])
  }

  @Test func overridesOfParametersRankHighest() throws {
    let plan = try plan(parameters: ["name": "handed"]) { Parameters(["name": "override"]) }
    #expect(try words("second", of: plan) == ["override"])
  }

  @Test func anExtensionReachesServicesOfFiles() throws {
    let plan = try plan {
      Extend("all") { (text: inout Text) in text.words.append("extended") }
    }
    #expect(try words("all", of: plan) == ["|", "one", "file", "|", "extended"])
  }

  @Test func conflictsBelowADefinitionInSwiftAreDecidedByIt() throws {
    let folder = try TemporaryFolder([
      "services.yaml": "imports: [a.yaml, b.yaml]",
      "a.yaml": "services: { text: { type: Text, arguments: { words: [a] } } }",
      "b.yaml": "services: { text: { type: Text, arguments: { words: [b] } } }",
    ])
    let configuration = try ServiceConfiguration(.init(path: folder.file("services.yaml")))
    #expect(throws: DiagnosticsError.self) { _ = try configuration.plan(catalog: Self.catalog) }
    let plan = try configuration.plan(catalog: Self.catalog) {
      Define("text", "Text").argument("words", ["decided"])
    }
    #expect(try words("text", of: plan) == ["decided"])
  }

  static let file = "App/Main.swift"
  static let mistakes: [Mistake<Definitions>] = [
    Mistake(
      "a reference left behind",
      """
      error[removed-service]: `user` depends on `costly`, which the layer `overrides at Main.swift:8` removes
       --> App/Main.swift:11: still refers to `costly`
       ::: App/Main.swift:9: removed here
      """,
      Definitions {
        Remove("costly", fileID: file, line: 9);
        Define("user", "Around", fileID: file, line: 10).argument(
          "inner", .reference("costly"), fileID: file, line: 11
        ).argument("by", "x", fileID: file, line: 12)
      }),
    Mistake(
      "an unknown key",
      """
      error[unknown-service]: `user` depends on `costli`, which no layer defines
       --> App/Main.swift:11: no service has this key
       ::: App/Mail.swift:20: a similar key is defined here
        = note: 3 layers were searched: services.yaml, modules at Main.swift:8, overrides at Main.swift:8
      help: did you mean `costly`?
      """,
      Definitions {
        Define("user", "Around", fileID: file, line: 10)
          .argument("inner", .reference("costli"), fileID: file, line: 11)
          .argument("by", "x", fileID: file, line: 12)
      }),
    Mistake(
      "an unknown parameter",
      """
      error[unknown-parameter]: no parameter is named `nane`
       --> App/Main.swift:11: used here
       ::: services.yaml:1:15
        |
      1 | parameters: { name: file, other: there, unused: $(env:NOBODY_SET_THIS) }
        |               ---- a similar name is defined here
        |
      help: did you mean `name`?
      """,
      Definitions {
        Define("user", "Text", fileID: file, line: 10)
          .argument("words", [.parameter("nane")], fileID: file, line: 11)
      }),
    Mistake(
      "a change of an alias",
      """
      error[patch-without-base]: `other` is changed here, but it is an alias of `first`
       --> App/Main.swift:10: `Change` changes an existing service
       ::: services.yaml:8:3
        |
      8 |   other: { alias: first }
        |   ----- defined as an alias here
        |
      help: change `first`, or write a new `Alias`
      """,
      Definitions {
        Change("other", fileID: file, line: 10).argument("words", ["x"], fileID: file, line: 11)
      }),
    Mistake(
      "a scope of a decorator in a file",
      """
      error[unknown-field]: the decorator `around` has no `scope` of its own
       --> App/Main.swift:11: a decorator lives as long as what it decorates
      help: leave it out, or give it to the decorated service
      """,
      Definitions {
        Change("around", fileID: file, line: 10).scope("transient", fileID: file, line: 11)
      }),
    Mistake(
      "a value of the wrong type over one of a file",
      """
      error[argument-type]: the argument `words` of `first` must be a list, found the text `x`
       --> App/Main.swift:11: expected a list
       ::: services.yaml:3:44
        |
      3 |   first: { type: Text, arguments: { words: [one] }, tags: [part] }
        |                                            ----- overrides this value
        |
        = note: `Text.words` is declared `[String]` (default []) at PatchbayConfigurationTests/ProgramLayerTests.swift:11
        = note: layer order, later wins: services.yaml < modules at Main.swift:8 < overrides at Main.swift:8
      """,
      Definitions {
        Change("first", fileID: file, line: 10).argument("words", "x", fileID: file, line: 11)
      }),
  ]

  @Test(arguments: mistakes) func aMistakeIsReportedWithAllItsPlaces(
    _ mistake: Mistake<Definitions>
  ) throws {
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try plan { mistake.content }
    }
    let text = TerminalRenderer(color: false).render(error?.diagnostics ?? [])
    #expect(text == mistake.text)
  }

  @Test func aChangeBeforeADefinitionIsWarnedOf() throws {
    let plan = try plan {
      Change("first", fileID: "App/Main.swift", line: 9)
        .argument("words", ["lost"], fileID: "App/Main.swift", line: 10)
      Provide("first", fileID: "App/Main.swift", line: 11) { Text(words: ["new"]) }
        .tag("part", fileID: "App/Main.swift", line: 12)
    }
    #expect(
      TerminalRenderer(color: false).render(plan.warnings) == """
        warning[patch-without-effect]: this changes nothing of `first`, which is redefined after it
         --> App/Main.swift:10: replaced
         ::: App/Main.swift:11: defined here
        help: write it after the definition, or into it
        """)
  }

  @Test func aDefinitionThatDropsATagIsWarnedOf() throws {
    let plan = try plan {
      Provide("first", fileID: "App/Main.swift", line: 9) { Text(words: ["untagged"]) }
    }
    #expect(try words("all", of: plan) == ["|", "file", "|"])
    let text = TerminalRenderer(color: false).render(plan.warnings)
    #expect(
      text == """
        warning[fields-dropped]: this definition of `first` drops `tags: part`
         --> App/Main.swift:9: replaces the whole definition
         ::: services.yaml:3:60
          |
        3 |   first: { type: Text, arguments: { words: [one] }, tags: [part] }
          |                                                            ---- dropped
          |
        help: write it again, or write `Change` to change only some of it
        """)
  }

  @Test("A definition that loses the scope of a file is an error, unless it names one")
  func lostScope() throws {
    func plan(@DefinitionBuilder _ overrides: () -> Definitions) throws -> Plan {
      let yaml = "scopes: [job]\nservices: { first: { type: Text, scope: job } }"
      return try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "services.yaml")).plan(
        catalog: Self.catalog, fileID: "App/Main.swift", line: 8, overrides: overrides)
    }
    let lost = try #require(throws: DiagnosticsError.self) {
      try plan { Provide("first", fileID: "App/Main.swift", line: 9) { Text(words: []) } }
    }
    #expect(
      TerminalRenderer(color: false).render(lost.diagnostics) == """
        error[scope-dropped]: `first` lives in the scope `job`, and this definition makes a singleton of it
         --> App/Main.swift:9: replaces the whole definition and names no scope
         ::: services.yaml:2:41
          |
        2 | services: { first: { type: Text, scope: job } }
          |                                         --- in the scope `job` here
          |
        help: write `.scope("job")`; where another lifetime is meant, write `.scope(.singleton)`
        """)
    #expect(try plan { Provide("first") { Text(words: []) }.scope("job") }.warnings.isEmpty)
    #expect(try plan { Provide("first") { Text(words: []) }.scope(.singleton) }.warnings.isEmpty)
  }

  static let warned: [Mistake<Definitions>] = [
    Mistake(
      "a parameter in a literal",
      """
      warning[suspicious-interpolation]: `$(…)` is text in Swift
       --> App/Main.swift:11: not interpreted
      help: write `.parameter("mail.host")`
      help: if this text is meant, write `.text("…")`, and nothing is reported
      """,
      around("$(mail.host)")),
    Mistake(
      "a variable within a literal, whose parameter has any name",
      """
      warning[suspicious-interpolation]: `$(…)` is text in Swift
       --> App/Main.swift:11: not interpreted
      help: write `.parameter("…")`
      help: if this text is meant, write `.text("…")`, and nothing is reported
      """,
      around("at $(env:HOST)")),
    Mistake(
      "a secret, of which no part is shown",
      """
      warning[suspicious-interpolation]: `$(…)` is text in Swift
       --> App/Main.swift:11: not interpreted
      help: write `.parameter("…")`
      help: if this text is meant, write `.text("…")`, and nothing is reported
      """,
      around(.secret("$(hunter2)"))),
    Mistake(
      "a reference in a literal",
      """
      warning[suspicious-interpolation]: `!ref` is text in Swift
       --> App/Main.swift:11: not interpreted
      help: write `.reference("first")`
      help: if this text is meant, write `.text("…")`, and nothing is reported
      """,
      around("!ref first")),
    Mistake("a text that is meant", "", around(.text("$(mail.host)"))),
    Mistake("a text without a use", "", around("cost: $5 !ref")),
    Mistake(
      "a scope of an instance",
      """
      warning[patch-without-effect]: `mine` is an instance that the program hands in: the scope `transient` \
      changes nothing
       --> App/Main.swift:11: every request returns the instance
      help: leave the scope out, or build the service in a closure
      """,
      Definitions {
        Provide("mine", instance: Text(words: []), fileID: file, line: 10)
          .scope(.transient, fileID: file, line: 11).tag("part")
      }),
    Mistake(
      "a scope that an instance has anyway", "",
      Definitions { Provide("mine", instance: Text(words: [])).scope(.singleton).tag("part") }),
    Mistake(
      "a misspelt parameter",
      """
      warning[similar-name]: `nmae` is a new parameter that nothing uses, and nearly has the name `name`
       --> App/Main.swift:11: a new name
       ::: services.yaml:1:15
        |
      1 | parameters: { name: file, other: there, unused: $(env:NOBODY_SET_THIS) }
        |               ---- `name` is set here
        |
      help: did you mean `name`?
      """,
      Definitions { Parameters(["nmae": "x"], fileID: file, line: 11) }),
    Mistake(
      "a misspelt key",
      """
      warning[similar-name]: `secnod` is a new service that nothing uses, and nearly has the key `second`
       --> App/Main.swift:11: a new key
       ::: services.yaml:4:3
        |
      4 |   second: { type: Text, arguments: { words: [$(name)] }, tags: [part] }
        |   ------ `second` is defined here
        |
      help: did you mean `second`?
      """,
      Definitions { Provide("secnod", instance: Text(words: []), fileID: file, line: 11) }),
    Mistake(
      "a new key", "", Definitions { Provide("third", instance: Text(words: [])) }),
  ]

  private static func around(_ value: ArgumentValue) -> Definitions {
    Definitions {
      Define("user", "Around", fileID: file, line: 10)
        .argument("inner", .reference("first"), fileID: file, line: 10)
        .argument("by", value, fileID: file, line: 11)
    }
  }

  @Test("a statement in Swift without effect is warned of", arguments: warned)
  func whatIsProbablyNotMeantIsWarnedOf(
    _ mistake: Mistake<Definitions>
  ) throws {
    let plan = try plan { mistake.content }
    #expect(TerminalRenderer(color: false).render(plan.warnings) == mistake.text)
  }

  @Test func aParameterOfACallIsComparedWithThoseOfFiles() throws {
    #expect(try plan(parameters: ["nmae": "x"]) {}.warnings.map(\.code) == [.similarName])
    #expect(try plan(parameters: ["name": "x"]) {}.warnings == [])
  }

  @Test func aTextInPlaceOfAPathIsExplained() throws {
    let help = "this is a text and not a path: write `.inline(…)`"
    let root = #expect(throws: DiagnosticsError.self) {
      _ = try ServiceConfiguration("services: {}")
    }
    let overlay = #expect(throws: DiagnosticsError.self) {
      _ = try plan(overlays: ["services: { first: !remove }"]) {}
    }
    let path = #expect(throws: DiagnosticsError.self) { _ = try ServiceConfiguration("none.yaml") }
    #expect(root?.diagnostics.flatMap(\.fixIts).map(\.message) == [help])
    #expect(overlay?.diagnostics.flatMap(\.fixIts).map(\.message) == [help])
    #expect(path?.diagnostics.flatMap(\.fixIts).map(\.message) == [])
  }

  @Test func anEmptyEnvironmentIsAnsweredWithNil() throws {
    let error = #expect(throws: DiagnosticsError.self) { _ = try plan(environment: "") {} }
    #expect(
      error?.diagnostics.flatMap(\.fixIts).map(\.message) == [
        "pass nil for the base alone, not an empty text"
      ])
  }

  @Test func aCatalogThatIsMissingOrAnotherIsNamed() throws {
    let missing = #expect(throws: DiagnosticsError.self) { _ = try Plan { Define("a", "A") } }
    #expect(missing?.diagnostics.first?.notes == [])
    #expect(
      missing?.diagnostics.flatMap(\.fixIts).map(\.message) == [
        "no catalog was passed: write `Container(catalog: .app) { … }`"
      ])
    let other = #expect(throws: DiagnosticsError.self) {
      _ = try Plan(catalog: Self.catalog) { for name in ["A", "B", "C"] { Define(name, name) } }
    }
    #expect(
      other?.diagnostics.map { $0.notes.first?.hasSuffix("registers 3 type names") }
        == [true, true, true])
  }
}
