import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("A component follows its dependencies")
struct ComponentTests {
  @Test(
    "a component follows the components that it depends on",
    arguments: [
      ([[1], [2], []], [[2], [1], [0]]),
      ([[1], [0]], [[0, 1]]),
      ([[1, 2], [3], [3], [1]], [[1, 3], [2], [0]]),
      ([[0]], [[0]]),
      ([], []),
    ])
  func components(_ graph: [[Int]], _ expected: [[Int]]) {
    let found = stronglyConnectedComponents(Groups(graph))
    #expect((0..<found.count).map { found[$0].sorted() } == expected)
  }

  @Test func aLongChainNeedsNoDeepStack() {
    let found = stronglyConnectedComponents(
      Groups((0..<200_000).map { $0 < 199_999 ? [$0 + 1] : [] }))
    #expect(found.count == 200_000)
    #expect(found[0] == [199_999])
  }
}

extension Groups {
  fileprivate init(_ groups: [[Int]]) {
    self.init()
    for group in groups {
      for number in group { append(number) }
      endGroup()
    }
  }
}
