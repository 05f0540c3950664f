import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Synchronization
import Testing

@testable import PatchbayCore

@Suite("A singleton is built once, for any number of threads")
struct ContentionTests {
  @Test func sharedNeedsAreCreatedOnceWhereverTheThreadsStart() throws {
    let counters = (0..<6).map { _ in Counter() }
    let catalog = FactoryCatalog.nodes(counters)
    let plan = try definitions { definitions in
      for index in 0..<6 {
        definitions.define(
          "s\(index)", "N\(index)", ["inputs": .list((0..<index).map { .ref("s\($0)") })])
      }
    }.plan(catalog)
    for round in 1...50 {
      let container = Container(plan)
      onThreads(6) { index in _ = try? container.resolve("s\(index)", as: Node.self) }
      #expect(counters.allSatisfy { $0.value == round })
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func requestsOfEveryKindAtOnceLeaveOneInstanceOfEach() throws {
    let counters = (0..<20).map { _ in Counter() }
    let catalog = FactoryCatalog("nodes") {
      for index in counters.indices {
        Factory("N\(index)", .services("inputs"), .provider("later")) {
          (inputs: [Node], later: Provider<Node>) throws -> Node in
          counters[index].increment()
          // Every third one asks while it is built, for one that nothing leads back from.
          return Node("\(index)", inputs + (index % 3 == 0 ? [try later()] : []))
        }
      }
    }
    let plan = try definitions { definitions in
      for index in 0..<20 {
        let needs = Set([index - 1, index / 2]).filter { $0 >= 0 && $0 < index }.sorted()
        definitions.define(
          "s\(index)",
          "N\(index)",
          ["inputs": .list(needs.map { .ref("s\($0)") }), "later": .ref(index < 3 ? "leaf" : "s1")]
        )
      }
      definitions.define("leaf", "N19", ["inputs": .list([]), "later": .ref("leaf")])
    }.plan(catalog)
    for round in 1...20 {
      let container = Container(plan)
      let failures = Counter()
      onThreads(16) { thread in
        for step in 0..<300 {
          let key = "s\((thread * 7 + step * 13) % 20)"
          if (try? container.resolve(key, as: Node.self)) == nil { failures.increment() }
        }
      }
      #expect(failures.value == 0)
      #expect(counters.dropLast().allSatisfy { $0.value == round })
      // And that of the leaf, which has the same factory.
      #expect(counters[19].value == 2 * round)
    }
  }

  @Test func aFailureWhileOthersWaitIsRetriedByThem() throws {
    for _ in 0..<50 {
      let attempts = Counter()
      let allAsk = Gate(opensAfter: 8)
      let catalog = FactoryCatalog("flaky") {
        Factory("Flaky") { () throws -> Node in
          if attempts.increment() == 1 {
            allAsk.wait()
            throw Broken()
          }
          return Node("built")
        }
      }
      let container = Container(try definitions { $0.define("flaky", "Flaky") }.plan(catalog))
      let failures = Counter()
      onThreads(8) { _ in
        allAsk.arrive()
        if (try? container.resolve("flaky", as: Node.self)) == nil { failures.increment() }
      }
      #expect(failures.value == 1)
      #expect(attempts.value == 2)
    }
  }
}

@Suite("Deep graphs need no deep stack")
struct DepthTests {
  static let catalog = FactoryCatalog("chain") {
    Factory("First") { [Int]() }
    Factory("Next", .service("previous")) { (previous: [Int]) in [previous.count] }
  }

  @Test(arguments: ["singleton", "transient"])
  func aChainOf10000IsBuiltOnASmallStack(_ scope: String) throws {
    let plan = try definitions { definitions in
      definitions.define("s0", "First", scope: scope)
      for index in 1..<10_000 {
        definitions.define(
          "s\(index)", "Next", ["previous": .ref("s\(index - 1)")], scope: scope)
      }
    }.plan(Self.catalog)
    let container = Container(plan)
    let built = Counter()
    onThreads(1, stackSize: 512 * 1024) { _ in
      if (try? container.resolve("s9999", as: [Int].self)) == [1] { built.increment() }
    }
    #expect(built.value == 1)
  }
}
