import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Under load: a closed scope is released", .serialized)
struct ScopeStressTests {
  /// Scopes opened and closed, with handles that are used, kept by a failing factory, and asked too
  /// late.
  @Test(arguments: [1, 4])
  func openedAndClosed(_ tasks: Int) async throws {
    let alive = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") { Node("leaf") }
      Factory("Holder", .provider("provider"), .lazy("lazy"), .resolver) {
        HandleHolder($0, $1, $2, alive)
      }
      Factory("Failing", .service("holder", as: HandleHolder.self)) {
        (_: HandleHolder) throws -> Node in
        throw Broken()
      }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("leaf", "Leaf", scope: "request")
        $0.define(
          "holder", "Holder", ["provider": .ref("leaf"), "lazy": .ref("leaf")], scope: "request")
        $0.define("failing", "Failing", ["holder": .ref("holder")], scope: "request")
      }.plan(catalog))
    let late = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          for _ in 0..<Stress.rounds / tasks {
            weak var store: InstanceStore?
            let provider = try await container.withScope("request") { scope in
              store = scope.store
              let holder = try scope.resolve("holder", as: HandleHolder.self)
              _ = try holder.provider()
              _ = try holder.lazy.value
              _ = try holder.resolver.resolve("leaf", as: Node.self)
              #expect(throws: DiagnosticsError.self) {
                try holder.resolver.resolve("failing", as: Node.self)
              }
              return holder.provider
            }
            #expect(store == nil)
            if (try? provider()) == nil { late.increment() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(alive.value == 0)
    #expect(late.value == Stress.rounds / tasks * tasks)
  }

  /// A holder of a scope that was closed is refused, and never gets what a later scope has.
  @Test(arguments: [1, 4])
  func heldAfterItsEnd(_ tasks: Int) async throws {
    let built = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") {
        built.increment()
        return Node("leaf")
      }
      Factory("Pair", .services("inputs", as: Node.self)) { Node("pair", $0) }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("leaf", "Leaf", scope: "request")
        $0.define("pair", "Pair", ["inputs": .list([.ref("leaf")])], scope: "request")
      }.plan(catalog))
    let (leaf, pair): (ServiceKey<Node>, ServiceKey<Node>) = ("leaf", "pair")
    let wrong = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          var held: (scope: ServiceScope, leaf: Node)?
          for _ in 0..<Stress.rounds / tasks {
            let scope = try await container.openScope("request")
            let (node, parent) = (try scope.resolve(leaf), try scope.resolve(pair))
            let again = try scope.resolve(leaf)
            if parent.inputs.first !== node || again !== node || held?.leaf === node {
              wrong.increment()
            }
            if let held, (try? held.scope.resolve(leaf)) != nil { wrong.increment() }
            try await scope.close()
            if (try? scope.resolve(pair)) != nil { wrong.increment() }
            held = (scope, node)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(wrong.value == 0)
    #expect(built.value == Stress.rounds / tasks * tasks)
  }
}
