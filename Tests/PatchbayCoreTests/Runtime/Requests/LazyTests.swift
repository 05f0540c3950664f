import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A `Lazy` builds a transient once, for any callers", .timeLimit(.minutes(15)))
struct LazyTests {
  /// A service with handles of two transients, whose factories may use them.
  private final class Holder: Sendable {
    let x: Lazy<Node>
    let y: Lazy<Node>
    init(_ x: Lazy<Node>, _ y: Lazy<Node>) { (self.x, self.y) = (x, y) }
  }

  private final class Handles: Sendable {
    private let holder = Locked<Holder?>(nil)
    var x: Lazy<Node>? { holder.withLock { $0?.x } }
    var y: Lazy<Node>? { holder.withLock { $0?.y } }
    func set(_ holder: Holder?) { self.holder.withLock { $0 = holder } }
  }

  private func container(
    key: String = "x",
    x: @escaping @Sendable (Handles) throws -> [Node],
    y: @escaping @Sendable (Handles) throws -> [Node] = { _ in [] }
  ) throws -> (container: Container, handles: Handles) {
    let handles = Handles()
    let catalog = FactoryCatalog("t") {
      Factory("X") { () throws -> Node in Node("x", try x(handles)) }
      Factory("Y") { () throws -> Node in Node("y", try y(handles)) }
      Factory("Holder", .lazy("x"), .lazy("y"), make: Holder.init)
    }
    let container = Container(
      try definitions {
        $0.define(key, "X", scope: "transient")
        $0.define("y", "Y", scope: "transient")
        $0.define("holder", "Holder", ["x": .ref(key), "y": .ref("y")], scope: "transient")
      }.plan(catalog))
    handles.set(try container.resolve("holder", as: Holder.self))
    return (container, handles)
  }

  private static func error(_ body: () throws -> Node?) -> DiagnosticsError? {
    do {
      _ = try body()
      return nil
    } catch { return error as? DiagnosticsError }
  }

  @Test func threadsThatUseItFirstAtTheSameTimeBuildOne() throws {
    for _ in 0..<50 {
      let builds = Counter()
      let (container, handles) = try container(x: { _ in
        builds.increment()
        // Long enough that the others ask meanwhile.
        for _ in 0..<10 { sched_yield() }
        return []
      })
      let found = Locked<[Node]>([])
      onThreads(4) { _ in
        guard let node = try? handles.x?.value else { return }
        found.withLock { $0.append(node) }
      }
      #expect(builds.value == 1)
      #expect(found.withLock { $0.count } == 4)
      #expect(Set(found.withLock { $0.map { ObjectIdentifier($0) } }).count == 1)
      withExtendedLifetime(container) {}
    }
  }

  @Test func aFactoryThatReadsItsOwnHandleFails() throws {
    // A key of its own: other tests wait for theirs meanwhile.
    let (container, handles) = try container(
      key: "own", x: { [try $0.x?.value].compactMap { $0 } })
    let error = Self.error { try handles.x?.value }
    #expect(error?.codes == [.reentrantResolution])
    #expect(
      error?.diagnostics.first?.message == "the factory of `own` asks for `own` while it runs")
    #expect(WaitGraph.edgeCount(to: "own") == 0)
    withExtendedLifetime(container) {}
  }

  @Test func factoriesThatReadEachOthersHandlesFail() throws {
    let (container, handles) = try container(
      x: { [try $0.y?.value].compactMap { $0 } }, y: { [try $0.x?.value].compactMap { $0 } })
    let error = Self.error { try handles.x?.value }
    #expect(error?.codes == [.reentrantResolution])
    #expect(
      error?.diagnostics.first?.message == "the factories of `x` and `y` wait for each other")
    for _ in 0..<200 {
      let errors = Counter()
      onThreads(2) { thread in
        let error = Self.error { try (thread == 0 ? handles.x : handles.y)?.value }
        if error?.codes == [.reentrantResolution] { errors.increment() }
      }
      #expect(errors.value == 2)
    }
    withExtendedLifetime(container) {}
  }

  @Test func afterAFailureTheNextUseTriesAgain() throws {
    let tries = Counter()
    let (container, handles) = try container(x: { _ in
      if tries.increment() == 1 { throw Broken() }
      return []
    })
    let error = Self.error { try handles.x?.value }
    #expect(error?.codes == [.factoryFailed])
    #expect(error?.underlying is Broken)
    #expect(Self.error { try handles.x?.value } == nil)
    #expect(tries.value == 2)
    withExtendedLifetime(container) {}
  }

  /// The path of an error has each service once, although the handle has a construction of its own.
  @Test func anErrorNamesEachServiceOnItsPathOnce() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Failing") { () throws -> Node in throw Broken() }
      Factory("X", .service("inner")) { (inner: Node) in Node("x", [inner]) }
      Factory("Eager", .lazy("x")) { (x: Lazy<Node>) throws -> Node in try x.value }
    }
    for scope in ["transient", "singleton", "graph"] {
      let container = Container(
        try definitions {
          $0.define("failing", "Failing", scope: scope)
          $0.define("x", "X", ["inner": .ref("failing")], scope: "transient")
          $0.define("eager", "Eager", ["x": .ref("x")])
        }.plan(catalog))
      let error = Self.error { try container.resolve("eager", as: Node.self) }
      #expect(
        error?.diagnostics.first?.requestedBy.map(\.key) == ["eager", "x", "failing"], "\(scope)")
    }
  }

  private struct Awaited {
    let container: Container
    let lazy: Lazy<Node>
    let builds = Counter()

    /// A handle of a transient that an `async` factory builds, or whose synchronous factory needs such a one.
    init(
      isAsync: Bool, _ body: @escaping @Sendable (Lazy<Node>?) async throws -> Void = { _ in }
    ) throws {
      let own = Locked<Lazy<Node>?>(nil)
      let builds = builds
      let catalog = FactoryCatalog("t") {
        Factory(async: "Async") { () async throws -> Node in
          builds.increment()
          try await body(own.withLock { $0 })
          return Node("async")
        }
        Factory("Sync", .service("inner")) { (inner: Node) in
          builds.increment()
          return Node("sync", [inner])
        }
        Factory("Holder", .lazy("x"), .lazy("y"), make: Holder.init)
      }
      container = Container(
        try definitions {
          $0.define("async", "Async", scope: isAsync ? "transient" : nil)
          $0.define("sync", "Sync", ["inner": .ref("async")], scope: "transient")
          let key = isAsync ? "async" : "sync"
          $0.define("holder", "Holder", ["x": .ref(key), "y": .ref(key)])
        }.plan(catalog))
      lazy = try container.resolve("holder", as: Holder.self).x
      own.withLock { [lazy] in $0 = lazy }
    }
  }

  @Test(arguments: [true, false])
  func tasksThatAwaitItFirstAtTheSameTimeBuildOne(isAsync: Bool) async throws {
    for _ in 0..<100 {
      let awaited = try Awaited(isAsync: isAsync) { _ in await Task.yield() }
      let found = try await withThrowingTaskGroup(of: Node.self) { group in
        for _ in 0..<8 { group.addTask { try await awaited.lazy.awaited() } }
        return try await group.reduce(into: Set<ObjectIdentifier>()) {
          $0.insert(ObjectIdentifier($1))
        }
      }
      #expect(found.count == 1)
      #expect(awaited.builds.value == (isAsync ? 1 : 2))
      #expect(try ObjectIdentifier(awaited.lazy.value) == found.first)
    }
  }

  @Test func anAsyncFactoryThatAwaitsItsOwnHandleFails() async throws {
    let awaited = try Awaited(isAsync: true) { _ = try await $0?.awaited() }
    #expect(await codes { _ = try await awaited.lazy.awaited() } == [.reentrantResolution])
  }

  @Test func aThreadDoesNotWaitForATaskThatBuildsIt() async throws {
    let (isInFactory, mayGoOn) = (Gate(), Gate())
    let awaited = try Awaited(isAsync: false) { _ in
      isInFactory.open()
      try await mayGoOn.opened()
    }
    async let node = awaited.lazy.awaited()
    try await isInFactory.opened()
    #expect(Self.error { try awaited.lazy.value }?.codes == [.needsAwait])
    mayGoOn.open()
    let found = try await node
    #expect(try awaited.lazy.value === found)
  }
}
