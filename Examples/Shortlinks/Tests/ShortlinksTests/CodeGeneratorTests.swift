import Testing

@testable import Shortlinks

@Suite struct CodeGeneratorTests {
  @Test(arguments: [1, 7, 20])
  func randomCodesHaveTheirLength(length: Int) {
    let generator = RandomCodeGenerator(length: length)
    for _ in 0..<100 {
      let code = generator.nextCode()
      #expect(code.count == length)
      #expect(code.allSatisfy { RandomCodeGenerator.alphabet.contains($0) })
    }
  }

  @Test func randomCodesDiffer() {
    let generator = RandomCodeGenerator(length: 12)
    #expect(Set((0..<1_000).map { _ in generator.nextCode() }).count == 1_000)
  }

  @Test func sequentialCodesCount() {
    let generator = SequentialCodeGenerator(prefix: "test-")
    #expect((0..<3).map { _ in generator.nextCode() } == ["test-1", "test-2", "test-3"])
  }
}
