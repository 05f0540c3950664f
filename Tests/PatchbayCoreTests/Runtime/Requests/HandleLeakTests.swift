import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A handle retains neither its scope nor the graph of its holder's request")
struct HandleLeakTests {
  /// The same by injected properties.
  private final class Injecting: Injectable {
    @Injected("leaf") var provider: Provider<Node>
    @Injected("leaf") var lazy: Lazy<Node>
    @Injected var resolver: Resolver
    private let alive: Counter

    init(_ alive: Counter) {
      self.alive = alive
      alive.increment()
    }

    deinit { alive.decrement() }
  }

  private func container(_ alive: Counter) throws -> Container {
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") { Node("leaf") }
      Factory("Holder", .provider("provider"), .lazy("lazy"), .resolver) {
        HandleHolder($0, $1, $2, alive)
      }
    }
    return Container(
      try definitions(scopes: ["request"]) {
        $0.define("leaf", "Leaf", scope: "request")
        $0.define(
          "holder", "Holder", ["provider": .ref("leaf"), "lazy": .ref("leaf")], scope: "request")
      }.plan(catalog))
  }

  @Test(arguments: [true, false])
  func aScopeIsReleasedThoughItsServicesKeepHandles(isUsed: Bool) async throws {
    let alive = Counter()
    let container = try container(alive)
    for _ in 0..<3 {
      try await container.withScope("request") { scope in
        let holder = try scope.resolve("holder", as: HandleHolder.self)
        if isUsed {
          _ = try holder.provider()
          _ = try holder.lazy.value
          _ = try holder.resolver.resolve("leaf", as: Node.self)
        }
        #expect(alive.value == 1)
      }
      #expect(alive.value == 0)
    }
  }

  /// A resolver knows the construction of its holder, which is not to know what came of it.
  @Test func aHolderWhoseAsyncFactoryKeepsAResolverIsReleased() async throws {
    let alive = Counter()
    final class Keeper: Sendable {
      let resolver: Resolver
      private let alive: Counter
      init(_ resolver: Resolver, _ alive: Counter) {
        (self.resolver, self.alive) = (resolver, alive)
        alive.increment()
      }
      deinit { alive.decrement() }
    }
    let catalog = FactoryCatalog("t") {
      Factory(async: "Keeper", .resolver) { (resolver: Resolver) async in Keeper(resolver, alive) }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("keeper", "Keeper", scope: "request")
      }.plan(catalog))
    try await container.withScope("request") { scope in
      _ = try await scope.resolve(awaiting: ServiceKey<Keeper>("keeper"))
      #expect(alive.value == 1)
    }
    // The task that built it may be about to end.
    for _ in 0..<100_000 where alive.value > 0 { await Task.yield() }
    #expect(alive.value == 0)
  }

  @Test func aScopeThatIsNotClosedIsReleasedToo() async throws {
    let alive = Counter()
    let container = try container(alive)
    _ = try await container.openScope("request").resolve("holder", as: HandleHolder.self)
    #expect(alive.value == 0)
  }

  @Test func anInjectedObjectKeepsNoScope() async throws {
    let alive = Counter()
    let container = try container(alive)
    weak var store: InstanceStore?
    let object = try await container.withScope("request") { scope in
      store = scope.store
      let object = Injecting(alive)
      try scope.inject(into: object)
      #expect(try object.provider() === object.lazy.value)
      return object
    }
    #expect(store == nil)
    let errors = [
      #expect(throws: DiagnosticsError.self) { try object.provider() },
      #expect(throws: DiagnosticsError.self) {
        try object.resolver.resolve("leaf", as: Node.self)
      },
    ]
    #expect(errors.map { $0?.codes } == [[.scopeClosed], [.scopeClosed]])
  }

  @Test func aHandleOfAReleasedScopeThrows() async throws {
    let alive = Counter()
    let container = try container(alive)
    let holder = try await container.openScope("request").resolve("holder", as: HandleHolder.self)
    let error = #expect(throws: DiagnosticsError.self) { try holder.provider() }
    #expect(error?.codes == [.scopeClosed])
  }
}
