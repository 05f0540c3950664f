import PatchbayConfiguration
import PatchbayCore
import Testing

/// What an overlay makes of an argument below it.
@Suite struct MergeRuleTests {
  /// A service whose argument `x` lies in the base, and what an overlay says to it.
  static func over(
    _ id: String, _ base: String, _ overlay: String, gives value: String? = nil,
    reports reported: [String] = []
  ) -> Case {
    Case(
      id, "services:\n  s: { type: T, arguments: { x: \(base) } }",
      overlay: "services:\n  s: { arguments: { x: \(overlay) } }", reported: reported, value: value)
  }

  static let values: [Case] = [
    over(
      "map over map merges by key", "{ a: 1, b: 2 }", "{ b: 3, c: 4 }", gives: "{a: 1, b: 3, c: 4}"),
    over(
      "maps merge at every depth", "{ a: { b: 1, c: 2 } }", "{ a: { c: 3 } }",
      gives: "{a: {b: 1, c: 3}}"),
    over("scalar over scalar", "1", "2", gives: "2"),
    over("list over list", "[1, 2]", "[3]", gives: "[3]"),
    over("list over scalar", "1", "[3]", gives: "[3]"),
    over("scalar over list", "[1]", "3", gives: "3"),
    over("map over null", "null", "{ a: 1 }", gives: "{a: 1}"),
    over("list over null", "~", "[1]", gives: "[1]"),
    over("null over scalar is a value", "1", "null", gives: "null"),
    over("reference over scalar", "1", "!ref o", gives: "ref(o)"),
    over("reference over map", "{ a: 1 }", "!ref o", gives: "ref(o)"),
    over("map over reference", "!ref o", "{ a: 1 }", gives: "{a: 1}"),
    over("tagged over list", "[1]", "!tagged t", gives: "tagged(t)"),
    over(
      "tagged by an attribute over the same replaces", "!tagged { tag: t, key: a }",
      "!tagged { tag: u, key: b }", gives: "tagged(u by b)"),
    over(
      "tagged by an attribute over map", "{ a: 1 }", "!tagged { tag: t, key: a }",
      gives: "tagged(t by a)"),
    over(
      "map over tagged by an attribute", "!tagged { tag: t, key: a }", "{ key: 1 }",
      gives: "{key: 1}"),
    over(
      "tagged over tagged by an attribute", "!tagged { tag: t, key: a }", "!tagged t",
      gives: "tagged(t)"),
    over("list over tagged", "!tagged t", "[!ref o]", gives: "[ref(o)]"),
    over("optional over reference", "!ref o", "!optional p", gives: "optional(p)"),
    over(
      "a variable over a map", "{ a: 1 }", "$(env:X:-1)", gives: "faulty",
      reports: [
        "overlay.yaml:2:24 merge-shape: the argument `x` of `s` is a map in a lower layer and a scalar here"
      ]),
    over(
      "a map over a variable", "$(env:X:-1)", "{ a: 1 }", gives: "faulty",
      reports: [
        "overlay.yaml:2:24 merge-shape: the argument `x` of `s` is a scalar in a lower layer and a map here"
      ]),
    over("replace a map by a map", "{ a: 1, b: 2 }", "!replace { c: 3 }", gives: "{c: 3}"),
    over("replace a map by a scalar", "{ a: 1 }", "!replace 5", gives: "5"),
    over("replace a map by a list", "{ a: 1 }", "!replace [5]", gives: "[5]"),
    over("replace a list by a map", "[1]", "!replace { a: 1 }", gives: "{a: 1}"),
    over(
      "replace inside a map", "{ a: { b: 1 } }", "{ a: !replace { c: 2 } }", gives: "{a: {c: 2}}"),
    over("append", "[1, 2]", "!append [3]", gives: "[1, 2, 3]"),
    over("prepend", "[1, 2]", "!prepend [3, 4]", gives: "[3, 4, 1, 2]"),
    over("append inside a map", "{ a: [1] }", "{ a: !append [2] }", gives: "{a: [1, 2]}"),
    over("remove a value", "1", "!remove", gives: "absent"),
    over("remove a map", "{ a: 1 }", "!remove", gives: "absent"),
    over("remove inside a map", "{ a: 1, b: 2 }", "{ a: !remove }", gives: "{b: 2}"),
    over(
      "inline over inline with a type replaces", "!inline { type: A, arguments: { a: 1 } }",
      "!inline { type: B }", gives: "s.x=B()"),
    over(
      "inline over inline without a type patches",
      "!inline { type: A, arguments: { a: 1, b: 2 } }",
      "!inline { arguments: { b: 3 } }", gives: "s.x=A(a: 1, b: 3)"),
    over("inline over map", "{ a: 1 }", "!inline { type: A }", gives: "s.x=A()"),
    over(
      "secret sticks to what overrides it", "!secret a", "b", gives: "!b",
      reports: [
        """
        overlay.yaml:2:24 ?literal-secret: the argument `x` of `s` overrides a secret and is not \
        marked as one
        """
      ]),
    over("secret over open", "a", "!secret b", gives: "!b"),
  ]

  @Test("a value of an overlay merges with the lower value, or replaces it", arguments: values)
  func valueOverValue(_ row: Case) throws { try row.check() }

  @Test func provenanceNamesEveryLayerThatSpoke() throws {
    let load = try Load(
      [
        "services.yaml": """
        services:
          s: { type: T, arguments: { x: 1, y: [a], z: { k: 1 } } }
        environments:
          test: { services: { s: { arguments: { x: 2 } } } }
        """,
        "services.test.yaml": "services: { s: { arguments: { x: 3, y: !append [b] } } }",
        "one.yaml": "services: { s: { arguments: { x: 4, z: { k: 2 } } } }",
      ], environment: "test"
    ) { [.init(path: $0.file("one.yaml"))] }
    #expect(load.reported == [])
    #expect(
      load.trace("s", "x")
        == """
        4 @ one.yaml:1:34 one.yaml over services.test.yaml:1:34 services.test.yaml \
        over services.yaml:4:44 services.yaml#test over services.yaml:2:33 services.yaml
        """)
    #expect(load.trace("s", "y") == "[a, b] @ services.yaml:2:39 services.yaml")
    guard case .map(let entries)? = load.argument("s", "z")?.content else {
      Issue.record("no map")
      return
    }
    #expect(
      load.trace(entries[0].value.provenance)
        == "@ one.yaml:1:45 one.yaml over services.yaml:2:52 services.yaml")
    #expect(load.trace(entries[0].value.provenance).contains("over"))
  }
}
