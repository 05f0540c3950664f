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

  @Test("What it needs is checked where it is enabled", arguments: [false, true])
  func checks(isEnabled: Bool) {
    let found = reported(
      """
      services:
        one: { type: Onne, enabled: false }
        two: { type: Green, enabled: false, scope: requests }
        odd: { type: Red, enabled: false, provides: [Twig] }
        values: { type: Values, enabled: false, arguments: { text: a, count: many } }
        ref: { type: One, enabled: false, after: [nowhere], arguments: { leaf: !ref away } }
        wrap: { type: Wrapper, enabled: false, decorates: nothing, arguments: { inner: !inner } }
        deep: { type: One, enabled: false, arguments: { leaf: !inline { type: Onne } } }
      """.replacing("enabled: false", with: "enabled: \(isEnabled)"))
    #expect(
      found.map { $0.prefix { $0 != ":" } }
        == (isEnabled
          ? [
            "unknown-type", "unknown-scope", "contract-not-provided", "argument-type",
            "unknown-service", "unknown-service", "unknown-service", "unknown-type",
          ] : []))
  }

  @Test("Its fields are read like any other's")
  func fields() {
    let found = reported(
      """
      services:
        a: { type: Green, enabled: false, scop: transient }
        b: { type: Values, enabled: false, arguments: { text: $(nothing) } }
      """)
    #expect(found.map { $0.prefix { $0 != ":" } } == ["unknown-field", "unknown-parameter"])
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
}
