import Testing

@testable import PatchbayCore

@Suite("What a plan keeps for each service has no gaps")
struct PlanSizeTests {
  @Test("an argument is eight bytes, an edge 32")
  func sizes() {
    #expect(MemoryLayout<BoundArgument>.stride == 8)
    #expect(MemoryLayout<Edge>.stride == 32)
  }
}
