import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("An overaligned shared product takes the slow path")
struct OveralignedProductTests {
  struct Vector: Sendable, Equatable {
    var flag = true
    var numbers = SIMD8<Double>(0, 1, 2, 3, 4, 5, 6, 7)
    var halves = SIMD16<Float>(repeating: 0.5)
  }
  struct Pair: Sendable { var left, right: Vector }

  private static func container() throws -> Container {
    let catalog = FactoryCatalog("vectors") {
      Factory("Vector") { Vector() }
      Factory("Pair", .service("left"), .service("right"), make: Pair.init(left:right:))
    }
    return Container(
      try definitions {
        $0.define("vector", "Vector", scope: "graph")
        $0.define(
          "pair", "Pair", ["left": .ref("vector"), "right": .ref("vector")], scope: "transient")
      }.plan(catalog))
  }

  @Test func noRowIsMadeForIt() throws {
    let container = try Self.container()
    let index = try #require(container.wiring.index(ofKey: "pair"))
    // The first one shows that its type needs no work after the factory.
    _ = try container.resolve(Pair.self)
    // No type that Swift 6.3 knows is aligned to more than 16 bytes, so it is the rows that are changed.
    #expect(MemoryLayout<Vector>.alignment == 16)
    var small = ProducerTree(of: container, alignment: 8) { _ in false }
    #expect(small.producer(of: BoundService(index: index, contract: 0)) == nil)
    var regular = ProducerTree(of: container) { _ in false }
    #expect(regular.producer(of: BoundService(index: index, contract: 0)) != nil)
  }

  @Test(.enabled(if: FastPath.isOn)) func theLargestAlignmentOfSwiftTakesTheFastPath() throws {
    let container = try Self.container()
    for round in 0..<4 {
      let pair = try container.resolve(Pair.self)
      #expect(pair.left == Vector() && pair.right == Vector())
      let facet = container.types.facet(of: Pair.self)
      #expect(round == 0 || container.content(of: facet, as: Pair.self).isProducer)
    }
  }
}
