import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// Each test injects several times, as the first injection looks the services up and later ones find what it
/// kept.
@Suite("An injection that is repeated sets what a request returns at that time")
struct RepeatedInjectionTests {
  private final class Desk {
    @Injected var plain: any Greeter
  }

  private final class Pair {
    @Injected("fresh") var first: any Greeter
    @Injected("fresh") var second: any Greeter
  }

  private func greeting(_ container: Container) throws -> String {
    let desk = Desk()
    try container.inject(into: desk)
    return desk.plain.greeting
  }

  private func containers() throws -> (parent: Container, child: Container) {
    try family {
      $0.define("plain", "Plain")
      $0.define("fresh", "Plain", scope: "transient")
    } child: {
      $0.define("own", "Plain")
    }
  }

  @Test("which is an override while it lasts", arguments: [false, true])
  func anOverride(inAChild: Bool) throws {
    let (parent, child) = try containers()
    let container = inAChild ? child : parent
    for _ in 0..<2 { #expect(try greeting(container) == "hello") }
    let token = try parent.override("plain" as ServiceKey<any Greeter>, with: Plain("double"))
    for _ in 0..<2 { #expect(try greeting(container) == "double") }
    token.remove()
    for _ in 0..<2 { #expect(try greeting(container) == "hello") }
  }

  @Test("which is nothing after the container was stopped", arguments: [false, true])
  func nothing(inAChild: Bool) async throws {
    let (parent, child) = try containers()
    let container = inAChild ? child : parent
    for _ in 0..<2 { #expect(try greeting(container) == "hello") }
    try await container.stop()
    let error = #expect(throws: DiagnosticsError.self) { try greeting(container) }
    #expect(error?.codes == [.containerShutDown])
  }

  @Test("which is the same instance that a request returns", arguments: [false, true])
  func theSame(inAChild: Bool) throws {
    let (parent, child) = try containers()
    let container = inAChild ? child : parent
    let desk = Desk()
    for _ in 0..<3 {
      try container.inject(into: desk)
      let plain: any Greeter = try parent.resolve("plain", as: (any Greeter).self)
      #expect(desk.plain as? Plain === plain as? Plain)
    }
  }

  @Test("which is a new instance of a transient", arguments: [false, true])
  func aNewOne(inAChild: Bool) throws {
    let (parent, child) = try containers()
    let container = inAChild ? child : parent
    var kept: [ObjectIdentifier: Pair] = [:]
    for _ in 0..<3 {
      let pair = Pair()
      try container.inject(into: pair)
      for plain in [pair.first, pair.second] {
        kept[ObjectIdentifier(try #require(plain as? Plain))] = pair
      }
    }
    #expect(kept.count == 6)
  }
}
