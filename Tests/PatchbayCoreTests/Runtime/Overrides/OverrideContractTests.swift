import PatchbayDiagnostics
import Testing

private class Base: @unchecked Sendable {}
private final class Derived: Base, @unchecked Sendable {}

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
        """)
    #expect(error?.codes == [.typeMismatchAtResolve])
  }

  @Test func anInstanceIsPassedAsTheContract() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let spy = Spy(Plain("x"))
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try container.override("plain", with: spy)
    }
    #expect(error?.codes == [.typeMismatchAtResolve])
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

  @Test func theOnlyServiceOfAContractIsOverriddenWithoutItsKey() throws {
    let container = try Container.ofGreeters {
      $0.define("plain", "Plain")
      $0.define("polite", "Polite", ["inner": .inner], decorates: "plain")
      $0.define("user", "Polite", ["inner": .ref("plain")], provides: [])
    }
    let around = try container.override((any Greeter).self) { Spy($0) }
    container.expect("user", "please, spy(please, hello)")
    around.remove()
    let token = try container.override((any Greeter).self, with: Plain("other"))
    defer { token.remove() }
    container.expect("plain", "other")
  }

  @Test func theOnlyServiceOfAClassIsOverriddenWithoutItsKey() throws {
    let container = try Container.ofGreeters { $0.define("plain", "Plain") }
    let double = Plain("double")
    let token = try container.override(Plain.self, with: double)
    defer { token.remove() }
    #expect(try container.resolve(Plain.self) === double)
  }

  @Test func aChildOverridesTheOnlyServiceOfItsParentForItself() throws {
    let parent = try Container.ofGreeters { $0.define("plain", "Plain") }
    let plan = try Plan(definitions { _ in }.set, catalog: .family(), parent: parent.plan)
    let child = try Container(plan, parent: parent)
    let token = try child.override((any Greeter).self, with: Plain("other"))
    defer { token.remove() }
    child.expect("plain", "other")
    parent.expect("plain", "hello")
  }

  @Test func theServicesOfAContractAreNamedIfThereIsNotExactlyOne() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Plain") { Plain() }.provides((any Greeter).self) { $0 }
    }
    let container = Container(
      try definitions {
        $0.define("plain", "Plain")
        $0.define("second-one", "Plain")
      }.plan(catalog))
    let several = #expect(throws: DiagnosticsError.self) {
      _ = try container.override(
        (any Greeter).self, with: Plain(), fileID: "App/Tests.swift", line: 7)
    }
    #expect(
      several.map { TerminalRenderer().render($0.diagnostics) } == """
        error[ambiguous-service]: two services provide `any Greeter`: `plain` and `second-one`
         --> App/Tests.swift:7: overridden here
         ::: T/T.swift:1: `plain` provides it
         ::: T/T.swift:3: `second-one` provides it
        """)
    let undeclared = Container(
      try definitions { $0.define("silent", "Silent") }.plan(
        FactoryCatalog("t") { Factory("Silent") { Plain() } }))
    let other = #expect(throws: DiagnosticsError.self) {
      _ = try undeclared.override(
        (any Greeter).self, with: Plain(), fileID: "App/Tests.swift", line: 8)
    }
    #expect(
      other.map { TerminalRenderer().render($0.diagnostics) } == """
        error[no-such-service]: no service provides `any Greeter`, which was to be overridden
         --> App/Tests.swift:8: overridden here
        """)
    let asked = #expect(throws: DiagnosticsError.self) {
      _ = try undeclared.resolve((any Greeter).self)
    }
    #expect(
      asked.map { TerminalRenderer().render($0.diagnostics) }
        == "error[no-such-service]: no service provides `any Greeter`")
    let none = #expect(throws: DiagnosticsError.self) {
      _ = try container.override(Spy.self, fileID: "App/Tests.swift", line: 9) { $0 }
    }
    #expect(
      none.map { TerminalRenderer().render($0.diagnostics) } == """
        error[no-such-service]: no service provides `Spy`, which was to be overridden
         --> App/Tests.swift:9: overridden here
        """)
  }
}
