import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("An override affects one contract of a key")
struct OverrideContractTests {
  @Test func requestsForAnotherContractAreNotConcerned() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let token = try container.override(.plain) { Spy($0) }
    defer { token.remove() }
    let plain = try container.resolve("plain", as: Plain.self)
    #expect(plain.greeting == "hello")
    container.expect("plain", "spy(hello)")
  }

  @Test func anUntypedRequestGetsTheOneThatWasPutOnLast() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let first = try container.override(.plain) { Spy($0) }
    #expect(try container["plain"] is Spy)
    let second = try container.override(ServiceKey<Plain>("plain"), with: Plain("other"))
    #expect(try (container["plain"] as? Plain)?.greeting == "other")
    second.remove()
    #expect(try container["plain"] is Spy)
    first.remove()
    #expect(try container["plain"] is Plain)
  }

  @Test func aTypeThatTheServiceDoesNotProvideIsRefused() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Plain", fileID: "App/Catalog.swift", line: 4) { Plain() }
        .provides((any Greeter).self) { $0 }
    }
    let container = Container(try definitions { $0.define("plain", "Plain") }.plan(catalog))
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try container.override(ServiceKey<Node>("plain"), fileID: "A/A.swift", line: 7) { $0 }
    }
    #expect(
      error.map { TerminalRenderer().render($0.diagnostics) } == """
        error[type-mismatch-at-resolve]: `plain` is overridden as `Node`, but provides \
        `Plain` and `any Greeter`
         --> A/A.swift:7: overridden here
         ::: T/T.swift:1: built by the factory `Plain`
          = note: the factory is declared at App/Catalog.swift:4
        help: name one of these types, or add `.provides { $0 as Node }` to the factory, \
        or `as: Node.self` to its `@Provided`
        """)
    #expect(error?.codes == [.typeMismatchAtResolve])
  }

  @Test func anInstanceOfAnotherTypeIsToBePassedAsTheContract() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let spy = Spy(Plain("x"))
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try container.override("plain", with: spy)
    }
    let text = error.map { TerminalRenderer().render($0.diagnostics) } ?? ""
    #expect(
      text.hasSuffix(
        "\nhelp: pass the instance as one of these types, `with: … as any Greeter`, or add "
          + "`.provides { $0 as Spy }` to the factory, or `as: Spy.self` to its `@Provided`"),
      "\(text)")
    let token = try container.override("plain", with: spy as any Greeter)
    defer { token.remove() }
    container.expect("plain", "spy(x)")
  }

  @Test func anUnknownKeyAndAnAmbiguousTypeAreRefused() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("second", "Plain")
    }
    let unknown = #expect(throws: DiagnosticsError.self) {
      _ = try container.override("plian" as ServiceKey<any Greeter>) { $0 }
    }
    #expect(unknown?.codes == [.noSuchService])
  }
}
