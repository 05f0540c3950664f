import Patchbay
import Testing

@Suite("A disabled entry keeps its key, and is no service")
struct DisabledEntryTests {
  private let flagged = """
    parameters: { flag: "true" }
    services:
      green: { type: Green, enabled: $(flag) }
      maybe: { type: Maybe, arguments: { leaf: !optional green } }
    """
  private let off = #"parameters: { flag: "false" }"#

  @Test("A flag decides, by default true")
  func flag() throws {
    for isThere in [true, false] {
      let overlays = isThere ? [] : [off]
      let container = try Container(flagged, overlays: overlays, .table)
      #expect(container.plan.keys.contains("green") == isThere)
      #expect(container.plan.contains("green") == isThere)
      #expect(container.plan.graph.nodes.map(\.key).contains("green") == isThere)
      #expect(try (container.resolveIfPresent(ServiceKey<Green>("green")) != nil) == isThere)
      #expect(try (container.resolveIfPresent(Green.self) != nil) == isThere)
      #expect(try (container.resolve("maybe", as: Maybe.self).leaf != nil) == isThere)
    }
    #expect(try Container("services: { green: { type: Green } }", .table).plan.contains("green"))
  }

  @Test("A request for it by key or type fails, and the key's error names the flag")
  func requests() throws {
    let container = try Container(flagged, overlays: [off], .table)
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("green", as: Green.self)
    }
    #expect(error?.codes == [.noSuchService])
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.labels.map(\.place.span?.start.line) == [3])
    #expect(diagnostic.labels.map(\.message) == ["`green` is disabled here"])
    let byType = #expect(throws: DiagnosticsError.self) { try container.resolve(Green.self) }
    #expect(byType?.codes == [.noSuchService])
    let replaced = #expect(throws: DiagnosticsError.self) {
      try container.override(ServiceKey<Green>("green"), with: Green())
    }
    #expect(replaced?.codes == [.noSuchService])
  }

  @Test(
    "What only a disabled entry uses is not used, unless a variable can enable it",
    arguments: [("false", ["wrapper", "other"]), ("$(env:ONE)", ["other"])])
  func unused(flag: String, keys: [String]) throws {
    let configuration = try ServiceConfiguration(
      .inline(
        """
        roots: [red]
        services:
          red: { type: Red }
          one: { type: One, eager: true, enabled: \(flag), arguments: { leaf: !ref wrapper } }
          wrapper: { type: Wrapper, arguments: { inner: !ref green } }
          green: { type: Green }
          other: { type: Green }
        """))
    let found = wholeCheck(configuration, catalog: .table).diagnostics
    #expect(
      found.map(\.message)
        == keys.map { "nothing reachable from the roots uses `\($0)`" })
  }

  @Test("An overlay, a section and Swift can disable and enable it", arguments: [true, false])
  func patches(_ isEnabled: Bool) throws {
    let base = """
      services: { green: { type: Green, enabled: \(!isEnabled) } }
      environments: { test: { services: { green: { enabled: \(isEnabled) } } } }
      """
    #expect(try Container(base, .table).plan.contains("green") == !isEnabled)
    #expect(try Container(base, environment: "test", .table).plan.contains("green") == isEnabled)
    let patch = "services: { green: { enabled: \(isEnabled) } }"
    #expect(try Container(base, overlays: [patch], .table).plan.contains("green") == isEnabled)
    let configuration = try ServiceConfiguration(.inline(base))
    let plan = try configuration.plan(catalog: .table) { Change("green").enabled(isEnabled) }
    #expect(plan.contains("green") == isEnabled)
  }

  @Test("A patch of a disabled entry applies, and a removed flag means enabled")
  func patchOfDisabled() throws {
    let base = "services: { values: { type: Values, enabled: false, arguments: { text: base } } }"
    let text = "services: { values: { arguments: { text: patched } } }"
    let on = "services: { values: { enabled: !remove } }"
    let container = try Container(base, overlays: [text, on], .table)
    #expect(try container.resolve("values", as: Values.self).text == "patched")
  }

  @Test("It is inherited by `extends`, from templates and from services")
  func inheritance() throws {
    let yaml = """
      templates: { leaf: { type: Green, enabled: false } }
      services:
        a: { extends: leaf }
        b: { extends: leaf, enabled: true }
        c: { extends: a }
        d: { extends: b }
      """
    #expect(try Container(yaml, .table).plan.keys == ["b", "d"])
    let on = "templates: { leaf: { enabled: true } }"
    #expect(try Container(yaml, overlays: [on], .table).plan.keys == ["a", "b", "c", "d"])
    let patched = "services: { a: { enabled: true } }"
    #expect(try Container(yaml, overlays: [patched], .table).plan.keys == ["a", "b", "c", "d"])
  }

  @Test("An optional property is nil, and the error of any other names the flag")
  func injection() throws {
    final class Holder {
      @Injected("green") var green: Green?
    }
    final class Needy {
      @Injected("green") var green: Green
    }
    let container = try Container(flagged, overlays: [off], .table)
    let holder = Holder()
    try container.inject(into: holder)
    #expect(holder.green == nil)
    let error = #expect(throws: DiagnosticsError.self) { try container.inject(into: Needy()) }
    #expect(error?.codes == [.noSuchService])
    #expect(error?.diagnostics.first?.labels.last?.message == "`green` is disabled here")
  }

  @Test("The rest of the wiring is as if the entry was not there")
  func sameWiring() throws {
    let rest = """
      services:
        red: { type: Red, tags: [leaf] }
        many: { type: Many, arguments: { leaves: !tagged leaf } }
        one: { type: One, arguments: { leaf: !inline { type: Wrapper, arguments: { inner: !ref red } } } }
        found: { type: One, autowire: true }
      """
    let disabled = """

        green: { type: Wrapper, tags: [leaf], enabled: false, arguments: { inner: !inline { type: Red } } }
        wrap: { type: Wrapper, decorates: red, enabled: false, arguments: { inner: !inner } }
        extra: { type: Many, eager: true, enabled: false, arguments: { leaves: !tagged leaf } }
      """
    let (without, with) = (try Container(rest, .table), try Container(rest + disabled, .table))
    #expect(without.plan.keys == with.plan.keys)
    #expect(without.plan.graph.nodes.map(\.description) == with.plan.graph.nodes.map(\.description))
    #expect(without.plan.graph.edges.map(\.description) == with.plan.graph.edges.map(\.description))
    #expect(try with.resolve("many", as: Many.self).leaves.count == 1)
    #expect(try with.resolve("found", as: One.self).leaf is Red)
  }

  private func child(
    _ parent: String, _ child: String
  ) throws -> (parent: Container, child: Container) {
    let outer = try Container(parent, .table)
    let plan = try ServiceConfiguration(.inline(child)).plan(parent: outer.plan, catalog: .table)
    return (outer, try Container(plan, parent: outer))
  }

  @Test("A disabled entry of a child hides the parent's service of its key")
  func hidesTheParents() throws {
    let (parent, child) = try child(
      """
      services:
        green: { type: Green, tags: [leaf] }
        many: { type: Many, arguments: { leaves: !tagged leaf } }
      """,
      """
      services:
        green: { type: Green, enabled: false }
        maybe: { type: Maybe, arguments: { leaf: !optional green } }
        all: { type: Many, arguments: { leaves: !tagged leaf } }
      """)
    #expect(parent.plan.contains("green"))
    #expect(!child.plan.contains("green"))
    #expect(child.plan.keys == ["all", "many", "maybe"])
    #expect(try child.resolveIfPresent(Green.self) == nil)
    #expect(try child.resolveIfPresent(ServiceKey<Green>("green")) == nil)
    #expect(try child.resolve("maybe", as: Maybe.self).leaf == nil)
    #expect(try child.resolve("all", as: Many.self).leaves.isEmpty)
    // The parent built it, from what the parent sees.
    #expect(try child.resolve("many", as: Many.self).leaves.count == 1)
    let error = #expect(throws: DiagnosticsError.self) {
      try child.resolve("green", as: Green.self)
    }
    #expect(error?.diagnostics.first?.labels.map(\.message) == ["`green` is disabled here"])
  }

  @Test("A disabled entry of the parent is known to the child, which may define the key anew")
  func disabledInTheParent() throws {
    let parent = "services: { green: { type: Green, enabled: false } }"
    let (_, inner) = try child(
      parent,
      """
      services:
        maybe: { type: Maybe, arguments: { leaf: !optional green } }
        one: { type: One, enabled: false, arguments: { leaf: !ref green } }
      """)
    #expect(try inner.resolve("maybe", as: Maybe.self).leaf == nil)
    let request = #expect(throws: DiagnosticsError.self) {
      try inner.resolve("green", as: Green.self)
    }
    #expect(request?.diagnostics.first?.labels.map(\.message) == ["`green` is disabled here"])
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try child(
        parent,
        """
        services:
          one: { type: One, arguments: { leaf: !ref green } }
          wrap: { type: Wrapper, decorates: green, arguments: { inner: !inner } }
        """)
    }
    #expect(error?.codes == [.disabledService, .disabledService])
    let (_, own) = try child(parent, "services: { green: { type: Green } }")
    #expect(own.plan.contains("green"))
  }

  @Test("The modifier disables a definition in Swift, and its line is the label")
  func inSwift() throws {
    func plan(_ leaf: ArgumentValue) throws -> Plan {
      try Plan(catalog: .table) {
        Define("green", "Green").enabled(false, fileID: "App/App.swift", line: 7)
        Define("maybe", "Maybe").argument("leaf", leaf)
        Provide("red") { Red() }.enabled(true)
        Provide("spare") { Red() }.enabled(false)
      }
    }
    #expect(try plan(.optional("green")).keys == ["maybe", "red"])
    let error = #expect(throws: DiagnosticsError.self) { try plan(.reference("green")) }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.code == .disabledService)
    #expect(diagnostic.labels.last?.place.displayName == "App/App.swift:7")
  }
}
