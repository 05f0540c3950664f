import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("A shared product may have the largest alignment of Swift")
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
