import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite struct LayerOrderTests {
  static func value(_ text: String) -> String {
    "parameters: { p: \(text) }"
  }

  static let files = [
    "services.yaml": """
    imports: [import.yaml]
    parameters: { p: body }
    environments: { test: { parameters: { p: section } } }
    services: { s: { type: T, arguments: { x: $(p) } } }
    """,
    "import.yaml": """
    parameters: { p: import }
    environments: { test: { parameters: { p: import-section } } }
    """,
    "services.test.yaml": "imports: [below-sibling.yaml]\nparameters: { p: sibling }",
    "below-sibling.yaml": value("below-sibling"),
    "one.yaml": "imports: [below-one.yaml]\nparameters: { p: one }",
    "below-one.yaml": value("below-one"),
  ]

  @Test func everyLayerRanksWhereItShould() throws {
    let load = try Load(Self.files, environment: "test") {
      [.init(path: $0.file("one.yaml")), .overlay(Self.value("two"), "two")]
    }
    #expect(load.reported == [])
    #expect(
      load.set.layers.map(\.description) == [
        "import.yaml", "services.yaml", "import.yaml#test", "services.yaml#test",
        "below-sibling.yaml", "services.test.yaml", "below-one.yaml", "one.yaml", "two",
      ])
    let provenance = try #require(load.argument("s", "x")?.provenance)
    let places = [provenance.winner] + provenance.overridden
    #expect(places.map(\.layer) == [8, 7, 6, 5, 4, 3, 2, 1, 0])
  }

  static let winners: [(String?, [String], String)] = [
    (nil, [], "body"), ("test", [], "sibling"), (nil, ["one.yaml"], "one"),
    ("test", ["one.yaml"], "one"), ("test", ["one.yaml", "below-one.yaml"], "below-one"),
    (nil, ["import.yaml"], "import"),
  ]

  @Test(arguments: winners)
  func theHighestWins(_ environment: String?, _ overlays: [String], _ value: String) throws {
    let load = try Load(Self.files, environment: environment) { folder in
      overlays.map { .init(path: folder.file($0)) }
    }
    #expect(load.diagnostics.allSatisfy { $0.code == .repeatedFile })
    #expect(load.argument("s", "x").map { load.text($0) } == value)
  }

  @Test func noBodyOverridesAnEnvironmentSection() throws {
    var files = Self.files
    files["services.test.yaml"] = nil
    files["services.yaml"] = files["services.yaml"]?.replacing(
      "environments: { test: { parameters: { p: section } } }", with: "")
    let load = try Load(files, environment: "test")
    #expect(load.argument("s", "x").map { load.text($0) } == "import-section")
  }

  @Test func inlineSourcesAreNamedByTheirSwiftLine() throws {
    let line = #line + 1
    let load = try Load("services: { s: { type: T } }", overlays: [.inline("services: { s: 5 }")])
    #expect(load.set.layers.last?.description == "LayerOrderTests.swift:\(line)")
    #expect(
      load.reported == [
        """
        LayerOrderTests.swift:\(line):1:16 wrong-node-kind: the service `s` must be a map of \
        fields, found the text `5`
        """
      ])
  }

  @Test func inlineRootsNeedNoFile() throws {
    let configuration = try ServiceConfiguration(.inline("services: { s: { type: T } }"))
    var collector = DiagnosticCollector()
    #expect(configuration.definitions(into: &collector).definitions.map(\.key) == ["s"])
    #expect(collector.diagnostics == [])
  }

  @Test func unknownEnvironmentsListTheKnown() throws {
    let load = try Load(Self.files, environment: "tset")
    #expect(
      load.reported == [
        """
        services.yaml unknown-environment: the configuration has no environment \
        `tset`
        """
      ])
    #expect(load.diagnostics.first?.notes == ["the known environments are: test"])
    #expect(load.helps == ["did you mean `test`?"])
  }

  @Test func aBrokenSiblingMattersOnlyInItsEnvironment() throws {
    let files = [
      "services.yaml": "environments: { test: {} }\nservices: { s: { type: T } }",
      "services.live.yaml": "services: [",
    ]
    #expect(try Load(files, environment: "test").reported == [])
    #expect(try Load(files, environment: "live").diagnostics.map(\.code) == [.yamlSyntax])
  }

  @Test func aFolderIsNoSibling() throws {
    let load = try Load(
      [
        "services.yaml": "services: { s: { type: T } }",
        "services.live.yaml/a.yaml": "",
      ], environment: "live")
    #expect(
      load.reported == [
        "services.yaml unknown-environment: the configuration has no environment `live`"
      ])
    #expect(load.diagnostics.first?.notes == ["no environment is known"])
  }

  @Test(
    "an overlay that the load reads for another reason is reported",
    arguments: [
      (["services.yaml"], "the root file and an overlay"),
      (["link.yaml"], "the root file and an overlay"),
      (
        ["services.test.yaml"],
        "the file of the selected environment `test` and an overlay"
      ),
      (["base.yaml"], "imported and an overlay"),
      (["extra.yaml", "extra.yaml"], "given twice as an overlay"),
      (["extra.yaml", "./extra.yaml"], "given twice as an overlay"),
      (["extra.yaml"], nil), (["services.live.yaml"], nil), (["extra.yaml", "more.yaml"], nil),
    ] as [([String], String?)])
  func repeatedFiles(_ overlays: [String], _ fact: String?) throws {
    let load = try Load(
      [
        "services.yaml": "imports: [base.yaml]\nservices: { s: { type: T } }", "base.yaml": "",
        "services.test.yaml": "", "services.live.yaml": "", "extra.yaml": "", "more.yaml": "",
      ], environment: "test"
    ) { folder in
      try folder.link("link.yaml", to: "services.yaml")
      return overlays.map { .init(path: folder.file($0)) }
    }
    let last = overlays[overlays.count - 1]
    #expect(
      load.reported
        == (fact.map {
          ["\(last) ?repeated-file: `\(last)` is \($0): its `!append` and `!prepend` add twice"]
        } ?? []))
  }

  @Test func everyEnvironmentIsLookedAt() throws {
    let load = try Load(
      """
      services: { s: { type: T } }
      environments:
        test: {}
        live: { services: { s: { argments: { x: 1 } } }, service: {} }
      """, environment: "test")
    #expect(
      load.reported == [
        "services.yaml:4:28 unknown-field: a service entry has no field `argments`",
        "services.yaml:4:52 unknown-field: an environment has no field `service`",
      ])
  }

  @Test func aSmallOverlayOnALargeBaseIsCheap() throws {
    var yaml = "services:\n"
    for number in 0..<2_000 { yaml += "  s\(number): { type: T, arguments: { x: 1 } }\n" }
    let load = try Load(yaml, overlays: [.overlay("services: { s7: { arguments: { x: 2 } } }")])
    #expect(load.reported == [])
    #expect(load.argument("s7", "x").map { load.text($0) } == "2")
    #expect(load.set.definitions.map(\.key) == (0..<2_000).map { "s\($0)" })
  }
}
