import Patchbay
import Testing

private final class Held: Leaf, Sendable {}

/// The sentences of advice that name Swift code, which no edit can follow: what a person then writes is next to
/// each, and gives no error.
@Suite("An advice that names Swift code can be followed")
struct FollowedAdviceTests {
  /// An error, its advice, and the program after it.
  struct Case: Sendable, CustomTestStringConvertible {
    /// What the advice says, without the rest of the sentence.
    let advice: String
    let yaml: String
    let before: FactoryCatalog
    let after: FactoryCatalog

    var testDescription: String { advice }
  }

  private static func only(@CatalogBuilder _ factory: () -> [CatalogPart]) -> FactoryCatalog {
    FactoryCatalog("followed") {
      FactoryCatalog("factory", factory)
      Factory("Green", make: Green.init).provides { $0 as any Leaf }
    }
  }

  static let cases: [Case] = [
    Case(
      advice: "declare that parameter with `.provider(\"inner\")` in the factory",
      yaml: "services: { a: { type: F, arguments: { inner: !ref a } } }",
      before: only {
        Factory("F", .service("inner"), make: Wrapper.init).provides { $0 as any Leaf }
      },
      after: only { Factory("F", .provider("inner"), make: Later.init).provides { $0 as any Leaf } }
    ),
    Case(
      advice: "take `.provider(\"leaf\")` in the factory",
      yaml: """
        scopes: [request]
        services:
          leaf: { type: Green, scope: request }
          a: { type: F, arguments: { leaf: !ref leaf } }
        """,
      before: only { Factory("F", .service("leaf"), make: One.init) },
      after: only { Factory("F", .provider("leaf"), make: Later.init) }),
    Case(
      advice: "write the concrete type as the closure's result",
      yaml: "services: { a: { type: F } }",
      before: only { Factory("F") { () -> any Leaf in Held() }.provides { $0 as any Leaf } },
      after: only { Factory("F") { () -> Held in Held() }.provides { $0 as any Leaf } }),
    Case(
      advice: "declare it with `.optional(\"leaf\")`",
      yaml: "services: { a: { type: F, arguments: { leaf: !optional leaf } } }",
      before: only { Factory("F", .service("leaf"), make: Maybe.init) },
      after: only { Factory("F", .optional("leaf"), make: Maybe.init) }),
  ]

  private static func errors(_ yaml: String, _ catalog: FactoryCatalog) -> [Diagnostic] {
    checked(yaml, catalog: catalog).filter { $0.severity == .error }
  }

  @Test("a program that follows the advice has no error", arguments: cases)
  func followed(_ row: Case) {
    let before = Self.errors(row.yaml, row.before)
    let advised = before.flatMap(\.fixIts).map(\.message)
    #expect(advised.count { $0.contains(row.advice) } == 1, "\(before.map(\.message))\n\(advised)")
    let after = Self.errors(row.yaml, row.after)
    #expect(after.map(\.message) == [])
  }

  /// What the goldens advise in Swift, with the names replaced.
  @Test("each sentence of the goldens that names a part of a factory is in the table")
  func complete() async {
    let parts = [".provider(", ".optional"]
    for golden in GoldenCase.all {
      for message in await golden.findings().flatMap(\.fixIts).map(\.message) {
        for part in parts where message.contains("`\(part)") {
          #expect(
            Self.cases.contains { $0.advice.contains("`\(part)") }, "\(golden.name): \(message)")
        }
      }
    }
  }
}
