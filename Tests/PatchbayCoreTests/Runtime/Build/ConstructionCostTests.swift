import PatchbayDiagnostics
import Synchronization
import Testing

@testable import PatchbayCore

@Suite("What a construction costs and retains does not depend on others", .serialized)
struct ConstructionCostTests {
  private static let sizes = (small: 1_000, large: 8_000)

  /// Eight times as many cost less than a third of what a quadratic cost would.
  private func expectLinear(_ work: (Int) throws -> Void) rethrows {
    #expect(try growthOfCost(from: Self.sizes.small, to: Self.sizes.large, work) < 20)
  }

  @Test("A list of transients costs as much as its elements")
  func aListOfTransients() throws {
    let plans = try [Self.sizes.small, Self.sizes.large].reduce(into: [:]) { plans, size in
      plans[size] = try definitions { set in
        set.define("hub", "Quiet", ["inputs": .list((0..<size).map { .ref("n\($0)") })])
        for number in 0..<size {
          set.define("n\(number)", "Quiet", ["inputs": .list([])], scope: "transient")
        }
      }.plan(.hooked())
    }
    try expectLinear { size in
      let container = Container(try #require(plans[size]))
      #expect(try container.resolve("hub", as: Node.self).inputs.count == size)
    }
  }

  @Test("A construction is found among others that run at the same time without looking at each")
  func manyAtOnce() throws {
    let plans = try [Self.sizes.small, Self.sizes.large].reduce(into: [:]) { plans, size in
      plans[size] = try definitions { set in
        for number in 0..<size { set.define("n\(number)", "Quiet", ["inputs": .list([])]) }
      }.plan(.hooked())
    }
    try expectLinear { size in
      let root = Container(try #require(plans[size])).root
      for index in 0..<size {
        guard case .begun = root.claim(index, requester: nil) else {
          Issue.record("another construction of \(index) runs")
          continue
        }
      }
      for index in 0..<size { root.endClaim(index) }
    }
  }

  @Test("Who waits for another request's construction retains no weak instance of that request")
  func weakInstancesOfOthers() async throws {
    let (hasBegun, isNear, mayEnd, firstHasEnded) = (Gate(), Gate(), Gate(), Gate())
    let found = Memory()
    let wasReleased = Counter()
    let catalog = FactoryCatalog("weak") {
      Factory("Leaf") { () -> Node in
        let node = Node("leaf")
        found.remember(node)
        return node
      }
      Factory(async: "Slow") { () async throws -> Node in
        hasBegun.open()
        try await mayEnd.opened()
        return Node("slow")
      }
      Factory(async: "First", .service("leaf"), .service("slow")) {
        (_: Node, _: Node) async throws -> Node in Node("first")
      }
      Factory("Near") { () -> Node in
        isNear.open()
        return Node("near")
      }
      Factory(async: "Second", .service("near"), .service("slow")) {
        (_: Node, _: Node) async throws -> Node in
        try await firstHasEnded.opened()
        if found.isReleased { wasReleased.increment() }
        return Node("second")
      }
    }
    let container = Container(
      try definitions { set in
        set.define("leaf", "Leaf", scope: "weak")
        set.define("slow", "Slow")
        set.define("near", "Near")
        set.define(
          "first", "First", ["leaf": .ref("leaf"), "slow": .ref("slow")], scope: "transient")
        set.define(
          "second", "Second", ["near": .ref("near"), "slow": .ref("slow")], scope: "transient")
      }.plan(catalog))
    let first = Task { try await container.resolve(awaiting: ServiceKey<Node>("first")) }
    try await hasBegun.opened()
    #expect(!found.isReleased, "the first request retains it until its factory is called")
    let second = Task { try await container.resolve(awaiting: ServiceKey<Node>("second")) }
    try await isNear.opened()
    // From there to the construction of `slow` it is a short way, on which nothing can be waited for.
    for _ in 0..<1_000 { await Task.yield() }
    mayEnd.open()
    _ = try await first.value
    firstHasEnded.open()
    _ = try await second.value
    #expect(wasReleased.value == 1)
  }

  /// Knows whether a node is still retained.
  private final class Memory: Sendable {
    private struct Content { weak var node: Node? }
    private let content = Mutex(Content())

    func remember(_ node: Node) { content.withLock { $0.node = node } }
    var isReleased: Bool { content.withLock { $0.node == nil } }
  }
}
