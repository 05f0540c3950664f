import PatchbayDiagnostics
import PatchbayConfiguration
import PatchbayCore
import Testing

@Suite struct ExtendsTests {
  static let base = """
    templates:
      client:
        type: Client
        scope: transient
        arguments: { timeout: 10s, retries: 2, hosts: [a], opts: { k: 1 } }
        tags: [net]
    """

  /// A service `s` that extends the template.
  static func row(
    _ id: String, _ entry: String, gives arguments: String, reports reported: [String] = []
  ) -> Case {
    Case(id, "\(base)\nservices:\n  s: \(entry)", reported: reported, value: arguments)
  }

  static let rows: [Case] = [
    row(
      "inherits", "{ extends: client }", gives: "timeout: 10s, retries: 2, hosts: [a], opts: {k: 1}"
    ),
    row(
      "overrides", "{ extends: client, arguments: { retries: 5 } }",
      gives: "timeout: 10s, retries: 5, hosts: [a], opts: {k: 1}"),
    row(
      "adds", "{ extends: client, arguments: { url: x } }",
      gives: "timeout: 10s, retries: 2, hosts: [a], opts: {k: 1}, url: x"),
    row(
      "removes", "{ extends: client, arguments: { retries: !remove , opts: !remove } }",
      gives: "timeout: 10s, hosts: [a]"),
    row(
      "appends", "{ extends: client, arguments: { hosts: !append [b] } }",
      gives: "timeout: 10s, retries: 2, hosts: [a, b], opts: {k: 1}"),
    row("replaces", "{ extends: client, arguments: !replace { url: x } }", gives: "url: x"),
    row(
      "merges maps", "{ extends: client, arguments: { opts: { l: 2 } } }",
      gives: "timeout: 10s, retries: 2, hosts: [a], opts: {k: 1, l: 2}"),
    row(
      "blank section", "{ extends: client, arguments: }",
      gives: "timeout: 10s, retries: 2, hosts: [a], opts: {k: 1}"),
    row("blank section that replaces", "{ extends: client, arguments: !replace }", gives: ""),
    row(
      "shape", "{ extends: client, arguments: { opts: 5 } }",
      gives: "timeout: 10s, retries: 2, hosts: [a], opts: faulty",
      reports: [
        """
        services.yaml:8:44 merge-shape: the argument `opts` of `s` is a map in a lower layer and \
        a scalar here
        """
      ]),
    row(
      "mark that hits nothing", "{ extends: client, arguments: { nothing: !remove } }",
      gives: "timeout: 10s, retries: 2, hosts: [a], opts: {k: 1}, nothing: faulty",
      reports: [
        """
        services.yaml:8:47 remove-without-base: the argument `nothing` of `s` is removed here, but \
        no lower layer gives it
        """
      ]),
  ]

  @Test(arguments: rows) func ownFieldsMergeOverInheritedOnes(_ row: Case) throws {
    let load = try Load(row.yaml)
    #expect(load.reported == row.reported)
    let arguments = load.definition("s")?.arguments.map { "\($0.name): \(load.text($0.value))" }
    #expect(arguments?.joined(separator: ", ") == row.value)
    #expect(load.definition("s")?.type?.text == "Client")
    #expect(load.definition("s")?.scope?.text == "transient")
    #expect(load.definition("s")?.tags.map(\.name.text) == ["net"])
  }

  @Test func marksInOverlaysReachInheritedListsAndParameters() throws {
    let load = try Load(
      """
      parameters: { hosts: [p] }
      templates: { t: { type: T, arguments: { a: [1], b: 2 } } }
      services:
        s: { extends: t, arguments: { c: $(hosts) } }
      """,
      overlays: [
        .overlay(
          "services: { s: { arguments: { a: !append [x], b: !remove , c: !prepend [y] } } }")
      ])
    #expect(load.reported == [])
    let arguments = load.definition("s")?.arguments.map { "\($0.name): \(load.text($0.value))" }
    #expect(arguments == ["a: [1, x]", "c: [y, p]"])
  }

  @Test func patchingATemplateChangesAllThatExtendIt() throws {
    let load = try Load(
      Self.base + "\nservices:\n  s: { extends: client }\n  t: { extends: s }\n",
      overlays: [.overlay("templates: { client: { arguments: { retries: 9 } } }")])
    #expect(load.reported == [])
    for key in ["s", "t"] {
      #expect(
        load.trace(key, "retries")
          == "9 @ overlay.yaml:1:46 overlay.yaml over services.yaml:5:41 services.yaml")
    }
  }

  @Test("what decorates, is deprecated or describes an entry is not inherited")
  func whatIsNotInherited() throws {
    let load = try Load(
      """
      services:
        a: { type: T, decorates: x, priority: 3, deprecated: old, description: text, after: [z] }
        b: { extends: a }
        c: { alias: b }
        d: { extends: c, description: own }
      """)
    #expect(load.reported == [])
    for key in ["b", "d"] {
      let definition = try #require(load.definition(key))
      #expect(definition.type?.text == "T" && definition.after.map(\.text) == ["z"])
      #expect(definition.decorates == nil && definition.priority == 0)
      #expect(definition.deprecated == nil)
    }
    #expect(load.definition("d")?.summary == "own")
    #expect(load.definition("b")?.summary == nil)
  }

  @Test func aServiceMayExtendTheTemplateOfItsName() throws {
    let load = try Load(Self.base + "\nservices:\n  client: { extends: client }\n")
    #expect(load.reported == [])
    #expect(load.definition("client")?.type?.text == "Client")
  }

  @Test func cyclesShowTheirPath() throws {
    let load = try Load(
      """
      templates: { a: { extends: b }, b: { extends: c }, c: { extends: a } }
      services:
        s: { extends: a }
        own: { extends: own }
      """)
    #expect(
      load.reported == [
        "services.yaml:1:28 circular-template: `a`, `b`, and `c` extend each other",
        "services.yaml:4:19 circular-template: `own` extends itself",
      ])
    #expect(load.labels[2] == "services.yaml:1:66 3. `c` extends `a`, closing the cycle")
    #expect(load.definition("s")?.isFaulty == true)
  }

  @Test func mistakesInATemplateAreReportedOnce() throws {
    let load = try Load(
      """
      templates: { t: { type: T, arguments: { x: !rfe a, y: $(none) }, alias: z } }
      services: { a: { extends: t }, b: { extends: t } }
      """)
    #expect(
      load.reported == [
        "services.yaml:1:44 unknown-yaml-tag: no YAML tag is named `!rfe`",
        "services.yaml:1:55 unknown-parameter: no parameter is named `none`",
        "services.yaml:1:66 unknown-field: a template has no field `alias`",
      ])
    #expect(
      load.diagnostics.last?.notes == [
        "a template accepts: after, arguments, autowire, description, eager, enabled, ends, extends, "
          + "properties, provides, retry, scope, tags, timeouts, type"
      ])
  }

  @Test func aChainOfAnyLength() throws {
    var yaml = "templates:\n  t0: { type: T }\n"
    for number in 1...3_000 { yaml += "  t\(number): { extends: t\(number - 1) }\n" }
    let load = try Load(yaml + "services:\n  s: { extends: t3000 }\n")
    #expect(load.reported == [])
    #expect(load.definition("s")?.type?.text == "T")
  }

  @Test func defaultsFillWhatDefinitionsOfTheirFileLeaveOut() throws {
    let load = try Load(
      [
        "services.yaml": """
        imports: [other.yaml]
        defaults: { scope: transient, autowire: true, tags: [d] }
        templates: { t: { type: T, scope: weak } }
        services:
          a: { type: T }
          b: { type: T, scope: singleton, autowire: false, tags: { d: { priority: 3 }, e: } }
          c: { extends: t }
          d: { type: T, decorates: a }
          other: { arguments: { x: 1 } }
        environments: { test: { services: { e: { type: T } } } }
        """, "other.yaml": "services: { other: { type: T } }",
      ], environment: "test")
    #expect(load.reported == [])
    let shown = load.set.definitions.map { definition in
      "\(definition.key) \(definition.scope?.text ?? "-") \(definition.autowire) "
        + definition.tags.map { "\($0.name.text)\($0.priority)" }.joined(separator: " ")
    }
    #expect(
      shown == [
        "other - false ", "a transient true d0", "b singleton false d3 e0", "c weak true d0",
        "d - true d0", "e transient true d0",
      ])
  }

  private func shown(_ load: Load) -> [String] {
    load.set.definitions.map { definition in
      ([definition.key, definition.scope?.text ?? "-", "\(definition.autowire)"]
        + definition.tags.map { "\($0.name.text)\($0.priority)" }).joined(separator: " ")
    }
  }

  @Test func marksTakeDefaultsAway() throws {
    let load = try Load(
      """
      defaults: { scope: transient, autowire: true, tags: [d, e] }
      templates:
        t: { type: T, tags: { d: !remove } }
      services:
        a: { type: T, scope: !remove }
        b: { type: T, autowire: !remove }
        c: { type: T, tags: { d: !remove } }
        f: { type: T, tags: !replace [] }
        g: { type: T, tags: !replace [x] }
        h: { type: T, tags: !remove }
        i: { type: T, tags: !append [x] }
        j: { extends: t, tags: { e: !remove } }
        k: { type: T }
        l: { type: T, scope: weak, tags: [d] }
        m: { type: T, tags: { d: !remove } }
      """,
      overlays: [
        .overlay(
          """
          services:
            k: { scope: !remove , tags: { d: !remove } }
            l: { scope: !remove , tags: { d: !remove } }
            m: { tags: { d: { priority: 2 } } }
          """)
      ])
    #expect(load.reported == [])
    #expect(
      shown(load) == [
        "a - true d0 e0", "b transient false d0 e0", "c transient true e0", "f transient true",
        "g transient true x0", "h transient true", "i transient true x0 d0 e0",
        "j transient true", "k - true e0", "l - true e0", "m transient true d2 e0",
      ])
  }
}
