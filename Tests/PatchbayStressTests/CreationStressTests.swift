import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Under load: each singleton is built once", .serialized)
struct CreationStressTests {
  private static let keys = (0..<25).map { "s\($0)" }

  /// A graph in which all lead to the few first ones, and what counts their creations.
  private func graph() throws -> (Plan, [Counter]) {
    let counters = Self.keys.map { _ in Counter() }
    let catalog = FactoryCatalog.nodes(counters)
    let plan = try definitions { definitions in
      for index in counters.indices {
        let needs = Set([index / 2, index / 3, index - 1]).filter { (0..<index).contains($0) }
        definitions.define(
          "s\(index)", "N\(index)", ["inputs": .list(needs.sorted().map { .ref("s\($0)") })])
      }
    }.plan(catalog)
    return (plan, counters)
  }

  /// A million requests in all, over containers that are new again and again, so that most of the
  /// contention is about what is not there yet.
  @Test("threads under load build each singleton once", arguments: [2, 4, 8, 16, 32, 64])
  func byThreads(_ threads: Int) throws {
    let (plan, counters) = try graph()
    let perRound = threads * 2 * Self.keys.count
    let rounds = Stress.rounds / perRound + 1
    let failures = Counter()
    for _ in 0..<rounds {
      let container = Container(plan)
      let seen = Locked<[[ObjectIdentifier: Int]]>([])
      onThreads(threads) { thread in
        var own: [ObjectIdentifier: Int] = [:]
        for step in 0..<2 * Self.keys.count {
          let index = (thread * 7 + step) % Self.keys.count
          if let node = try? container.resolve(Self.keys[index], as: Node.self) {
            own[ObjectIdentifier(node)] = index
          } else {
            failures.increment()
          }
        }
        seen.withLock { [own] in $0.append(own) }
      }
      #expect(Set(seen.withLock { $0 }).count == 1)
    }
    #expect(failures.value == 0)
    #expect(counters.allSatisfy { $0.value == rounds })
  }

  @Test("tasks under load build each singleton once", arguments: [2, 64])
  func byTasks(_ tasks: Int) async throws {
    let (plan, counters) = try graph()
    let perRound = tasks * 2 * Self.keys.count
    let rounds = Stress.rounds / perRound + 1
    for _ in 0..<rounds {
      let container = Container(plan)
      let seen = try await withThrowingTaskGroup(of: [ObjectIdentifier: Int].self) { group in
        for task in 0..<tasks {
          group.addTask {
            var own: [ObjectIdentifier: Int] = [:]
            for step in 0..<2 * Self.keys.count {
              let index = (task * 7 + step) % Self.keys.count
              let node = try await container.resolve(awaiting: ServiceKey<Node>(Self.keys[index]))
              own[ObjectIdentifier(node)] = index
            }
            return own
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(seen.count == 1)
    }
    #expect(counters.allSatisfy { $0.value == rounds })
  }
}
