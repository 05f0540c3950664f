import Patchbay
import Testing

@Suite("References to a disabled entry, and its own, are checked")
struct DisabledReferenceTests {
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
}
