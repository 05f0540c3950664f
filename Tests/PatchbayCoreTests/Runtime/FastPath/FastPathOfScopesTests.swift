import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// As in ``FastPathTests``: each test asks several times, as the first request takes the slow path.
@Suite("Scopes, handles and `make` return the same as the slow path")
struct FastPathOfScopesTests {
  typealias Leaf = FastPathTests.Leaf

  /// Has a handle to a service.
  final class Holder: Sendable {
    let leaf: Provider<Leaf>
    init(leaf: Provider<Leaf>) { self.leaf = leaf }
  }

  /// What a request may find wrong, by code; nil if it returned something.
  static func code(_ request: () throws -> Any) -> DiagnosticCode? {
    do { _ = try request() } catch {
      return (error as? DiagnosticsError)?.diagnostics.first?.code
    }
    return nil
  }

  static func container(_ build: (inout TestDefinitions) -> Void) throws -> Container {
    let catalog = FactoryCatalog("leaves") {
      Factory("Leaf", .value("size", default: 1), make: Leaf.init(size:))
      Factory("Holder", .provider("leaf"), make: Holder.init(leaf:))
    }
    return Container(try definitions(scopes: ["request"]) { build(&$0) }.plan(catalog))
  }

  static let leaf: ServiceKey<Leaf> = "leaf"

  /// The ways to ask a scope for the leaf.
  static let requests: [@Sendable (ServiceScope) throws -> Leaf] = [
    { try $0.resolve(leaf) }, { try $0.resolve(Leaf.self) },
    { try $0.resolve("leaf", as: Leaf.self) },
    { try $0.resolveIfPresent(leaf) ?? Leaf(size: 0) },
    { try $0["leaf"] as? Leaf ?? Leaf(size: 0) },
    { try $0.with(leaf) { copy $0 } },
  ]

  @Test(arguments: requests.indices, ["singleton", "request"])
  func aScopeThatWasClosedReturnsNothing(_ request: Int, _ lifetime: String) async throws {
    let container = try Self.container { $0.define("leaf", "Leaf", scope: lifetime) }
    let scope = try await container.openScope("request")
    for _ in 0..<3 { _ = try Self.requests[request](scope) }
    try await scope.close()
    for _ in 0..<3 {
      #expect(Self.code { try Self.requests[request](scope) } == .scopeClosed)
    }
  }

  @Test(arguments: requests.indices, ["singleton", "request", "transient"])
  func aScopeOfAStoppedContainerReturnsNothing(_ request: Int, _ lifetime: String) async throws {
    let container = try Self.container { $0.define("leaf", "Leaf", scope: lifetime) }
    let scope = try await container.openScope("request")
    for _ in 0..<3 { _ = try Self.requests[request](scope) }
    try await container.stop()
    for _ in 0..<3 {
      #expect(Self.code { try Self.requests[request](scope) } == .containerShutDown)
    }
  }

  @Test(arguments: requests.indices, ["singleton", "request", "transient"])
  func anOverrideHoldsInAScopeThatIsOpen(_ request: Int, _ lifetime: String) async throws {
    let container = try Self.container { $0.define("leaf", "Leaf", scope: lifetime) }
    let scope = try await container.openScope("request")
    for _ in 0..<3 { #expect(try Self.requests[request](scope).size == 1) }
    let other = try container.override(Self.leaf, with: Leaf(size: 2))
    for _ in 0..<3 { #expect(try Self.requests[request](scope).size == 2) }
    other.remove()
    for _ in 0..<3 { #expect(try Self.requests[request](scope).size == 1) }
    try await scope.close()
  }

  @Test func eachScopeReturnsItsOwn() async throws {
    let container = try Self.container { $0.define("leaf", "Leaf", scope: "request") }
    let (one, two) = (
      try await container.openScope("request"), try await container.openScope("request")
    )
    let (first, second) = (try one.resolve(Self.leaf), try two.resolve(Self.leaf))
    #expect(first !== second)
    for request in Self.requests {
      #expect(try request(one) === first)
      #expect(try request(two) === second)
    }
    #expect(Self.code { try container.resolve(Self.leaf) } == .scopedOutsideScope)
    try await one.close()
    for request in Self.requests { #expect(try request(two) === second) }
    try await two.close()
  }

  @Test(arguments: ["singleton", "transient"])
  func aProviderFollowsOverridesAndTheStop(_ lifetime: String) async throws {
    let container = try Self.container {
      $0.define("leaf", "Leaf", scope: lifetime)
      $0.define("holder", "Holder", ["leaf": .ref("leaf")])
    }
    let holder = try container.resolve(Holder.self)
    for _ in 0..<3 { #expect(try holder.leaf().size == 1) }
    let other = try container.override(Self.leaf, with: Leaf(size: 2))
    for _ in 0..<3 { #expect(try holder.leaf().size == 2) }
    other.remove()
    for _ in 0..<3 { #expect(try holder.leaf().size == 1) }
    try await container.stop()
    for _ in 0..<3 { #expect(Self.code { try holder.leaf() } == .containerShutDown) }
  }

  @Test func aProviderFollowsTheCurrentScope() async throws {
    let container = try Self.container {
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("holder", "Holder", ["leaf": .ref("leaf")], scope: "request")
    }
    let holder = try await container.withScope("request") { scope in
      let holder = try scope.resolve(Holder.self)
      let leaf = try scope.resolve(Self.leaf)
      for _ in 0..<3 { #expect(try holder.leaf() === leaf) }
      return holder
    }
    for _ in 0..<3 { #expect(Self.code { try holder.leaf() } == .scopeClosed) }
  }

  @Test func awaitedServicesFollowOverridesAndTheStop() async throws {
    let container = try Self.container { $0.define("leaf", "Leaf") }
    for _ in 0..<3 { #expect(try await container.resolve(awaiting: Self.leaf).size == 1) }
    let other = try container.override(Self.leaf, with: Leaf(size: 2))
    for _ in 0..<3 { #expect(try await container.resolve(awaiting: Self.leaf).size == 2) }
    other.remove()
    for _ in 0..<3 { #expect(try await container.resolve(awaiting: Self.leaf).size == 1) }
    try await container.stop()
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.resolve(awaiting: Self.leaf)
    }
    #expect(error?.diagnostics.map(\.code) == [.containerShutDown])
  }

  @Test func theTextSubscriptFollowsOverridesAndTheStop() async throws {
    let container = try Self.container { $0.define("leaf", "Leaf") }
    func size() throws -> Int? { (try container["leaf"] as? Leaf)?.size }
    for _ in 0..<3 { #expect(try size() == 1) }
    let other = try container.override(Self.leaf, with: Leaf(size: 2))
    for _ in 0..<3 { #expect(try size() == 2) }
    other.remove()
    for _ in 0..<3 { #expect(try size() == 1) }
    try await container.stop()
    for _ in 0..<3 { #expect(Self.code { try container["leaf"] } == .containerShutDown) }
  }

  @Test(arguments: ["singleton", "graph", "request"])
  func makeRefusesAServiceThatOthersMayShare(_ lifetime: String) async throws {
    let container = try Self.container { $0.define("leaf", "Leaf", scope: lifetime) }
    try await container.withScope("request") { _ in
      for _ in 0..<3 {
        _ = try container.resolve(Self.leaf)
        #expect(Self.code { try container.make(Self.leaf) } == .notSendable)
      }
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func aContractThatRequestsItsOwnTransientEnds() throws {
    // The conversion to a contract is a part of the construction: it may make requests, too.
    final class Door: Sendable {
      let container = Locked<Container?>(nil)
    }
    struct View: Sendable { var count: Int }
    let door = Door()
    let catalog = FactoryCatalog("views") {
      Factory("Leaf", .value("size", default: 1), make: Leaf.init(size:))
        .provides(View.self) { leaf in
          let container = door.container.withLock { $0 }
          return (try? container?.resolve(View.self)) ?? View(count: leaf.size)
        }
    }
    let container = Container(
      try definitions { $0.define("leaf", "Leaf", scope: "transient") }.plan(catalog))
    door.container.withLock { $0 = container }
    defer { door.container.withLock { $0 = nil } }
    for _ in 0..<3 { #expect(try container.resolve(View.self).count == 1) }
  }
}
