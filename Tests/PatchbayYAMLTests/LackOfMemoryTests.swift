import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Memory exhaustion inside libyaml")
struct LackOfMemoryTests {
  @Test("it is reported as such, and not as a mistake of the text")
  func reported() throws {
    let file = SourceFile(name: "s.yaml", bytes: Array("a: !secret hunter2\n".utf8))
    var collector = DiagnosticCollector()
    let tree = TextParser(file: file, limits: YAMLLimits()).parse(into: &collector) {
      () throws(YAMLProblem) -> EventReader in throw .lackOfMemory
    }
    #expect(tree == nil)
    let found = collector.diagnostics
    #expect(found.map(\.code) == [.unreadableFile])
    #expect(found.map(\.message) == ["`s.yaml` cannot be read: memory ran out"])
    #expect(found.first?.labels.map(\.place) == [.file("s.yaml")])
    #expect(file.redactions == [11..<18])
  }
}
