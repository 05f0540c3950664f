import IntegrationSupport
import Logging
import Patchbay
import ServiceLifecycle
import StubNetwork
import Synchronization
import Testing

extension Recipes {
  /// A request that is in flight at SIGTERM is answered, and its database still runs; later ones are refused.
  @Suite("Servers")
  struct Servers {
    @Test("with Hummingbird")
    func hummingbird() async throws {
      let container = try Container(
        loading: Files.configuration("web"), variables: [:], overlays: [held], catalog: .web)
      #expect(try await heldAnswer(at: 8080, of: container) == "done")
    }

    @Test("with Vapor")
    func vapor() async throws {
      let container = try Container(
        loading: Files.configuration("web"), variables: [:], overlays: [held], catalog: .vaporWeb)
      #expect(try await heldAnswer(at: 8080, of: container) == "done")
    }

    @Test("with Vapor 4")
    func vaporFour() async throws {
      let container = try Container(
        loading: .inline(
          """
          services:
            server: { type: HTTPServer, arguments: { port: 8082, routes: !tagged routes } }
            held: { type: HeldRoute, tags: [routes], arguments: { holding: !ref query } }
            query: { type: HeldQuery, arguments: { door: !ref door, database: !ref database } }
            door: { type: Door }
            database:
              type: PostgresClient
              arguments: { host: localhost, username: app, password: !secret "" }
          """),
        variables: [:], catalog: .heldVaporFour)
      #expect(try await heldAnswer(at: 8082, of: container) == "done")
    }

    @Test("with gRPC")
    func grpc() async throws {
      let container = try Container(
        loading: .inline(
          """
          scopes: [request]
          services:
            server: { type: GRPCServer, arguments: { port: 8081, services: !tagged routes } }
          """),
        variables: [:], overlays: [held], catalog: .grpcProgram)
      #expect(try await heldAnswer(at: 8081, of: container) == "done")
    }

    /// The messages of a stream are written after the interceptor has closed its scope.
    @Test("with gRPC and a scope for each request", arguments: ["/hello", "/stream"])
    func grpcScopes(of path: String) async throws {
      let container = try Container(
        loading: .inline(
          """
          scopes: [request]
          services:
            server: { type: GRPCServer, arguments: { port: 8081, services: !tagged routes } }
            greetings: { type: Greetings, tags: [routes], arguments: { session: !ref session } }
            session: { type: Session, scope: request }
          """),
        variables: [:], catalog: .grpcProgram)
      let scopes = Journal<String?>()
      container.observe(
        ContainerObserver(built: { if $0.key == "session" { scopes.add($0.scope) } }))
      try await container.run(until: {
        for _ in 1...2 {
          let answer = try await Network.shared.get(path, port: 8081)
          #expect(answer == "hello, guest")
        }
      })
      #expect(scopes.entries == ["request", "request"])
    }

    @Test("with a group that handles the signals")
    func group() async throws {
      let container = try Container(
        loading: Files.configuration("web"), variables: [:], overlays: [held], catalog: .web)
      let telemetry = Telemetry()
      let answer = try await heldAnswer(at: 8080, of: container) {
        try await run($0, after: telemetry)
      }
      #expect(answer == "done")
      #expect(telemetry.wasShutDown.withLock { $0 })
      await #expect(throws: DiagnosticsError.self) { try await container.start() }
    }

    @Test("with a scope for each request", arguments: [FactoryCatalog.web, .vaporWeb])
    func scopes(of catalog: FactoryCatalog) async throws {
      let container = try Container(
        loading: Files.configuration("web"), variables: [:], catalog: catalog)
      let scopes = Journal<String?>()
      container.observe(
        ContainerObserver(built: { if $0.key == "session" { scopes.add($0.scope) } }))
      try await container.run(until: {
        await Network.shared.wait(port: 8080, isOpen: true)
        for _ in 1...2 {
          let answer = try await Network.shared.get("/hello", port: 8080)
          #expect(answer == "hello, guest")
        }
      })
      #expect(scopes.entries == ["request", "request"])
    }

    @Test(
      "which listen on a port that is in use, end the program",
      arguments: [
        FactoryCatalog.web, .vaporWeb,
      ])
    func portInUse(of catalog: FactoryCatalog) async throws {
      let other = try Listener(port: 8080)
      defer { other.close() }
      let container = try Container(
        loading: Files.configuration("web"), variables: [:], catalog: catalog)
      let error = await #expect(throws: DiagnosticsError.self) { try await container.run() }
      #expect(error?.diagnostics.map(\.code.name) == ["service-ended"])
    }

    @Test("without a group cut the request, as their run is cancelled")
    func cut() async throws {
      let lone = ConfigurationSource.inline(
        "services: { server: !replace { type: LoneServer, arguments: { application: !ref application } } }"
      )
      let container = try Container(
        loading: Files.configuration("web"), variables: [:], overlays: [held, lone], catalog: .web)
      await #expect(throws: Network.Reset.self) { try await heldAnswer(at: 8080, of: container) }
    }
  }
}

/// Another service of the group, which has to outlive the container.
private final class Telemetry: Service {
  let wasShutDown = Mutex(false)

  func run() async throws {
    try await gracefulShutdown()
    wasShutDown.withLock { $0 = true }
  }
}
