import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A service opens scopes with its resolver")
struct ResolverScopeTests {
  /// Keeps the resolver of the factory that made it.
  private final class Opener: Sendable {
    let resolver: Resolver
    init(resolver: Resolver) { self.resolver = resolver }
  }

  /// `server` is kept by the container and `connection` by the scope of the same name; each opens scopes. `session` is
  /// one of a request, and `link` one of a connection.
  private func container(stop: @escaping @Sendable () -> Void = {}) throws -> Container {
    let catalog = FactoryCatalog("t") {
      Factory("Opener", .resolver, make: Opener.init)
      Factory("Node") { Node("node") }.onStop { _ in stop() }
    }
    return Container(
      try definitions(scopes: ["connection", "request"]) {
        $0.define("server", "Opener")
        $0.define("opener", "Opener", scope: "connection")
        $0.define("link", "Node", scope: "connection")
        $0.define("session", "Node", scope: "request")
      }.plan(catalog))
  }

  @Test func aSingletonOpensOneOfItsContainer() async throws {
    let stopped = Counter()
    let container = try container(stop: { stopped.increment() })
    let server = try container.resolve("server", as: Opener.self)
    let sessions = try await server.resolver.withScope("request") { scope in
      #expect(scope.name == "request")
      return [
        try scope.resolve("session", as: Node.self),
        try container.resolve("session", as: Node.self),
        try server.resolver.resolve("session", as: Node.self),
      ]
    }
    #expect(sessions.allSatisfy { $0 === sessions[0] })
    #expect(stopped.value == 1)
  }

  @Test func aScopedServiceOpensItInsideOfItsOwnScope() async throws {
    let container = try container()
    let connection = try await container.openScope("connection")
    let opener = try connection.resolve("opener", as: Opener.self)
    let link = try connection.resolve("link", as: Node.self)
    // Also where another connection is the current scope.
    try await container.withScope("connection") { _ in
      try await opener.resolver.withScope("request") { request in
        let found = try request.resolve("link", as: Node.self)
        #expect(found === link)
      }
    }
    let request = try await opener.resolver.openScope("request")
    #expect(try request.resolve("link", as: Node.self) === link)
    try await connection.close()
    #expect(await codes { _ = try request.resolve("session", as: Node.self) } == [.scopeClosed])
    #expect(await codes { _ = try await opener.resolver.openScope("request") } == [.scopeClosed])
  }

  @Test("a resolver opens scopes until the stop has ended")
  func untilTheStopHasEnded() async throws {
    let container = try container()
    let server = try container.resolve("server", as: Opener.self)
    #expect(
      await codes { try await server.resolver.withScope("reqest") { _ in } } == [.unknownScope])
    try await container.stop()
    #expect(
      await codes { try await server.resolver.withScope("request") { _ in } }
        == [.containerShutDown])
  }

  @Test func aResolverRetainsNoContainer() async throws {
    var container: Container? = try container()
    let server = try #require(try container?.resolve("server", as: Opener.self))
    container = nil
    #expect(
      await codes { _ = try await server.resolver.openScope("request") } == [.containerShutDown])
  }
}
