import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("What comes after the end of a scope names the scope", .timeLimit(.minutes(15)))
struct ClosedScopeTests {
  private func container() throws -> Container {
    Container(
      try definitions(scopes: ["connection", "request"]) {
        $0.define("session", "Hooked", ["name": "session", "inputs": .list([])], scope: "request")
      }.plan(.hooked()))
  }

  private func message(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch {
      return (error as? DiagnosticsError)?.diagnostics.first?.message
    }
    return nil
  }

  /// The scope is closed between its creation and the start of its services.
  @Test func aStartOfItsServices() async throws {
    let container = try container()
    let connection = try await container.openScope("connection")
    let store = InstanceStore(container.wiring, depth: 2, outer: connection.store)
    store.closeWithOuter()
    try await connection.close()
    let message = await message { _ = try await store.start { .failure(.containerGone()) } }
    #expect(message == "the scope `request` is closed")
  }

  @Test func theContainerIsNamedIfItIsShutDown() async throws {
    let container = try container()
    let connection = try await container.openScope("connection")
    let store = InstanceStore(container.wiring, depth: 2, outer: connection.store)
    store.closeWithOuter()
    try await container.stop()
    let message = await message { _ = try await store.start { .failure(.containerGone()) } }
    #expect(message == "the container is shut down")
  }

  @Test func aRequestIsNamed() async throws {
    let container = try container()
    let connection = try await container.openScope("connection")
    let request = try await connection.openScope("request")
    let key = ServiceKey<Node>("session")
    let token = try container.override(key) { $0 }
    func messages() async -> [String?] {
      [
        await message { _ = try request.resolve(key) },
        await message { _ = try request["session"] },
        await message { _ = try await request.resolve(awaiting: key) },
      ]
    }
    _ = try request.resolve(key)
    try await request.close()
    let closed = "`session` was asked for after the scope `request` was closed"
    #expect(await messages() == [closed, closed, closed])
    token.remove()
    try await container.stop()
    let stopped = "`session` was asked for after the container was stopped"
    #expect(await messages() == [stopped, stopped, stopped])
  }
}
