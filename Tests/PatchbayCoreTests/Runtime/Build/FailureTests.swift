import PatchbayConfiguration
import PatchbayDiagnostics
import Synchronization
import Testing

@testable import PatchbayCore

@Suite("A factory that throws leaves no partially built services")
struct FailureTests {
  /// Factories `N0`, `N1`, … that count, and of which one can be set to throw.
  final class Switchboard: Sendable {
    let failing = Atomic<Int>(-1)
    let counters: [Counter]
    let stops = Journal()
    init(_ count: Int) { counters = (0..<count).map { _ in Counter() } }

    func catalog() -> FactoryCatalog {
      FactoryCatalog("nodes") {
        for index in counters.indices {
          Factory("N\(index)", .services("inputs")) { [self] (inputs: [Node]) in
            if failing.load(ordering: .sequentiallyConsistent) == index { throw Broken() }
            counters[index].increment()
            return Node("\(index)", inputs)
          }
          .onStop { [self] in stops.note($0.name) }
        }
      }
    }
  }

  /// A graph of 50 services, each of which needs up to three earlier ones.
  private func graph() -> TestDefinitions {
    definitions { definitions in
      for index in 0..<50 {
        let needs = Set([index - 1, index / 2, index - 7]).filter { $0 >= 0 && $0 < index }.sorted()
        definitions.define(
          "s\(index)",
          "N\(index)",
          ["inputs": .list(needs.map { .ref("s\($0)") })]
        )
      }
    }
  }

  /// The order of creation is that of the numbers: each needs the one before it.
  @Test(arguments: 0..<50)
  func aRetrySucceedsAfterAFailureAnywhere(_ failing: Int) async throws {
    let board = Switchboard(50)
    let container = Container(try graph().plan(board.catalog()))
    board.failing.store(failing, ordering: .sequentiallyConsistent)
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("s49", as: Node.self)
    }
    #expect(error?.codes == [.factoryFailed])
    #expect(error?.underlying is Broken)
    let path = error?.diagnostics.first?.requestedBy.map(\.key) ?? []
    #expect(failing == 49 ? path.isEmpty : path.first == "s49" && path.last == "s\(failing)")
    // Nothing is there of the one that threw, nor of those that need it.
    #expect(board.counters.map(\.value) == (0..<50).map { $0 < failing ? 1 : 0 })
    let again = #expect(throws: DiagnosticsError.self) {
      try container.resolve("s\(failing)", as: Node.self)
    }
    #expect(again?.codes == [.factoryFailed])
    board.failing.store(-1, ordering: .sequentiallyConsistent)
    #expect(try container.resolve("s49", as: Node.self).name == "49")
    // What was ready before the failure was kept, and nothing was built twice.
    #expect(board.counters.allSatisfy { $0.value == 1 })
    try await container.stop()
    #expect(board.stops.entries == (0..<50).reversed().map { "\($0)" })
  }

  /// Without a retry, what was ready is torn down all the same.
  @Test(arguments: [0, 1, 25, 49])
  func servicesBuiltBeforeAFailureAreStoppedOnce(_ failing: Int) async throws {
    let board = Switchboard(50)
    let container = Container(try graph().plan(board.catalog()))
    board.failing.store(failing, ordering: .sequentiallyConsistent)
    #expect(throws: DiagnosticsError.self) { try container.resolve("s49", as: Node.self) }
    try await container.stop()
    #expect(board.stops.entries == (0..<failing).reversed().map { "\($0)" })
  }

  @Test func aTransientThatThrowsFailsItsOwner() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Bad") { () throws -> Node in throw Broken() }
      Factory("Owner", .service("bad")) { (bad: Node) in Node("owner", [bad]) }
    }
    let plan = try definitions {
      $0.define("bad", "Bad", scope: "transient")
      $0.define("owner", "Owner", ["bad": .ref("bad")])
    }.plan(catalog)
    let container = Container(plan)
    for _ in 0..<2 {
      let error = #expect(throws: DiagnosticsError.self) {
        try container.resolve("owner", as: Node.self)
      }
      #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["owner", "bad"])
    }
  }
}
