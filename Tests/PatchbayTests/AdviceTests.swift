import Patchbay
import Testing

@Suite("An advice can be followed")
struct AdviceTests {
  private struct Both: Leaf { var leaves: [any Leaf] }

  private static let catalog = FactoryCatalog("advice") {
    FactoryCatalog.table
    Factory("Both", .services("leaves"), make: Both.init).provides { $0 as any Leaf }
  }

  /// The errors, and what is proposed for them.
  private static func advice(_ yaml: String) -> [String] {
    checked(yaml, catalog: catalog).filter { $0.severity == .error }.flatMap { diagnostic in
      ["\(diagnostic.code)"]
        + diagnostic.fixIts.map { fixIt in
          ([fixIt.message] + fixIt.edits.map(\.replacement)).joined(separator: " -> ")
        }
    }
  }

  @Test(
    "`.provider` is proposed only for a parameter that can have it",
    arguments: [
      (
        """
        services:
          plugin: { type: Wrapper, arguments: { inner: !ref registry }, tags: [plug] }
          registry: { type: Both, arguments: { leaves: !tagged plug } }
        """, "inner"
      ),
      (
        """
        services:
          registry: { type: Both, arguments: { leaves: !tagged plug } }
          plugin: { type: Wrapper, arguments: { inner: !ref registry }, tags: [plug] }
        """, "inner"
      ),
      (
        """
        services:
          a: { type: Green }
          wrapper: { type: Wrapper, decorates: a, arguments: { inner: !inner } }
          b: { type: Both, arguments: { leaves: [!ref b] } }
        """, nil
      ),
      (
        """
        services:
          first: { type: Both, arguments: { leaves: [!ref second] } }
          second: { type: Both, arguments: { leaves: [!ref first] } }
        """, nil
      ),
    ] as [(String, String?)])
  func deferral(yaml: String, parameter: String?) {
    let advice =
      parameter.map {
        "break the cycle where the dependency is only used later: declare that parameter with "
          + "`.provider(\"\($0)\")` in the factory and the service is built on first use"
      } ?? "remove one of these dependencies, or move what the services share to one of its own"
    #expect(Self.advice(yaml) == ["dependency-cycle", advice])
  }

  @Test("a list that would keep a scoped service gets the advice about its scope alone")
  func captiveInAList() {
    let yaml = """
      scopes: [request]
      services:
        leaf: { type: Green, scope: request, tags: [plug] }
        registry: { type: Many, arguments: { leaves: !tagged plug } }
      """
    #expect(
      Self.advice(yaml) == ["captive-dependency", "give `registry` the scope `request`"])
  }

  @Test(
    "two merge keys become one with a list",
    arguments: [
      ("{ <<: *a, <<: *b }", "[*a, *b]"),
      ("\n      <<: *a\n      <<: *b", "[*a, *b]"),
      ("\n      <<: *a  # first\n      <<: *b", nil),
      ("{ <<: *a, count: 1, <<: *b }", nil),
      ("{ <<: *a, <<: { count: 2 } }", nil),
    ] as [(String, String?)])
  func mergeKeys(arguments: String, list: String?) {
    let yaml = """
      x-a: &a { text: one }
      x-b: &b { count: 2 }
      services:
        a:
          type: Values
          arguments: \(arguments)
      """
    let text = "merge a list of maps, of which the first takes precedence: `<<: [*a, *b]`"
    let found = checked(yaml, catalog: Self.catalog)
    #expect(Self.advice(yaml) == ["duplicate-key", list.map { "\(text) -> \($0)" } ?? text])
    #expect(found.map(\.message) == ["`<<` is given twice in the same map"])
    #expect(found.flatMap(\.notes) == [])
  }

  @Test(
    "`!ref` is proposed for an alias only where the file has that service",
    arguments: [
      ("leaf", "to refer to the service `leaf`, write a `!ref` reference -> !ref leaf"),
      (
        "other",
        "an anchor is known only in its own file: define it above, or write its value here"
      ),
    ])
  func aliases(name: String, advice: String) {
    let yaml = """
      services:
        leaf: { type: Green }
        one: { type: One, arguments: { leaf: *\(name) } }
      """
    #expect(Self.advice(yaml) == ["undefined-anchor", advice])
  }

  @Test(
    "no service is proposed to itself",
    arguments: [
      "wrapper: { type: Wrapper, arguments: { inner: !ref wraper } }",
      "wrapper: { type: Wrapper, arguments: { inner: !ref services.wrapper } }",
      "wrapper: { type: Wrapper, arguments: { inner: wrapper } }",
      "wrapper: { type: Wrapper, arguments: { inner: wraper } }",
      "wrapper: { type: Wrapper, arguments: { inner: Wrapper } }",
      "wrapper: { type: Wrapper, arguments: { inner: !ref Wrapper } }",
      "wrapper: { type: Wrapper, arguments: { inner: 12 } }",
      "wrapper: { type: One, arguments: { leaf: !inline { type: Wrapper, arguments: { inner: !ref wraper } } } }",
      "{ green: { type: Green }, o: { type: Wrapper, decorates: green, arguments: { inner: !ref gren } } }",
      "wrapper: { type: Wrapper, arguments: { inner: !optional wrapper } }",
      "wrapper: { type: Wrapper, arguments: { inner: $(wrapper) } }",
      "wrapper: { alias: wraper }",
      "wrapper: { type: Green, after: [wraper] }",
    ])
  func itself(service: String) {
    let yaml = "services:\n  \(service)\n"
    let found = Self.advice(yaml)
    #expect(!found.isEmpty)
    #expect(
      !found.contains { $0.contains(/(!ref |did you mean.*|: )`?(wrapper|green)\b/) }, "\(found)")
  }

  @Test("no parameter is proposed inside of its own value")
  func ownParameter() {
    let services = "services: { a: { type: Values, arguments: { text: $(feed.token) } } }\n"
    let yaml = "parameters: { feed: { token: !secret $(FEED_TOKEN) } }\n" + services
    #expect(
      Self.advice(yaml)
        == [
          "unknown-parameter", "an environment variable is `$(env:FEED_TOKEN)` -> env:FEED_TOKEN",
        ])
    let around = "parameters: { feed: { token: !secret $(fed) } }\n" + services
    #expect(Self.advice(around) == ["unknown-parameter"])
  }

  @Test("a service whose decorator hides a contract is not said to provide it")
  func decoratorOfAnotherContract() {
    let yaml = """
      services:
        green: { type: Green }
        hidden: { type: Node, decorates: green }
        other: { type: Node }
        one: { type: One, arguments: { leaf: !ref other } }
      """
    let advice = Self.advice(yaml)
    #expect(advice.contains("incompatible-service"))
    #expect(!advice.contains { $0.contains("`green` (") }, "\(advice)")
  }
}
