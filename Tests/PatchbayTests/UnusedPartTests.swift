import Patchbay
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite("What no environment uses is reported, by the check of all of them alone")
struct UnusedPartTests {
  private func unused(_ yaml: String, overlays: [String] = []) throws -> [String] {
    try check(yaml, overlays: overlays).diagnostics.map { "\($0.code): \($0.message)" }
  }

  private func check(_ yaml: String, overlays: [String] = []) throws -> CombinedCheck {
    wholeCheck(
      try ServiceConfiguration(.inline(yaml)), overlays: overlays.map { .inline($0) },
      catalog: .table)
  }

  @Test("The warnings of a plan do not have it")
  func plans() throws {
    let base = """
      roots: [green]
      parameters: { text: a }
      templates: { leaf: { type: Green } }
      services: { green: { type: Green }, red: { type: Red } }
      """
    #expect(try ServiceConfiguration(.inline(base)).plan(catalog: .table).warnings.isEmpty)
    #expect(
      try unused(base) == [
        "unused-parameter: nothing uses the parameter `text`",
        "unused-template: nothing extends the template `leaf`",
        "unused-service: nothing reachable from the roots uses `red`",
      ])
  }

  @Test("What only an unused service needs is named in its warning")
  func consequences() throws {
    let found = try check(
      """
      roots: [b]
      services:
        a: { type: One, arguments: { leaf: !ref c } }
        b: { type: Green }
        c: { type: Wrapper, arguments: { inner: !ref d } }
        d: { type: Green, tags: [all] }
        e: { type: Later, arguments: { leaf: !ref f } }
        f: { type: Later, arguments: { leaf: !ref e } }
        g: { type: Red, tags: [all] }
      """
    ).diagnostics
    #expect(
      found.map { "\($0.message): \($0.notes.dropFirst().joined(separator: "; "))" } == [
        "nothing reachable from the roots uses `a`: what it needs is not used either: `c` and `d`",
        "nothing reachable from the roots uses `e`: what it needs is not used either: `f`",
        "nothing reachable from the roots uses `g`: ",
      ])
  }

  @Test(
    "A section that is indented into the parameters is named",
    arguments: [
      ("services: { red: { type: Red } }", "services"), ("roots: [red]", "roots"),
      ("environments: { test: { roots: [red] } }", "environments"), ("templates: red", nil),
      ("parameters: { size: 1 }", nil), ("service: { red: { type: Red } }", nil),
      ("text.services: [red]", nil),
    ])
  func indentedSection(parameter: String, section: String?) throws {
    let found = try check(
      """
      roots: [green]
      parameters:
        \(parameter)
      services: { green: { type: Green } }
      """
    ).diagnostics
    #expect(!found.isEmpty)
    for diagnostic in found {
      #expect(diagnostic.code == .unusedParameter)
      #expect(
        diagnostic.fixIts.map(\.message)
          == (section.map {
            ["was the section `\($0):` meant? Write it next to `parameters:`, not in it"]
          } ?? []))
    }
  }

  @Test("A service that one environment uses is used")
  func otherEnvironment() throws {
    let services = """
      roots: [one]
      parameters: { text: a }
      services:
        one: { type: One, arguments: { leaf: !ref green } }
        green: { type: Green }
        red: { type: Red }
        values: { type: Values, arguments: { text: $(text) } }
      environments:
        production: {}
        test: { roots: [values], services: { one: { arguments: { leaf: !ref red } } } }

      """
    #expect(try unused(services) == [])
  }

  @Test(
    "Nothing is unused because environments or overlays replace or remove its user",
    arguments: [
      "one: !replace { type: One, arguments: { leaf: !inline { type: Red } } }",
      "one: !replace { type: Red }",
    ])
  func replacedUser(_ replacement: String) throws {
    let base = """
      roots: [one]
      parameters: { text: a }
      templates: { leaf: { type: Values, arguments: { text: $(text) } } }
      services:
        one: { type: One, arguments: { leaf: !ref green } }
        green: { type: Green }
        \(replacement.contains("One") ? "" : "other: { type: Green }")

      """
    let environments = """
      environments:
        production: { services: { \(replacement) } }
        test: { services: { \(replacement) } }
      """
    // Used by the base alone, which is not among the environments.
    let found = try unused(base + environments).filter { !$0.contains("`other`") }
    #expect(
      found == [
        "unused-parameter: nothing uses the parameter `text`",
        "unused-template: nothing extends the template `leaf`",
      ])
    let overlay = "services: { \(replacement) }"
    #expect(try unused(base, overlays: [overlay]).filter { !$0.contains("`other`") } == found)
  }

  @Test("Without roots a program may ask for every service and parameter")
  func withoutRoots() throws {
    #expect(
      try unused("parameters: { text: a }\nservices: { red: { type: Red } }") == [])
    // One environment without roots is enough.
    let services = """
      services: { red: { type: Red }, green: { type: Green } }
      environments: { production: {}, test: { roots: [red] } }
      """
    #expect(try unused(services) == [])
  }

  @Test("A configuration with errors may hide uses")
  func errors() throws {
    let services = """
      roots: [green]
      services: { green: { type: Green }, red: { type: Red } }
      environments: { production: {}, test: { services: { blue: { type: Bleu } } } }
      """
    #expect(try check(services).diagnostics.map(\.code) == [.unknownType])
  }

  @Test("What only an overlay adds is reported at the overlay")
  func additions() throws {
    let check = try check(
      "roots: [green]\nservices: { green: { type: Green } }\nenvironments: { a: {}, b: {} }",
      overlays: ["services: { red: { type: Red } }", "services: { brown: { type: Green } }"])
    let messages = check.diagnostics.map(\.message)
    #expect(messages.contains("nothing reachable from the roots uses `red`"))
  }

  @Test(
    "An overlay that changes something anywhere is used",
    arguments: [
      ("services: { green: { type: Green } }", false),
      ("services: { values: { arguments: { text: a } } }", false),
      ("{}", false),
      ("services: { green: !replace { type: Green } }", false),
      ("services: { values: { arguments: { text: b } } }", true),
      ("services: { values: { arguments: { text: !secret a } } }", true),
      ("services: { green: { tags: [x] } }", true),
      ("services: { green: { scope: transient } }", true),
      ("services: { green: { eager: true } }", true),
      // What is assumed of a variable is what is there already.
      ("services: { green: { enabled: $(env:ON) } }", true),
      ("services: { green: { eager: $(env:ON:-false) } }", true),
      ("services: { green: { autowire: $(env:ON:-false) } }", true),
      ("services: { pink: { enabled: $(env:OTHER) } }", true),
      ("services: { pink: { tags: { x: { priority: $(env:FIRST:-0) } } } }", true),
      ("services: { pink: { enabled: $(env:PINK) } }", false),
      ("services: { host: { arguments: { text: $(env:HOST:-b) } } }", true),
      ("services: { host: { arguments: { text: $(env:HOST:-a) } } }", false),
      ("services: { values: { timeouts: { start: $(env:LIMIT:-1s) } } }", true),
      ("services: { green: { deprecated: old } }", true),
      ("services: { green: { timeouts: { start: 1s } } }", true),
      ("services: { red: { type: Red } }", true),
      ("services: { verde: { alias: green } }", true),
      ("services: { values: !remove }", true),
      ("roots: [green]", true),
      ("scopes: [request]", true),
      ("parameters: { text: b }", true),
      ("parameters: { text: a }", false),
      ("parameters: { more: a }", true),
      // In production it changes nothing, in test it does.
      ("services: { brown: { type: Green } }", true),
    ])
  func overlay(_ overlay: String, _ changes: Bool) throws {
    let check = try check(
      """
      parameters: { text: a }
      services:
        green: { type: Green }
        values: { type: Values, arguments: { text: a }, timeouts: { start: 1s } }
        brown: { type: Green }
        pink: { type: Green, tags: [x], enabled: $(env:PINK) }
        host: { type: Values, arguments: { text: $(env:HOST:-a) } }
      environments:
        production: {}
        test: { services: { brown: { type: Red } } }
      """, overlays: [overlay])
    let codes = check.diagnostics.map(\.code)
    #expect(codes.contains(.unusedOverlay) == !changes, "\(codes)")
  }

  @Test("A service that another one extends is used, also through an alias")
  func extended() throws {
    let services = """
      roots: [one, two]
      services:
        base: { type: Values, arguments: { text: a } }
        name: { alias: base }
        one: { extends: base }
        two: { extends: name }
        other: { type: Green }
      """
    #expect(
      try unused(services) == ["unused-service: nothing reachable from the roots uses `other`"])
  }

  /// Types that start, run, stop, and are built at the start by an `async` factory.
  private static let hooks = FactoryCatalog("hooks") {
    FactoryCatalog.table
    Factory("Worker", .service("leaf"), make: One.init).onRun { _ in }
    Factory("Started", make: Green.init).provides { $0 as any Leaf }.onStart { _ in }
    Factory("StartedWrapper", .service("inner"), make: Wrapper.init)
      .provides { $0 as any Leaf }.onStart { _ in }
    Factory("Stopped", make: Green.init).onStop { _ in }
    Factory(async: "Opened") { () async in Green() }
  }

  @Test(
    "A service that starts or runs is used, also by a decorator or in a scope, and so is what it needs"
  )
  func entryPoints() throws {
    let found = wholeCheck(
      try ServiceConfiguration(
        .inline(
          """
          roots: [green]
          scopes: [request]
          services:
            green: { type: Green }
            worker: { type: Worker, arguments: { leaf: !ref needed } }
            needed: { type: Green }
            session: { type: Started, scope: request }
            plain: { type: Red }
            plain.started: { type: StartedWrapper, decorates: plain, arguments: { inner: !inner } }
            pool: { type: Started }
            pool.wrapped: { type: Wrapper, decorates: pool, arguments: { inner: !inner } }
            stopped: { type: Stopped }
            opened: { type: Opened }
          """)), catalog: Self.hooks
    ).diagnostics
    #expect(
      found.map(\.message) == [
        "nothing reachable from the roots uses `stopped`",
        "nothing reachable from the roots uses `opened`",
      ])
  }

  @Test(
    "The key of one that runs, misspelled in an environment, is still reported",
    arguments: [true, false])
  func similarKey(hasRoots: Bool) throws {
    let configuration = try ServiceConfiguration(
      .inline(
        """
        \(hasRoots ? "roots: [green]" : "")
        services:
          green: { type: Green }
          worker: { type: Worker, arguments: { leaf: !ref green } }
        environments:
          test: { services: { wroker: { type: Worker, arguments: { leaf: !inline { type: Red } } } } }
        """))
    #expect(
      wholeCheck(configuration, catalog: Self.hooks).diagnostics.map { "\($0.code): \($0.message)" }
        == [
          "similar-name: `wroker` is a new service that nothing uses, and nearly has the key `worker`"
        ])
  }

  @Test("A service that a variable may make eager is used")
  func maybeEager() throws {
    let services = """
      roots: [green]
      services:
        green: { type: Green }
        red: { type: Red, eager: $(env:WARM:-false) }
        brown: { type: Green }
      """
    #expect(
      try unused(services) == ["unused-service: nothing reachable from the roots uses `brown`"])
  }

  @Test("Every combination of three flags is checked, and not of four", arguments: [3, 4])
  func combinations(_ count: Int) throws {
    let services = (0..<count).map { "\n  s\($0): { type: Green, enabled: $(env:F\($0)) }" }
    #expect(
      try check("services:" + services.joined()).diagnostics.map(\.code)
        == (count == 3 ? [] : [.uncheckedShape]))
  }

  @Test("A flag is tried unset where that may be neither true nor false")
  func states() {
    let place = SourcePlace.file("services.yaml")
    func text(_ name: String, _ fallback: ConfigurationValue.Content? = nil) -> UnknownText {
      let provenance = Provenance(Origin(place: place, layer: 0))
      let value = fallback.map { ConfigurationValue($0, provenance) }
      return UnknownText([.source(.init(.variable(name), at: place, fallback: value))])
    }
    func states(_ texts: UnknownText...) -> [Bool?]? {
      texts.map { UnknownFlag($0, at: place) }.states["$(env:A)"]
    }
    let (on, off) = (text("A", .scalar(.init("true"))), text("A", .scalar(.init("false"))))
    let chain = text("A", .unknown(text("B")))
    #expect(states(on) == [true, false])
    #expect(states(on, off) == [true, false, nil])
    #expect(states(chain) == [true, false, nil])
    // It has to be set, wherever else it has a default.
    #expect(states(chain, on, text("A")) == [true, false])
  }

  @Test(
    "The types of the catalog that no service has are listed, and so are those of disabled entries")
  func types() throws {
    let all = FactoryCatalog.table.typeNames
    // The warning that nothing is defined says it.
    #expect(try check("services: {}").unusedTypes == [])
    let used = try check(
      """
      services:
        green: { type: Green }
        one: { type: One, enabled: false, arguments: { leaf: !inline { type: Red } } }
      environments: { test: { services: { green: !replace { type: Wrapper, arguments: { inner: !ref one } } } } }
      """)
    // An error hides uses.
    #expect(used.unusedTypes == [])
    let right = try check(
      """
      services:
        green: { type: Green }
        one: { type: One, enabled: false, arguments: { leaf: !ref green } }
      environments: { test: { services: { green: !replace { type: Red } } } }
      """)
    #expect(right.unusedTypes == all.filter { !["Green", "Red"].contains($0) })
  }
}
