import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A service reports the readiness of its container with a probe")
struct ReadinessProbeTests {
  private final class Endpoint: Sendable {
    let probe: ReadinessProbe
    init(_ probe: ReadinessProbe) { self.probe = probe }
  }

  private static let catalog = FactoryCatalog("t") {
    Factory("Endpoint", .readiness, make: Endpoint.init)
    Factory(async: "Opened", .readiness) { (probe: ReadinessProbe) async in Endpoint(probe) }
    Factory("Server") { Node("server") }.onStart { _ in }
  }

  private func plan(_ services: String) throws -> Plan {
    try ServiceConfiguration(
      .inline("scopes: [request]\nservices:\n  server: { type: Server }\n  \(services)")
    ).plan(catalog: Self.catalog)
  }

  @Test(
    "of every lifetime and kind of factory, which does not retain the container",
    arguments: [
      "Endpoint", "Opened", "Endpoint, scope: transient", "Endpoint, scope: graph",
      "Endpoint, scope: weak", "Endpoint, scope: request", "Opened, scope: request",
    ])
  func factories(_ type: String) async throws {
    var container: Container? = Container(try plan("endpoint: { type: \(type) }"))
    let endpoint = try #require(
      try await container?.withScope("request") {
        try await $0.resolve(awaiting: ServiceKey<Endpoint>("endpoint"))
      })
    #expect(endpoint.probe.current.phase == .notStarted)
    #expect(endpoint.probe.current.services.map(\.state).last == .waiting)
    try await container?.start()
    #expect(endpoint.probe.current.isReady)
    try await container?.stop()
    #expect(endpoint.probe.current.phase == .stopped)
    #expect(endpoint.probe.current.services.map(\.key).contains("server"))
    weak let released = container
    container = nil
    #expect(released == nil)
    #expect(endpoint.probe.current == Readiness(phase: .stopped, services: []))
  }

  @Test("of the container that builds it: a parent's service reports the parent")
  func children() async throws {
    let (parent, child) = try family(
      Self.catalog, parent: { $0.define("above", "Endpoint") },
      child: { $0.define("below", "Endpoint") })
    try await parent.start()
    #expect(try child.resolve("above", as: Endpoint.self).probe.current.isReady)
    #expect(try child.resolve("below", as: Endpoint.self).probe.current.phase == .notStarted)
  }

  @Test("and starts while others still wait")
  func startsFirst() async throws {
    let isListening = Gate()
    let catalog = FactoryCatalog("t") {
      Factory("Database") { Node("database") }.onStart { _ in try await isListening.opened() }
      Factory("Endpoint", .readiness, make: Endpoint.init).onStart { endpoint in
        #expect(endpoint.probe.current.phase == .starting)
        isListening.open()
      }
    }
    let container = Container(
      try definitions {
        $0.define("database", "Database")
        $0.define("endpoint", "Endpoint")
      }.plan(catalog))
    try await container.start()
  }

  @Test("for which no configuration has an argument")
  func arguments() throws {
    let error = #expect(throws: DiagnosticsError.self) {
      try plan("endpoint: { type: Endpoint, arguments: { readiness: 1 } }")
    }
    #expect(error?.codes == [.unknownArgument])
  }

  /// An instance that the program makes.
  @MainActor private final class Screen: Injectable {
    @Injected var probe: ReadinessProbe
    nonisolated init() {}
  }

  @Test(
    "in a definition in Swift, an instance and an injected object, none of which becomes opaque by it"
  )
  @MainActor func inSwift() async throws {
    let screen = Screen()
    let plan = try Plan {
      Provide("endpoint", as: Endpoint.self, .readiness) { Endpoint($0) }
      Provide("screen", instance: screen)
    }
    #expect(plan.graph.nodes.filter(\.isOpaque).isEmpty)
    let container = Container(plan)
    let other = Screen()
    try container.inject(into: other)
    try await container.start()
    #expect(try container.resolve("endpoint", as: Endpoint.self).probe.current.isReady)
    #expect(screen.probe.current.isReady && other.probe.current.isReady)
  }
}
