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

  typealias Request = @Sendable (Container) throws -> Void
  private static func request(
    _ request: @escaping Request, _ code: DiagnosticCode
  ) -> (Request, DiagnosticCode) {
    (request, code)
  }

  @Test(
    "A request by a type that no service has is an error",
    arguments: [
      request({ _ = try $0.resolve(Plain?.self) }, .noSuchService),
      request({ _ = try $0.resolve([any Greeter].self) }, .noSuchService),
      request({ _ = try $0.resolve("plain", as: (any Greeter)?.self) }, .typeMismatchAtResolve),
      request({ _ = try $0.resolve("plain", as: [String: Plain].self) }, .typeMismatchAtResolve),
      request({ _ = try $0.resolve("plain", as: Container.self) }, .typeMismatchAtResolve),
    ])
  func impossible(_ request: Request, _ code: DiagnosticCode) throws {
    let container = try container { $0.define("plain", "Plain") }
    let error = #expect(throws: DiagnosticsError.self) { try request(container) }
    #expect(error?.codes == [code])
  }

  @Test func aFactoryThatAsksForAMissingServiceIsNamed() throws {
    let container = try Container {
      Provide("outer", as: Int.self, .service("inner", as: Int.self), fileID: "A/A.swift", line: 1)
      { $0 }
      Provide("inner", as: Int.self, fileID: "A/A.swift", line: 2) { resolver in
        try resolver.resolve("missing", as: Int.self)
      }
    }
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("outer", as: Int.self)
    }
    #expect(error?.codes == [.noSuchService])
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["outer", "inner"])
  }

  @Test func aStartAfterTheStopSaysThatAContainerStartsOnce() async throws {
    let container = try container { $0.define("plain", "Plain") }
    try await container.start()
    try await container.stop()
    let started = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    let run = await #expect(throws: DiagnosticsError.self) { try await container.run { _ in } }
    for error in [started, run] {
      #expect(error?.codes == [.containerShutDown])
      #expect(
        error?.diagnostics.flatMap(\.fixIts).map(\.message) == [
          "a container starts once: create a new one from the same plan, `Container(plan)`"
        ])
    }
  }
}
