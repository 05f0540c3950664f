import Foundation
import PatchbayDiagnostics
import Synchronization
import Testing

@testable import PatchbayCore

@Suite("Under load: an async factory that fails runs once at a time", .serialized)
struct AsyncRetryStressTests {
  /// Counts what runs at the same time, and fails nine times of ten.
  private final class Flaky: Sendable {
    private let running = Atomic<Int>(0)
    private let runs = Atomic<Int>(0)
    let overlaps = Counter()
    let made = Counter()

    func run() async throws -> Node {
      let now = running.add(1, ordering: .sequentiallyConsistent).newValue
      if now > 1 { overlaps.increment() }
      await Task.yield()
      defer { running.subtract(1, ordering: .sequentiallyConsistent) }
      let run = runs.add(1, ordering: .sequentiallyConsistent).newValue
      guard run.isMultiple(of: 10) else { throw Broken() }
      made.increment()
      return Node("\(run)")
    }
  }

  /// A request that nests too deeply begins nothing that another one could take over.
  @Test func aRefusedRequestBeginsNothing() async throws {
    let flaky = Flaky()
    let catalog = FactoryCatalog("t") {
      Factory(async: "Flaky") { () async throws in try await flaky.run() }
      Factory("Deep") { Node("deep") }
    }
    let plan = try definitions {
      $0.define("flaky", "Flaky")
      $0.define("deep", "Deep")
    }.plan(catalog)
    let index = try #require(plan.wiring.index(ofKey: "flaky"))
    let deep = try #require(plan.wiring.index(ofKey: "deep"))
    let service = BoundService(index: index, contract: 0)
    for _ in 0..<Stress.rounds / 100 {
      let container = Container(plan)
      var requester: Construction?
      for _ in 0..<Construction.nestingLimit {
        requester = Construction(deep, in: container.root, requester: requester)
      }
      let nested = ResolutionContext(container, container.root, requester: requester)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            if number.isMultiple(of: 2) {
              let codes = await codes { _ = try await nested.awaitedInstance(of: service) }
              #expect(codes == [.limitExceeded] || codes == [])
            } else {
              _ = try? await container.resolve(awaiting: ServiceKey<Node>("flaky"))
            }
          }
        }
      }
    }
    #expect(flaky.overlaps.value == 0)
  }

  /// Tasks that await it and threads that ask for what is there, until it is there: in containers that
  /// are new again and again.
  @Test func tasksAndThreadsRetry() async throws {
    let flaky = Flaky()
    let catalog = FactoryCatalog("t") {
      Factory(async: "Flaky") { () async throws in try await flaky.run() }
    }
    let plan = try definitions { $0.define("flaky", "Flaky") }.plan(catalog)
    let rounds = Stress.rounds / 100
    for _ in 0..<rounds {
      let container = Container(plan)
      let done = Counter()
      let seen = try await withThrowingTaskGroup(of: Set<ObjectIdentifier>.self) { group in
        for _ in 0..<8 {
          group.addTask {
            while true {
              if let node = try? await container.resolve(awaiting: ServiceKey<Node>("flaky")) {
                done.increment()
                return [ObjectIdentifier(node)]
              }
            }
          }
        }
        group.addTask {
          await blocking {
            onThreads(8) { _ in
              while done.value < 8 {
                // A read through the cell, which must never lead to an instance that was replaced.
                if let node = try? container.resolve("flaky", as: Node.self) { _ = node.name.count }
                // Leaves the processors to the tasks that these threads wait for, which start late where
                // other tests run: a loop without a pause would take half of the processors until then.
                usleep(20)
              }
            }
          }
          return []
        }
        return try await group.reduce(into: Set()) { $0.formUnion($1) }
      }
      #expect(seen.count == 1)
    }
    #expect(flaky.overlaps.value == 0)
    #expect(flaky.made.value == rounds)
  }
}
