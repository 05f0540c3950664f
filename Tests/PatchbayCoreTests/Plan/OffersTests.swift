import TestSupport
import Testing

@testable import PatchbayCore

@Suite("The services of a contract are listed in order")
struct OffersTests {
  /// A type for each number, so that a few of them and many can be offered.
  private static let types: [TypeName] = {
    func wrapped<T>(_: T.Type, _ count: Int) -> [TypeName] {
      count == 0 ? [] : [TypeName(T.self)] + wrapped([T].self, count - 1)
    }
    return wrapped(Int.self, 40)
  }()

  @Test(arguments: [3, 40]) func ofAnyNumber(ofTypes count: Int) {
    var random = SplitMix(state: UInt64(count))
    var offers = Offers()
    var expected: [[Int]] = Array(repeating: [], count: count)
    var order: [TypeName] = []
    for step in 0..<(count * 2) {
      let index = Int.random(in: 0..<count, using: &random)
      let type = Self.types[index]
      offers.append(step, to: type)
      expected[index].append(step)
      if !order.contains(type) { order.append(type) }
      #expect(Array(offers[type]) == expected[index])
      #expect(offers.contains(type))
    }
    #expect(offers.types == order)
    var single: [TypeName: Int] = [:]
    offers.forEachOfOne { single[$0] = $1 }
    for index in 0..<count {
      #expect(Array(offers[Self.types[index]]) == expected[index])
      #expect(single[Self.types[index]] == (expected[index].count == 1 ? expected[index][0] : nil))
    }
    #expect(offers[TypeName(String.self)].isEmpty)
    #expect(!offers.contains(TypeName(String.self)))
  }
}
