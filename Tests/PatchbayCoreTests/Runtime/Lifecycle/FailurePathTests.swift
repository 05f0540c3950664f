import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

private struct Refused: Error, CustomStringConvertible {
  let description = "connection refused: localhost:5432"
}

@Suite("A failed start shows its cause, then the path to the service")
struct FailurePathTests {
  /// A container in which `pool` fails; a start begins with the services that are eager.
  private func container(eager: Set<String>) throws -> Container {
    try Container {
      Provide("pool", as: Pool.self, fileID: "App/Wiring.swift", line: 1) { throw Refused() }
        .eager(eager.contains("pool"))
      Provide("users", as: Users.self, .service("pool"), fileID: "App/Wiring.swift", line: 2) {
        Users(pool: $0)
      }
      .eager(eager.contains("users"))
      Provide("server", as: Server.self, .service("users"), fileID: "App/Wiring.swift", line: 3) {
        Server(users: $0)
      }
    }
  }

  private struct Pool: Sendable {}
  private struct Users: Sendable { var pool: Pool }
  private struct Server: Sendable { var users: Users }

  @Test("of a factory, wherever on the path the start begins", arguments: ["pool", "users"])
  func factory(_ eager: String) async throws {
    let container = try container(eager: [eager])
    let error = try await #require(throws: DiagnosticsError.self) { try await container.start() }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[factory-failed]: the factory of `pool` failed: connection refused: localhost:5432
         --> App/Wiring.swift:1: built by the factory `closure of pool`
          = note: requested by: server (Wiring.swift:3) -> users (Wiring.swift:2) -> pool (Wiring.swift:1)
          = note: the factory is declared at App/Wiring.swift:1
        """)
    #expect(error.underlying is Refused)
  }

  @Test("of a hook")
  func hook() async throws {
    let container = try Container {
      Provide("pool", as: Pool.self, fileID: "App/Wiring.swift", line: 1) { Pool() }
        .onStart { _ in throw Refused() }
      Provide("users", as: Users.self, .service("pool"), fileID: "App/Wiring.swift", line: 2) {
        Users(pool: $0)
      }
    }
    let error = try await #require(throws: DiagnosticsError.self) { try await container.start() }
    #expect(
      TerminalRenderer().render(error.diagnostics) == """
        error[start-failed]: `pool` could not be started: connection refused: localhost:5432
         --> App/Wiring.swift:1: built by the factory `closure of pool`
          = note: requested by: users (Wiring.swift:2) -> pool (Wiring.swift:1)
          = note: the factory is declared at App/Wiring.swift:1
          = note: what had been built is stopped again
        """)
  }

  @Test("which ends at the first service that no other one needs")
  func path() throws {
    let wiring = try container(eager: []).wiring
    let paths = RequestPaths(wiring.services, wiring.edges)
    #expect(paths.path(to: 0).map(\.key) == ["server", "users", "pool"])
    #expect(paths.path(to: 2).map(\.key) == ["server"])
  }

  @Test("which is the service alone where all are in a cycle")
  func cycle() throws {
    let wiring = try Container {
      Provide("a", as: Provider<Int>.self, .provider(ServiceKey<Int>("b"))) { $0 }
      Provide("b", as: Int.self, .service("a", as: Provider<Int>.self)) { _ in 1 }
    }.wiring
    let paths = RequestPaths(wiring.services, wiring.edges)
    #expect(paths.path(to: 0).map(\.key) == ["a"])
  }
}
