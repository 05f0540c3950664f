import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

/// What the entries of single texts say wrongly: the place, the code and the message of each.
@Suite("The fields of an entry have a shape") struct EntryShapeTests {
  static func entry(_ id: String, _ entry: String, _ reported: String...) -> Case {
    Case(id, "services:\n  s: \(entry)", reported: reported)
  }

  static let entries: [Case] = [
    entry(
      "unknown field", "{ type: T, argments: {} }",
      "services.yaml:2:17 unknown-field: a service entry has no field `argments`"),
    entry(
      "type as a list", "{ type: [T] }",
      "services.yaml:2:14 wrong-node-kind: `type` of `s` must be the name of a type, found a list"),
    entry(
      "blank type", "{ type: }",
      "services.yaml:2:14 wrong-node-kind: `type` of `s` must be the name of a type, found nothing"),
    entry(
      "no type", "{ arguments: { a: 1 } }",
      "services.yaml:2:3 patch-without-base: the service `s` has no `type`, and no lower layer defines it"
    ),
    entry(
      "arguments as a list", "{ type: T, arguments: [a] }",
      "services.yaml:2:28 wrong-node-kind: `arguments` of `s` must be a map of values by their names, found a list"
    ),
    entry("blank arguments", "{ type: T, arguments: , tags: , timeouts: , properties: }"),
    entry(
      "flag", "{ type: T, eager: yes }",
      "services.yaml:2:24 wrong-node-kind: `eager` of `s` must be `true` or `false`, found the text `yes`"
    ),
    entry(
      "priority", "{ type: T, decorates: x, priority: high }",
      "services.yaml:2:41 wrong-node-kind: `priority` of `s` must be a whole number, found the text `high`"
    ),
    entry(
      "priority without decorates", "{ type: T, priority: 3 }",
      "services.yaml:2:17 unknown-field: `priority` orders decorators, and `s` decorates nothing"),
    entry(
      "timeouts", "{ type: T, timeouts: { start: 5, stp: 1s } }",
      "services.yaml:2:36 wrong-node-kind: the timeout `start` of `s` must be a duration such as `250ms`, `30s`, `5m`, `2h` or `1d`, found the text `5`",
      "services.yaml:2:39 unknown-field: `timeouts` has no field `stp`"),
    entry(
      "tags as a text", "{ type: T, tags: a }",
      "services.yaml:2:23 wrong-node-kind: `tags` of `s` must be a list of names or a map of attributes, found the text `a`"
    ),
    entry(
      "a tag's attributes", "{ type: T, tags: { a: 5 } }",
      "services.yaml:2:28 wrong-node-kind: the tag `a` of `s` must be a map of attributes, found the text `5`"
    ),
    entry(
      "a tag's priority", "{ type: T, tags: { a: { priority: x } } }",
      "services.yaml:2:40 wrong-node-kind: the tag `a.priority` of `s` must be a whole number, found the text `x`"
    ),
    entry(
      "after as a text", "{ type: T, after: a }",
      "services.yaml:2:24 wrong-node-kind: `after` of `s` must be a list of names, found the text `a`"
    ),
    entry(
      "a list in a list of names", "{ type: T, provides: [[a]] }",
      "services.yaml:2:28 wrong-node-kind: `provides` of `s` must be a name, found a list"),
    entry(
      "next to alias", "{ alias: a, type: T }",
      "services.yaml:2:18 unknown-field: `s` is an alias, and an alias has no field `type`"),
    entry(
      "scope of a decorator", "{ type: T, decorates: x, scope: weak }",
      "services.yaml:2:31 unknown-field: the decorator `s` has no `scope` of its own"),
    entry(
      "unknown tag", "{ type: T, arguments: { a: !reff b } }",
      "services.yaml:2:33 unknown-yaml-tag: no YAML tag is named `!reff`"),
    entry(
      "a type's tag", "{ type: T, arguments: { a: !!int 5 } }",
      "services.yaml:2:33 unknown-yaml-tag: no YAML tag is named `!!int`"),
    entry("text's tag", "{ type: T, arguments: { a: !!str 5 } }"),
    entry(
      "reference to a list", "{ type: T, arguments: { a: !ref [b] } }",
      "services.yaml:2:33 wrong-node-kind: `!ref` needs the key of a service, found a list"),
    entry(
      "reference to nothing", "{ type: T, arguments: { a: !ref } }",
      "services.yaml:2:33 wrong-node-kind: `!ref` needs the key of a service, found nothing"),
    entry(
      "reference with a blank", "{ type: T, arguments: { a: !ref b c } }",
      "services.yaml:2:33 wrong-node-kind: `!ref` needs the key of a service, found the text `b c`"),
    entry(
      "inner with a name", "{ type: T, decorates: d, arguments: { a: !inner b } }",
      "services.yaml:2:47 wrong-node-kind: `!inner` takes no value, found the text `b`"),
    entry(
      "inline without type", "{ type: T, arguments: { a: !inline { arguments: {} } } }",
      "services.yaml:2:33 missing-field: an inline service needs a `type`"),
    entry(
      "inline of a text", "{ type: T, arguments: { a: !inline b } }",
      "services.yaml:2:33 wrong-node-kind: what `!inline` marks must be a map with a `type`, found the text `b`"
    ),
    entry(
      "inline of a wrong type", "{ type: T, arguments: { a: !inline { type: [U] } } }",
      "services.yaml:2:49 wrong-node-kind: `type` of `s.a` must be the name of a type, found a list"
    ),
    entry(
      "marked as inline", "!inline { type: T }",
      "services.yaml:2:6 wrong-node-kind: the service `s` must be a map of fields, found `!inline`"),
    entry(
      "a removal with a text", "!remove now",
      "services.yaml:2:6 wrong-node-kind: `!remove` takes no value, found the text `now`"),
    entry(
      "unknown field inline", "{ type: T, arguments: { a: !inline { type: U, tags: [x] } } }",
      "services.yaml:2:52 unknown-field: an inline service has no field `tags`"),
    entry(
      "required in an argument", "{ type: T, arguments: { a: !required it } }",
      "services.yaml:2:33 wrong-node-kind: `!required` is used in the argument `a` of `s`"),
    entry(
      "secret of a list", "{ type: T, arguments: { a: !secret [b] } }",
      "services.yaml:2:33 wrong-node-kind: what `!secret` marks must be a single text, found a list"
    ),
    entry(
      "service in tag attributes", "{ type: T, tags: { a: { b: !ref c } } }",
      "services.yaml:2:33 wrong-node-kind: `!ref` is used in the tag `a.b` of `s`, which holds only data"
    ),
    entry(
      "literal password",
      "{ type: T, arguments: { dbPassword: hush, passwords: x, token: $(env:T:-a) } }",
      "services.yaml:2:42 ?literal-secret: the argument `dbPassword` of `s` looks like a secret, but is plain text in the file",
      "services.yaml:2:69 ?unmarked-secret: the argument `token` of `s` comes from outside the configuration and is not marked `!secret`"
    ),
    entry(
      "flags about passwords", "{ type: T, arguments: { requirePassword: true, token: false } }"),
  ]

  @Test(arguments: entries) func entry(_ row: Case) throws { try row.check() }

  @Test(arguments: [
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

  @Test func warningsAreAboutValuesThatAreUsed() throws {
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

  @Test func faultyItemsArePoisoned() throws {
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

  @Test func everyFieldIsRead() throws {
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
