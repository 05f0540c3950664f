import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Memory exhaustion inside libyaml")
struct LackOfMemoryTests {
  @Test("it is reported as such, and not as a mistake of the text")
  func reported() throws {
    let text = "a: !secret hunter2\n"
    let parser = TextParser(name: "s.yaml", bytes: Array(text.utf8), limits: YAMLLimits())
    let result = parser.result { () throws(YAMLProblem) -> EventReader in throw .lackOfMemory }
    #expect(result.content == nil)
    #expect(result.findings.map(\.code) == [.unreadableFile])
    #expect(result.findings.map(\.message) == ["`s.yaml` cannot be read: memory ran out"])
    #expect(result.findings.first?.labels == [])
    #expect(result.redactions == [11..<18])
  }
}
