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

  @Test(arguments: [3, 40]) func afterAnyChanges(ofTypes count: Int) {
    var random = SplitMix(state: UInt64(count))
    var offers = Offers()
    var expected: [[Int]] = Array(repeating: [], count: count)
    var order: [TypeName] = []
    for step in 0..<2_000 {
      let index = Int.random(in: 0..<count, using: &random)
      let type = Self.types[index]
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        offers.append(step, to: type)
        expected[index].append(step)
      case 2:
        let node = Int.random(in: 0...step, using: &random)
        guard !expected[index].contains(node) else { continue }
        offers.insert(node, to: type)
        expected[index] = (expected[index] + [node]).sorted()
      default:
        guard let node = expected[index].randomElement(using: &random) else { continue }
        offers.remove(node, from: type)
        expected[index].removeAll { $0 == node }
      }
      if !order.contains(type) { order.append(type) }
      #expect(Array(offers[type]) == expected[index])
      #expect(offers.contains(type) != expected[index].isEmpty)
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
