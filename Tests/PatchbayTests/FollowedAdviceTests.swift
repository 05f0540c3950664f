import Patchbay
import Testing

private final class Held: Leaf, Sendable {}
/// Not `Sendable`, as a handle of a C library is not.
private final class Handle {}
private struct Silent: Sendable { var handles = 0 }
private struct Inquirer: Sendable { var resolver: Resolver }
private struct Welcome: Sendable { var name: String }

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
    /// The configuration after it, where the advice changes it, too.
    var yamlAfter: String?

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
      advice: "declare the parameter with `.service` in the factory",
      yaml: "services: { leaf: { type: Green }, a: { type: F, arguments: { leaf: !ref leaf } } }",
      before: only { Factory("F", .value("leaf")) { (name: String) in Welcome(name: name) } },
      after: only { Factory("F", .service("leaf"), make: One.init) }),
    Case(
      advice: "is a value: declare it with `.value(\"name\")`",
      yaml: "services: { a: { type: F, arguments: { name: Ada } } }",
      before: only { Factory("F", .service("name"), make: Welcome.init) },
      after: only { Factory("F", .value("name"), make: Welcome.init) }),
    Case(
      advice: "declare the parameter with `.services`",
      yaml: """
        services:
          leaf: { type: Green, tags: [plug] }
          a: { type: F, arguments: { leaf: !tagged plug } }
        """,
      before: only { Factory("F", .service("leaf"), make: One.init) },
      after: only { Factory("F", .services("leaf"), make: Many.init) }),
    Case(
      advice: "declare the parameter with `.optional` in the factory",
      yaml: "services: { a: { type: F, arguments: { leaf: !optional leaf } } }",
      before: only { Factory("F", .service("leaf"), make: One.init) },
      after: only { Factory("F", .optional("leaf"), make: Maybe.init) }),
    Case(
      advice: "declare the parameter with `.value` or `.service` in the factory",
      yaml: "services: { a: { type: F, arguments: { name: Ada } } }",
      before: only { Factory("F", .argument("name"), make: Welcome.init) },
      after: only { Factory("F", .value("name"), make: Welcome.init) }),
    Case(
      advice: "add `.onStart` to the factory",
      yaml: "services: { a: { type: F, retry: { attempts: 3 } } }",
      before: only { Factory("F", make: Green.init) },
      after: only { Factory("F", make: Green.init).onStart { _ in } }),
    Case(
      advice: "let the factory make the class itself, and add `.provides { $0 as any Leaf }`",
      yaml: "services: { a: { type: F, scope: weak } }",
      before: only { Factory("F") { () -> any Leaf in Held() } },
      after: only { Factory("F") { Held() }.provides { $0 as any Leaf } }),
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
    Case(
      advice: "`Held` conforms to `Leaf`: declare that in its factory",
      yaml:
        "services: { leaf: { type: F }, a: { type: Wrapper, arguments: { inner: !ref leaf } } }",
      before: FactoryCatalog("followed") {
        only { Factory("F") { Held() } }
        Factory("Wrapper", .service("inner"), make: Wrapper.init)
      },
      after: FactoryCatalog("followed") {
        only { Factory("F") { Held() }.provides { $0 as any Leaf } }
        Factory("Wrapper", .service("inner"), make: Wrapper.init)
      }),
    Case(
      advice: "take `.resolver` in the factory, and give the arguments when it asks for `guest`",
      yaml:
        "services: { guest: { type: Guest }, a: { type: F, arguments: { guest: !ref guest } } }",
      before: FactoryCatalog("followed") {
        Factory("Guest", .argument("name"), make: Welcome.init)
        Factory("F", .service("guest")) { (_: Welcome) in Silent() }
      },
      after: FactoryCatalog("followed") {
        Factory("Guest", .argument("name"), make: Welcome.init)
        Factory("F", .resolver, make: Inquirer.init)
      },
      yamlAfter: "services: { guest: { type: Guest }, a: { type: F } }"),
    Case(
      advice: "let the program ask for it with `make`",
      yaml:
        "services: { handle: { type: Handle }, a: { type: F, arguments: { leaf: !ref handle } } }",
      before: FactoryCatalog("followed") {
        Factory("Handle", make: Handle.init)
        Factory("F", .service("leaf"), make: One.init)
      },
      after: FactoryCatalog("followed") {
        Factory("Handle", make: Handle.init)
        Factory("F") { Silent() }
      },
      yamlAfter: "services: { handle: { type: Handle }, a: { type: F } }"),
  ]

  private static func errors(_ yaml: String, _ catalog: FactoryCatalog) -> [Diagnostic] {
    checked(yaml, catalog: catalog).filter { $0.severity == .error }
  }

  @Test("a program that follows the advice has no error", arguments: cases)
  func followed(_ row: Case) {
    let before = Self.errors(row.yaml, row.before)
    let advised = before.flatMap(\.fixIts).map(\.message)
    #expect(advised.count { $0.contains(row.advice) } == 1, "\(before.map(\.message))\n\(advised)")
    let after = Self.errors(row.yamlAfter ?? row.yaml, row.after)
    #expect(after.map(\.message) == [])
  }

  /// What the goldens advise in Swift, with the names replaced.
  @Test("each sentence of the goldens that names a part of a factory is in the table")
  func complete() async {
    let parts = [
      ".provider(", ".service`", ".value`", ".value(", ".optional", ".resolver", ".provides",
      ".onStart",
    ]
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
