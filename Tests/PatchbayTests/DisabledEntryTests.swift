import Patchbay
import Testing

@Suite("A disabled entry keeps its key, is checked, and is no service")
struct DisabledEntryTests {
  /// The diagnostics of a load, warnings included: `code: message`, in the order of their places.
  private func reported(
    _ yaml: String, environment: String? = nil, variables: [String: String] = [:],
    overlays: [String] = [], _ catalog: FactoryCatalog = .table
  ) -> [String] {
    do throws(DiagnosticsError) {
      let container = try Container(
        yaml, environment: environment, variables: variables, overlays: overlays, catalog)
      return container.plan.warnings.map { "\($0.code): \($0.message)" }
    } catch {
      return error.diagnostics.map { "\($0.code): \($0.message)" }
    }
  }

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
    "A flag that is unset, empty or no Boolean is an error, and not false",
    arguments: [
      ([:], "missing-environment-variable: "), (["FLAG": ""], "wrong-node-kind: "),
      (["FLAG": "no"], "wrong-node-kind: "), (["FLAG": "FALSE"], "wrong-node-kind: "),
    ])
  func wrongFlags(_ variables: [String: String], _ code: String) {
    let found = reported(
      """
      services:
        green: { type: Green, enabled: $(env:FLAG) }
        one: { type: One, arguments: { leaf: !ref green } }
      """, variables: variables)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(code) == true)
  }

  @Test("A blank flag is an error")
  func blankFlag() {
    #expect(
      reported("services:\n  green:\n    type: Green\n    enabled:\n").map { $0.prefix(15) }
        == ["wrong-node-kind"])
  }

  private static let unbuilt = """
    roots: [part]
    services:
      tool: { type: Tool, eager: true, enabled: false, arguments: { name: tool, parts: [!ref a ] } }
      a: { type: Part, arguments: { name: a } }
      part: { type: Part, arguments: { name: part }, eager: true, after: [tool] }
    """

  @Test("It is never built, started or stopped, nor counted as unused")
  func lifecycle() async throws {
    let journal = Journal()
    let container = try Container(Self.unbuilt, .parts(journal))
    let configuration = try ServiceConfiguration(.inline(Self.unbuilt))
    #expect(wholeCheck(configuration, for: .parts(journal)).findings.isEmpty)
    try await container.start()
    try await container.stop()
    #expect(journal.entries == ["make part"])
  }

  @Test("What only a disabled entry uses is not unused, but everything else is")
  func unused() throws {
    let configuration = try ServiceConfiguration(
      .inline(
        """
        roots: [red]
        services:
          red: { type: Red }
          one: { type: One, enabled: false, arguments: { leaf: !ref wrapper } }
          wrapper: { type: Wrapper, arguments: { inner: !ref green } }
          green: { type: Green }
          other: { type: Green }
        """))
    let found = wholeCheck(configuration, for: .table).diagnostics
    #expect(found.map(\.message) == ["nothing that the roots lead to uses `other`"])
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
    let plan = try configuration.plan(for: .table) { Change("green").enabled(isEnabled) }
    #expect(plan.contains("green") == isEnabled)
  }

  @Test("A patch hits it, and a removed flag means enabled")
  func patchOfDisabled() throws {
    let base = """
      services: { values: { type: Values, enabled: false, arguments: { text: base } } }
      """
    let text = "services: { values: { arguments: { text: patched } } }"
    #expect(try !Container(base, overlays: [text], .table).plan.contains("values"))
    let on = "services: { values: { enabled: !remove } }"
    let container = try Container(base, overlays: [text, on], .table)
    #expect(try container.resolve("values", as: Values.self).text == "patched")
    #expect(
      reported(base, overlays: ["services: { values: !remove }"]) == [])
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

  @Test(
    "Aliases, `defaults`, and inline services have no such field",
    arguments: [
      ("services: { a: { type: Green }, b: { alias: a, enabled: false } }"),
      ("defaults: { enabled: false }\nservices: { a: { type: Green } }"),
      ("services: { a: { type: One, arguments: { leaf: !inline { type: Green, enabled: false } } } }"),
    ])
  func elsewhere(_ yaml: String) {
    #expect(reported(yaml).map { $0.prefix(13) } == ["unknown-field"])
  }

  @Test("It provides nothing for autowiring, so that one of two providers is not ambiguous")
  func autowiring() throws {
    func yaml(_ isEnabled: Bool) -> String {
      """
      services:
        green: { type: Green, enabled: \(isEnabled) }
        red: { type: Red }
        one: { type: One, autowire: true }
      """
    }
    #expect(reported(yaml(true)).map { $0.prefix(17) } == ["ambiguous-service"])
    let container = try Container(yaml(false), .table)
    #expect(try container.resolve(One.self).leaf is Red)
    #expect(try container.resolve((any Leaf).self) is Red)
  }

  @Test("Its tags are gone; a tag of disabled entries alone is empty, and no unknown tag")
  func tags() throws {
    let container = try Container(
      """
      services:
        green: { type: Green, tags: [leaf, leafs], enabled: false }
        red: { type: Red, tags: [leaf] }
        many: { type: Many, arguments: { leaves: !tagged leaf } }
        none: { type: Many, arguments: { leaves: !tagged leafs } }
      """, .table)
    #expect(try container.resolve("many", as: Many.self).leaves.map { "\($0)" } == ["Red()"])
    #expect(try container.resolve("none", as: Many.self).leaves.isEmpty)
  }

  @Test("`!optional` in a list leaves it out")
  func optionalElement() throws {
    let container = try Container(
      """
      services:
        green: { type: Green, enabled: false }
        red: { type: Red }
        many: { type: Many, arguments: { leaves: [!optional green , !ref red ] } }
      """, .table)
    #expect(try container.resolve("many", as: Many.self).leaves.map { "\($0)" } == ["Red()"])
  }

  // Decorators.

  private func stack(_ second: String = "", _ enabled: Set<String>) -> String {
    let decorators = ["a", "b", "c"].map { name in
      """
        \(name):
          type: Owner
          decorates: part
          enabled: \(enabled.contains(name))
          arguments: { name: \(name), part: !inner }
      \(name == "b" ? second : "")
      """
    }
    return "services:\n  part: { type: Part }\n" + decorators.joined(separator: "\n")
  }

  private func names(_ part: Part) -> String {
    ([part.name] + part.inputs.map { names($0) }).joined(separator: " ")
  }

  @Test("A disabled decorator does not wrap, wherever it is in the stack")
  func decorators() throws {
    for (enabled, expected) in [
      ("abc", "c b a part"), ("ac", "c a part"), ("bc", "c b part"), ("ab", "b a part"),
      ("b", "b part"), ("", "part"),
    ] {
      let yaml = stack("", Set(enabled.map { "\($0)" }))
      let container = try Container(yaml, .parts())
      #expect(try names(container.part("part")) == expected)
      let first = try Container(stack("    priority: 5", Set(enabled.map { "\($0)" })), .parts())
      let sorted =
        expected == "c b a part" ? "c a b part" : expected == "b a part" ? "a b part" : nil
      #expect(try names(first.part("part")) == sorted ?? expected)
    }
  }

  @Test("A disabled decorator is checked as if it alone were enabled, in its place of the stack")
  func disabledDecoratorIsChecked() {
    // It wraps `outer` or `inner`, by its priority; only one of them provides what it needs.
    func yaml(_ priority: Int) -> String {
      """
      services:
        green: { type: Green }
        disabled:
          { type: Wrapper, decorates: green, enabled: false, priority: \(priority), arguments: { inner: !inner } }
        node: { type: One, decorates: green, priority: 5, arguments: { leaf: !inner } }
      """
    }
    #expect(reported(yaml(9)) == [])
    #expect(
      reported(yaml(1)) == [
        "incompatible-service: `disabled` needs an `any Leaf` for `inner`, but `node` provides `One`"
      ])
  }

  @Test("The tags of a disabled decorator are not added")
  func tagsOfDecorators() throws {
    let container = try Container(
      """
      services:
        part: { type: Part }
        wrap: { type: Owner, decorates: part, enabled: false, tags: [bin], arguments: { part: !inner } }
        all: { type: Group, arguments: { parts: !tagged bin } }
      """, .parts())
    #expect(try container.part("all").inputs.isEmpty)
  }

  @Test("A decorator of a disabled service is an error, unless it is disabled too")
  func decoratorsOfDisabled() {
    func yaml(_ isEnabled: Bool) -> String {
      """
      services:
        green: { type: Green, enabled: false }
        wrap: { type: Wrapper, decorates: green, enabled: \(isEnabled), arguments: { inner: !inner } }
        again: { type: Wrapper, decorates: green, enabled: false, arguments: { inner: !inner } }
      """
    }
    #expect(
      reported(yaml(true)) == [
        "disabled-service: `wrap` decorates `green`, which is disabled"
      ])
    #expect(reported(yaml(false)) == [])
  }

  @Test("The key of a disabled decorator cannot be referred to, as that of any other")
  func keyOfDecorator() {
    let found = reported(
      """
      roots: [wrap]
      services:
        green: { type: Green }
        wrap: { type: Wrapper, decorates: green, enabled: false, arguments: { inner: !ref wrap } }
        one: { type: One, after: [wrap], arguments: { leaf: !ref wrap } }
        maybe: { type: Maybe, arguments: { leaf: !optional wrap } }
        alias: { alias: wrap }
      """)
    #expect(found.allSatisfy { $0.hasPrefix("decorator-target: ") })
    #expect(found.count == 6)
  }

  // References.

  @Test("Every kind of reference to it is one error")
  func references() {
    let found = reported(
      """
      roots: [green]
      services:
        green: { type: Green, enabled: false }
        alias: { alias: green }
        chained: { alias: alias }
        one: { type: One, after: [green], arguments: { leaf: !ref green } }
        through: { type: One, arguments: { leaf: !ref chained } }
        quiet: { type: Maybe, arguments: { leaf: !optional alias } }
        maybe: { type: Maybe, arguments: { leaf: !ref green } }
        many: { type: Many, arguments: { leaves: [!ref green ] } }
        later: { type: Later, arguments: { leaf: !ref green } }
        inline: { type: One, arguments: { leaf: !inline { type: Wrapper, arguments: { inner: !ref green } } } }
        wrap: { type: Wrapper, decorates: green, arguments: { inner: !inner } }
      """)
    #expect(
      found == [
        "disabled-service: the root `green` is disabled",
        "disabled-service: the alias `alias` refers to `green`, which is disabled",
        "disabled-service: `one` depends on `green`, which is disabled",
        "disabled-service: `maybe` depends on `green`, which is disabled",
        "disabled-service: `many` depends on `green`, which is disabled",
        "disabled-service: `later` depends on `green`, which is disabled",
        "disabled-service: `inline.leaf` depends on `green`, which is disabled",
        "disabled-service: `wrap` decorates `green`, which is disabled",
      ])
  }

  @Test("A reference that several entries inherit is reported once")
  func inheritedReference() {
    let found = reported(
      """
      templates: { one: { type: One, arguments: { leaf: !ref green } } }
      services:
        green: { type: Green, enabled: false }
        a: { extends: one }
        b: { extends: one }
      """)
    #expect(found == ["disabled-service: `a` depends on `green`, which is disabled"])
  }

  @Test("Disabled entries may refer to each other, and their types are checked")
  func betweenDisabled() {
    let found = reported(
      """
      services:
        one: { type: One, enabled: false, arguments: { leaf: !ref green } }
        two: { type: One, enabled: false, autowire: true }
        red: { type: One, enabled: false, arguments: { leaf: !ref maybe } }
        many: { type: Many, enabled: false, arguments: { leaves: [!optional green ] } }
        green: { type: Green, enabled: false }
        maybe: { type: Maybe, enabled: false, arguments: { leaf: !ref green } }
      """)
    #expect(
      found == [
        "incompatible-service: `red` needs an `any Leaf` for `leaf`, but `maybe` provides `Maybe`"
      ])
  }

  @Test("Autowiring of a disabled entry is checked, as far as no other flag decides it")
  func autowiringOfDisabled() {
    func yaml(_ others: String) -> String {
      "services: { one: { type: One, enabled: false, autowire: true }\(others) }"
    }
    let (green, red) = (", green: { type: Green }", ", red: { type: Red }")
    let third = ", third: { type: Green, enabled: false }"
    #expect(reported(yaml("")).map { $0.prefix(16) } == ["missing-argument"])
    #expect(reported(yaml(green)) == [])
    #expect(reported(yaml(green + red)).map { $0.prefix(17) } == ["ambiguous-service"])
    #expect(reported(yaml(third)) == [])
    #expect(reported(yaml(green + red + third)) == [])
  }

  @Test("Its own fields are checked in full")
  func checks() {
    let found = reported(
      """
      services:
        one: { type: Onne, enabled: false }
        two: { type: Green, enabled: false, scope: requests }
        red: { type: Red, enabled: false, scope: weak, eager: true }
        odd: { type: Red, enabled: false, provides: [Twig] }
        values: { type: Values, enabled: false, arguments: { count: many, extra: 1, flag: !ref red } }
        leaf: { type: One, enabled: false }
        ref: { type: One, enabled: false, after: [nowhere], arguments: { leaf: !ref green } }
        wrap: { type: Wrapper, enabled: false, decorates: nothing, arguments: { inner: !inner } }
        quick: { type: Red, enabled: false, eager: true, scope: transient }
        deep: { type: One, enabled: false, arguments: { leaf: !inline { type: One } } }
      """)
    #expect(
      found.map { $0.prefix { $0 != ":" } } == [
        "unknown-type", "unknown-scope", "unknown-scope", "contract-not-provided", "argument-type",
        "unknown-argument", "argument-kind", "missing-argument", "unknown-service",
        "unknown-service", "unknown-service", "incompatible-service", "missing-argument",
      ])
    let warned = reported(
      "services: { a: { type: Red, enabled: false, eager: true, scope: transient } }")
    #expect(warned.map { $0.prefix(19) } == ["eager-without-effec"])
  }

  @Test("Hooks that would never run are reported for it, too")
  func hooks() {
    let found = reported(
      """
      services: { a: { type: Tool, scope: transient, enabled: false, arguments: { name: a } } }
      """, .parts())
    #expect(found.map { $0.prefix(16) } == ["unreachable-hook"])
  }

  @Test("Neither cycles, captives nor start orders are found through it")
  func graph() throws {
    let yaml = """
      scopes: [request]
      services:
        a: { type: Wrapper, enabled: false, arguments: { inner: !ref b } }
        b: { type: Wrapper, enabled: false, arguments: { inner: !ref a } }
        wrap: { type: Wrapper, decorates: red, enabled: false, arguments: { inner: !ref red } }
        red: { type: Red }
        short: { type: Green, scope: request }
        long: { type: One, enabled: false, arguments: { leaf: !ref short } }
        first: { type: One, enabled: false, after: [first], arguments: { leaf: !ref red } }
      """
    #expect(reported(yaml) == [])
    let found = reported(yaml.replacing("enabled: false", with: "enabled: true"))
    #expect(
      found.map { $0.prefix { $0 != ":" } } == [
        "dependency-cycle", "dependency-cycle", "captive-dependency", "dependency-cycle",
      ])
  }

  @Test("A deprecated service is reported where a disabled entry refers to it")
  func deprecation() {
    #expect(
      reported(
        """
        services:
          green: { type: Green, deprecated: use red }
          one: { type: One, enabled: false, arguments: { leaf: !ref green } }
        """
      ).map { $0.prefix(20) } == ["deprecated-reference"])
  }

  @Test("The rest of the wiring is as if the entry was not there")
  func sameWiring() throws {
    let rest = """
      services:
        red: { type: Red, tags: [leaf] }
        many: { type: Many, arguments: { leaves: !tagged leaf } }
        one: { type: One, arguments: { leaf: !inline { type: Wrapper, arguments: { inner: !ref red } } } }
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
    #expect(try with.resolve("one", as: One.self).leaf is Wrapper)
  }

  @Test("An error with a path of requests in a disabled entry is reported")
  func requesterIsDisabled() {
    let found = reported(
      """
      services:
        one: { type: One, enabled: false, arguments: { leaf: !inline { type: Wrapper, arguments: { inner: !ref x } } } }
        last: { type: One, arguments: { leaf: !ref y } }
      """)
    #expect(
      found == [
        "unknown-service: `one.leaf` depends on `x`, which no layer defines",
        "unknown-service: `last` depends on `y`, which no layer defines",
      ])
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

  // Child containers.

  private func child(
    _ parent: String, _ child: String
  ) throws -> (parent: Container, child: Container) {
    let outer = try Container(parent, .table)
    let plan = try ServiceConfiguration(.inline(child)).plan(parent: outer.plan, for: .table)
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
    let parent =
      "services: { green: { type: Green, tags: [leafs], enabled: false }, red: { type: Red, tags: [leaf] } }"
    let (_, inner) = try child(
      parent,
      """
      services:
        maybe: { type: Maybe, arguments: { leaf: !optional green } }
        none: { type: Many, arguments: { leaves: !tagged leafs } }
        one: { type: One, enabled: false, arguments: { leaf: !ref green } }
      """)
    #expect(try inner.resolve("maybe", as: Maybe.self).leaf == nil)
    #expect(try inner.resolve("none", as: Many.self).leaves.isEmpty)
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

  @Test("An overlay that is laid over a container enables it")
  func overlaid() throws {
    let container = try Container(flagged, overlays: [off], .table)
    let other = try container.overlaid(by: .inline("services: { green: { enabled: true } }"))
    #expect(other.plan.contains("green"))
    #expect(!container.plan.contains("green"))
  }

  // Definitions in Swift.

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
    #expect(
      diagnostic.fixIts.first?.message
        == "write `.optional`, which gives nil while `green` is disabled")
  }

  @Test("A decorator in Swift can be disabled, too")
  func decoratorInSwift() throws {
    for isEnabled in [true, false] {
      let plan = try Plan(catalog: .table) {
        Define("leaf", "Green")
        Define("wrap", "Wrapper").argument("inner", .inner).decorates("leaf").enabled(isEnabled)
      }
      #expect(try Container(plan).resolve((any Leaf).self) is Wrapper == isEnabled)
    }
  }
}
