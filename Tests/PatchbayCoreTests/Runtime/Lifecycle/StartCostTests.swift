import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("What a start or a stop costs grows as the number of services", .serialized)
struct StartCostTests {
  private static let sizes = (small: 1_000, large: 8_000)

  /// The plans of both sizes, which are not measured.
  private func wirings(
    _ build: (Int, inout TestDefinitions) -> Void
  ) throws -> [Int: Container] {
    try [Self.sizes.small, Self.sizes.large].reduce(into: [:]) { containers, size in
      let set = definitions { build(size, &$0) }
      containers[size] = Container(try set.plan(.hooked()))
    }
  }

  /// Eight times as many cost less than a third of what a quadratic cost would.
  private func expectLinear(_ work: (Int) throws -> Void) rethrows {
    let growth = try growthOfCost(from: Self.sizes.small, to: Self.sizes.large, work)
    #expect(growth < 20)
  }

  private func chain(_ size: Int, _ definitions: inout TestDefinitions) {
    for number in 0..<size {
      definitions.define(
        "n\(number)", "Hooked",
        [
          "name": .text("n\(number)"),
          "inputs": .list(number == 0 ? [] : [.ref("n\(number - 1)")]),
        ])
    }
  }

  private func hub(_ size: Int, _ definitions: inout TestDefinitions) {
    definitions.define("hub", "Quiet", ["inputs": .list((0..<size).map { .ref("n\($0)") })])
    for number in 0..<size {
      definitions.define(
        "n\(number)", "Hooked", ["name": .text("n\(number)"), "inputs": .list([])])
    }
  }

  @Test("the cost of scheduling a start grows as the number of services", arguments: [true, false])
  func theScheduleOfAStart(isChain: Bool) throws {
    let containers = try wirings(isChain ? chain : hub)
    try expectLinear { size in
      let wiring = try #require(containers[size]).wiring
      #expect(StartSchedule(wiring, depth: 0).order.count == size)
    }
  }

  @Test("the cost of ordering a stop grows as the number of services", arguments: [true, false])
  func theOrderOfAStop(isChain: Bool) throws {
    let containers = try wirings(isChain ? chain : hub)
    try expectLinear { size in
      let root = try #require(containers[size]).root
      let built = Array(root.wiring.services.indices)
      let order = root.wiring.schedules.order(of: root.wiring)
      #expect(order.stopOrder(of: built).count == built.count)
      #expect(order.waits(ofStopping: built, in: 0).count <= built.count)
    }
  }

  @Test("the cost of choosing the services that may begin grows as their number")
  func whichServicesMayBegin() {
    expectLinear { size in
      // Each waits for the one before it, and all of them for the first.
      let waits = Dictionary(
        uniqueKeysWithValues: (0..<size).map { ($0, $0 == 0 ? [] : $0 == 1 ? [0] : [0, $0 - 1]) })
      var services = Turns(Array(0..<size), waits)
      var next = services.beginFirst()
      var count = 0
      while let index = next.popLast() {
        count += 1
        next += services.begin(after: index)
      }
      #expect(count == size)
    }
  }

  @Test("What waits for a cycle of properties begins after it")
  func whichServiceBreaksACycle() {
    // As `a: { after: [b] }`, while `b` and `c` receive each other as properties.
    var services = Turns([0, 1, 2], [0: [1], 1: [2], 2: [1]])
    #expect(services.beginFirst() == [])
    #expect(services.breakCycle() == 1)
    #expect(Set(services.begin(after: 1)) == [0, 2])
    #expect(services.breakCycle() == nil)
  }
}
