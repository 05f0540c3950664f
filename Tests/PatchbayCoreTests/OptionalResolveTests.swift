import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("An optional request returns nil for a missing service, and throws other errors")
struct OptionalResolveTests {
  private let catalog = FactoryCatalog("t") {
    Factory("Plain") { Plain() }.provides((any Greeter).self) { $0 }
    Factory("Node") { () throws -> Node in throw Broken() }
  }

  private func container(
    scopes: [String] = [],
    _ build: (inout TestDefinitions) -> Void
  ) throws -> Container {
    Container(try definitions(scopes: scopes, build).plan(catalog))
  }

  @Test func aKnownServiceIsReturned() throws {
    let container = try container {
      $0.define("plain", "Plain")
      $0.alias("other", of: "plain")
    }
    let plain = try container.resolve("plain", as: Plain.self)
    #expect(try container.resolveIfPresent("plain" as ServiceKey<Plain>) === plain)
    #expect(try container.resolveIfPresent(ServiceKey<Plain>("other")) === plain)
    #expect(try container.resolveIfPresent((any Greeter).self) as? Plain === plain)
  }

  @Test func aFailingServiceThrows() throws {
    let container = try container {
      $0.define("node", "Node")
      $0.define("plain", "Plain")
      $0.define("second", "Plain")
    }
    let failed = #expect(throws: DiagnosticsError.self) {
      try container.resolveIfPresent(ServiceKey<Node>("node"))
    }
    #expect(failed?.codes == [.factoryFailed])
    let mistyped = #expect(throws: DiagnosticsError.self) {
      try container.resolveIfPresent(ServiceKey<Node>("plain"))
    }
    #expect(mistyped?.codes == [.typeMismatchAtResolve])
    let ambiguous = #expect(throws: DiagnosticsError.self) {
      try container.resolveIfPresent((any Greeter).self)
    }
    #expect(ambiguous?.codes == [.ambiguousService])
  }

  @Test func aStoppedContainerStillKnowsItsKeys() async throws {
    let container = try container { $0.define("plain", "Plain") }
    try await container.stop()
    #expect(try container.resolveIfPresent(ServiceKey<Plain>("other")) == nil)
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolveIfPresent(ServiceKey<Plain>("plain"))
    }
    #expect(error?.codes == [.containerShutDown])
  }

  @Test func aScopeFollowsTheSameRules() async throws {
    let container = try container(scopes: ["request"]) {
      $0.define("plain", "Plain", scope: "request")
    }
    try await container.withScope("request") { scope in
      let plain = try scope.resolveIfPresent("plain" as ServiceKey<Plain>)
      let other = try scope.resolveIfPresent("other" as ServiceKey<Plain>)
      #expect(plain != nil)
      #expect(other == nil)
    }
  }
}
