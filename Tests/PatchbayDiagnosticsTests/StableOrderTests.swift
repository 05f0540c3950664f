import PatchbayDiagnostics
import Testing
import TestSupport

@Suite("A stable order")
struct StableOrderTests {
  @Test("has the elements in order, and equal ones as they were", arguments: 0...70)
  func stability(count: Int) {
    var random = SplitMix(state: UInt64(count))
    for keys in [1, 3, 1_000] {
      let elements = (0..<count).map { (key: Int.random(in: 0..<keys, using: &random), place: $0) }
      // Pairs of a key and a place are all different, so that any sort gives this order.
      let expected = elements.sorted { ($0.key, $0.place) < ($1.key, $1.place) }
      let ordered = elements.inStableOrder { $0.key < $1.key }
      #expect(ordered.map(\.place) == expected.map(\.place))
    }
  }

  @Test("of what is in order takes fewer comparisons than there are elements")
  func comparisons() {
    var count = 0
    let ordered = (0..<1_000).inStableOrder {
      count += 1
      return $0 < $1
    }
    #expect(ordered == Array(0..<1_000))
    #expect(count < 1_000)
  }
}
