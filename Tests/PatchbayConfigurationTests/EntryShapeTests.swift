import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite("The fields of an entry have a shape") struct EntryShapeTests {
  @Test(
    "an argument in place of a field, and `class`, have the right fix-it",
    arguments: [
      ("{ type: T, host: h }", "what the factory is given belongs under `arguments:`"),
      ("{ class: T }", "did you mean `type`? [services.yaml:2:8 type]"),
    ])
  func whatOtherFormatsWouldTakeIsPutRight(_ entry: String, _ help: String) throws {
    let load = try Load("services:\n  s: \(entry)")
    #expect(load.diagnostics.map(\.code).contains(.unknownField))
    #expect(load.helps.contains(help), "\(load.helps)")
  }

  static let unused = """
    services: { s: { type: T } }
    environments:
      test:
        services: { s: { arguments: { password: $(env:P), home: "${HOME}" } } }
    """

  @Test("only the values of the selected environment are warned of")
  func warningsAreAboutValuesThatAreUsed() throws {
    try Case("not selected", Self.unused).check()
    let variables = ["P": "x"]
    let selected = try Load(
      ["services.yaml": Self.unused], environment: "test", variables: variables)
    #expect(
      selected.diagnostics.map(\.code.name) == ["unmarked-secret", "suspicious-interpolation"])
  }

  @Test func theRestOfACutReferenceIsNoArgumentInAPatchEither() throws {
    let load = try Load(
      [
        "services.yaml": """
        services: { s: { type: T, arguments: { x: 1 } } }
        environments: { test: { services: { s: { arguments: { x: $(env:A:-b,c), y: 1 } } } } }
        """
      ], environment: "test")
    #expect(load.argument("s", "x") != nil && load.argument("s", "y") != nil)
    #expect(load.argument("s", "c)") == nil)
  }

  @Test("an entry with an error is faulty, and so is only the value that has it")
  func faultyItemsArePoisoned() throws {
    let load = try Load(
      """
      services:
        pol: { arguments: { a: 1 } }
        five: 5
        bad key: { type: T }
        alias: { alias: [x] }
        typed: { type: [T], arguments: { a: !ref pol } }
        healthy: { type: T, arguments: { a: !rf b, c: 1 } }
      """)
    #expect(load.diagnostics.count == 6)
    #expect(load.set.faultyKeys == ["pol", "five", "bad key", "alias"])
    #expect(load.definition("typed")?.isFaulty == true)
    #expect(load.argument("healthy", "a").map { load.text($0) } == "faulty")
    #expect(load.argument("healthy", "c").map { load.text($0) } == "1")
  }

  @Test("every field of an entry is read")
  func everyFieldIsRead() throws {
    let load = try Load(
      """
      scopes: [session, request]
      roots: [s]
      services:
        s:
          type: T
          description: a text
          deprecated: use other
          scope: request
          provides: [P, Q]
          autowire: true
          eager: true
          after: [a, b]
          timeouts: { start: 5s, stop: 250ms }
          retry: { attempts: 4, pause: 100ms..2s }
          tags: { one: { priority: 3, more: [1] }, two: }
          properties: { delegate: !ref d }
          arguments: { a: !optional x, b: !tagged one, c: { k: !ref y }, d: [!inline { type: I }] }
        deco: { type: D, decorates: s, priority: 2, arguments: { inner: !inner } }
        other: { alias: s, deprecated: old, description: an alias }
      """)
    #expect(load.reported == [])
    #expect(load.set.scopes.map(\.text) == ["session", "request"])
    #expect(load.set.roots.map(\.text) == ["s"])
    let s = try #require(load.definition("s"))
    #expect(s.type?.text == "T" && s.summary == "a text" && s.deprecated?.text == "use other")
    #expect(s.scope?.text == "request" && s.provides?.map(\.text) == ["P", "Q"])
    #expect(s.autowire && s.eager && s.after.map(\.text) == ["a", "b"])
    #expect(s.timeouts == Timeouts(start: .seconds(5), stop: .milliseconds(250)))
    #expect(
      s.retry
        == Retry(attempts: 4, pause: RetryPause(low: .milliseconds(100), high: .seconds(2))))
    #expect(s.retryPlace != nil)
    #expect(
      s.tags.map { "\($0.name.text) \($0.priority) \($0.attributes.map(\.key))" } == [
        "one 3 [\"more\"]", "two 0 []",
      ])
    #expect(s.properties.map { "\($0.name) \(load.text($0.value))" } == ["delegate ref(d)"])
    #expect(
      s.arguments.map { load.text($0.value) }
        == ["optional(x)", "tagged(one)", "{k: ref(y)}", "[s.d=I()]"])
    let deco = try #require(load.definition("deco"))
    #expect(deco.decorates?.text == "s" && deco.priority == 2)
    #expect(deco.arguments.map { load.text($0.value) } == ["inner"])
    let alias = try #require(load.set.aliases.first)
    #expect(alias.target.text == "s" && alias.deprecated?.text == "old")
  }
}
