import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A service that requires `await` is built once, and then available without it")
struct AwaitTests {
  actor Pool {
    let url: String
    init(_ url: String) { self.url = url }
  }

  @MainActor final class Window {
    let title: String
    let pool: Pool
    init(title: String, pool: Pool) { (self.title, self.pool) = (title, pool) }
  }

  /// A product that its own factory waits for.
  final class Users: Sendable {
    let pool: Pool
    init(pool: Pool) { self.pool = pool }
  }

  struct Refusal: Error {}

  static func catalog(
    _ counter: Counter = Counter(),
    open: @escaping @Sendable () async throws -> Void = { await Task.yield() }
  ) -> FactoryCatalog {
    FactoryCatalog("await") {
      Factory(async: "Pool", .value("url")) { (url: String) async throws -> Pool in
        try await open()
        counter.increment()
        return Pool(url)
      }
      Factory("Users", .service("pool"), make: Users.init(pool:))
      Factory(main: "Window", .value("title"), .service("pool"), make: Window.init(title:pool:))
      Factory("Later", .lazy("pool"), .provider("pool2", as: Pool.self)) {
        (lazy: Lazy<Pool>, provider: Provider<Pool>) in Later(lazy: lazy, provider: provider)
      }
    }
  }

  struct Later: Sendable {
    var lazy: Lazy<Pool>
    var provider: Provider<Pool>
  }

  static func container(
    _ catalog: FactoryCatalog,
    scope: String? = nil,
    usersScope: String? = nil
  ) throws -> Container {
    Container(
      try definitions {
        $0.define("pool", "Pool", ["url": "db"], scope: scope)
        $0.define("users", "Users", ["pool": .ref("pool")], scope: usersScope)
        $0.define("window", "Window", ["title": "Main", "pool": .ref("pool")])
        $0.define("later", "Later", ["pool": .ref("pool"), "pool2": .ref("pool")])
      }.plan(catalog))
  }

  @Test func aTransientThatIsAwaitedIsMadeOnceAndOffTheCallersActor() async throws {
    let (calls, onMain) = (Counter(), Counter())
    let catalog = FactoryCatalog("t") {
      Factory("T") { () throws -> Node in
        calls.increment()
        if Thread.isMainThread { onMain.increment() }
        return Node("t")
      }
    }
    let container = Container(
      try definitions { $0.define("t", "T", scope: "transient") }.plan(catalog))
    try await Self.awaitOnMain(container, times: 3)
    #expect(calls.value == 3)
    #expect(onMain.value == 0)
  }

  @MainActor
  private static func awaitOnMain(_ container: Container, times: Int) async throws {
    for _ in 0..<times { _ = try await container.resolve(awaiting: ServiceKey<Node>("t")) }
  }

  @Test func startBuildsItAndResolveReturnsIt() async throws {
    let counter = Counter()
    let container = try Self.container(Self.catalog(counter))
    try await container.start()
    #expect(counter.value == 1)
    let users = try container.resolve(Users.self)
    #expect(try container.resolve(Pool.self) === users.pool)
    let window = try container.resolve(Window.self)
    let title = window.title
    #expect(title == "Main")
    #expect(window.pool === users.pool)
    #expect(counter.value == 1)
  }

  @Test func aSynchronousRequestIsRefused() throws {
    let counter = Counter()
    let container = try Self.container(Self.catalog(counter))
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(Users.self) }
    #expect(error?.diagnostics.map(\.code) == [.needsAwait])
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["users", "pool"])
    #expect(counter.value == 0)
  }

  @Test func aFactoryThatCannotAwaitGetsAnError() throws {
    let counter = Counter()
    let catalog = FactoryCatalog("hasty") {
      Self.catalog(counter)
      Factory("Hasty", .provider("pool")) { (pool: Provider<Pool>) throws -> Users in
        Users(pool: try pool())
      }
    }
    let container = Container(
      try definitions {
        $0.define("pool", "Pool", ["url": "db"])
        $0.define("hasty", "Hasty", ["pool": .ref("pool")])
      }.plan(catalog))
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(Users.self) }
    #expect(error?.diagnostics.map(\.code) == [.needsAwait])
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["hasty", "pool"])
    #expect(counter.value == 0)
  }

  @Test func anAwaitingRequestNeedsNoStart() async throws {
    let container = try Self.container(Self.catalog())
    let users = try await container.resolve(awaiting: ServiceKey<Users>("users"))
    let key: ServiceKey<Pool> = "pool"
    let (byKey, byType) = (
      try await container.resolve(awaiting: key), try await container.resolve(awaiting: Pool.self)
    )
    #expect(byKey === users.pool)
    #expect(byType === users.pool)
    // Once it is built, no caller has to wait.
    #expect(try container.resolve(key) === users.pool)
  }

  @Test func handlesCanAwait() async throws {
    let container = try Self.container(Self.catalog())
    let later = try container.resolve(Later.self)
    let error = #expect(throws: DiagnosticsError.self) { try later.lazy.value }
    #expect(error?.diagnostics.map(\.code) == [.needsAwait])
    let pool = try await later.lazy.awaited()
    let provided = try await later.provider.awaited()
    #expect(provided === pool)
    #expect(try later.lazy.value === pool)
    #expect(try later.provider() === pool)
  }

  @Test func aTransientIsAwaitedEachTime() async throws {
    let counter = Counter()
    let container = try Self.container(Self.catalog(counter), scope: "transient")
    try await container.start()
    #expect(counter.value == 2)  // for `users` and for `window`
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(Pool.self) }
    #expect(error?.diagnostics.map(\.code) == [.needsAwait])
    let first = try await container.resolve(awaiting: Pool.self)
    let second = try await container.resolve(awaiting: Pool.self)
    #expect(second !== first)
    #expect(counter.value == 4)
  }

  @Test(arguments: [2, 16, 64])
  func manyTasksReceiveTheOneInstance(_ tasks: Int) async throws {
    for _ in 0..<20 {
      let counter = Counter()
      let container = try Self.container(Self.catalog(counter))
      let pools = try await withThrowingTaskGroup(of: Pool.self) { group in
        for index in 0..<tasks {
          group.addTask {
            index.isMultiple(of: 2)
              ? try await container.resolve(awaiting: Pool.self)
              : try await container.resolve(awaiting: Users.self).pool
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counter.value == 1)
      #expect(Set(pools.map { ObjectIdentifier($0) }).count == 1)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func cancellingTheFirstRequestEndsNoOther() async throws {
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let catalog = Self.catalog(open: {
      hasBegun.yield()
      for await _ in gate { break }
      try Task.checkCancellation()
    })
    let container = try Self.container(catalog)
    let first = Task { try await container.resolve(awaiting: Pool.self) }
    for await _ in begun { break }
    let second = Task { try await container.resolve(awaiting: Pool.self) }
    first.cancel()
    open.yield()
    let pool = try await second.value
    let same = try await first.value
    #expect(same === pool)
  }

  @Test func aFailureReachesAllRequestersAndIsNotCached() async throws {
    let attempts = Counter()
    let catalog = Self.catalog(open: {
      attempts.increment()
      if attempts.value == 1 { throw Refusal() }
    })
    let container = try Self.container(catalog)
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.resolve(awaiting: Users.self)
    }
    #expect(error?.diagnostics.map(\.code) == [.factoryFailed])
    #expect(error?.underlying is Refusal)
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["users", "pool"])
    _ = try await container.resolve(awaiting: Users.self)
    #expect(attempts.value == 2)
  }

  @Test func aStartThatFailsNamesTheService() async throws {
    let container = try Self.container(Self.catalog(open: { throw Refusal() }))
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.diagnostics.map(\.code) == [.factoryFailed])
    #expect(error?.diagnostics.first?.message.hasPrefix("the factory of `pool` failed") == true)
  }

  @Test(.timeLimit(.minutes(15)))
  func aCycleIsReported() async throws {
    let catalog = FactoryCatalog("ring") {
      Factory(async: "A", .provider("b")) { (b: Provider<Node>) async throws -> Node in
        Node("a", [try await b.awaited()])
      }
      Factory(async: "B", .provider("a")) { (a: Provider<Node>) async throws -> Node in
        Node("b", [try await a.awaited()])
      }
    }
    let plan = try definitions {
      $0.define("a", "A", ["b": .ref("b")])
      $0.define("b", "B", ["a": .ref("a")])
    }.plan(catalog)
    for _ in 0..<200 {
      let container = Container(plan)
      let codes = await withTaskGroup(of: [DiagnosticCode].self) { group in
        for key in ["a", "b"] {
          group.addTask {
            do throws(DiagnosticsError) {
              _ = try await container.resolve(awaiting: ServiceKey<Node>(key))
              return []
            } catch { return error.diagnostics.map(\.code) }
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(!codes.isEmpty)
      #expect(codes.allSatisfy { $0 == .reentrantResolution })
    }
  }

  /// A container with a scope that keeps `pool`, and `users`, which needs it.
  private func scoped(_ catalog: FactoryCatalog, isEager: Bool = false) throws -> Container {
    Container(
      try definitions(scopes: ["request"]) {
        $0.define("users", "Users", ["pool": .ref("pool")], scope: "request")
        $0.define("pool", "Pool", ["url": "db"], scope: "request")
        $0.edit { $0.eager = isEager }
      }.plan(catalog))
  }

  @Test func aScopeBuildsItsOwnWhenItIsAwaited() async throws {
    let counter = Counter()
    let container = try scoped(Self.catalog(counter))
    for count in 1...3 {
      try await container.withScope("request") { _ in }
      try await container.withScope("request") { scope in
        let users = try await scope.resolve(awaiting: Users.self)
        // Once it is built, no caller has to wait.
        #expect(try scope.resolve(Pool.self) === users.pool)
        #expect(try scope.resolve(Users.self) === users)
      }
      #expect(counter.value == count)
    }
  }

  @Test("a service that fails to build fails no scope that does not use it")
  func oneThatFailsFailsNoScopeThatDoesNotUseIt() async throws {
    let container = try scoped(Self.catalog(open: { throw Refusal() }))
    let scope = try await container.openScope("request")
    let error = await #expect(throws: DiagnosticsError.self) {
      try await scope.resolve(awaiting: Users.self)
    }
    #expect(error?.codes == [.factoryFailed])
    try await scope.close()
  }

  @Test func aSynchronousRequestInAScopeIsRefused() async throws {
    let counter = Counter()
    let container = try scoped(Self.catalog(counter))
    for _ in 0..<3 {
      let scope = try await container.openScope("request")
      let error = #expect(throws: DiagnosticsError.self) { try scope.resolve(Users.self) }
      #expect(error?.codes == [.needsAwait])
      #expect(
        error?.diagnostics.first?.fixIts.map { "\($0.message): \($0.suggestion ?? "")" } == [
          "await it with the request: try await scope.resolve(awaiting: .users)"
        ])
      try await scope.close()
    }
    #expect(counter.value == 0)
  }

  @Test func aScopeBuildsAnEagerOneWhenItOpens() async throws {
    let counter = Counter()
    let container = try scoped(Self.catalog(counter), isEager: true)
    for _ in 0..<3 {
      try await container.withScope("request") { scope in
        let users = try scope.resolve(Users.self)
        let pool = try scope.resolve(Pool.self)
        #expect(users.pool === pool)
      }
    }
    #expect(counter.value == 3)
  }
}
