import Foundation
import Patchbay
import PatchbayCommand
import Testing

@Suite("Each of many mistakes in a file is reported once, in the order of the file")
struct ManyMistakesTests {
  static let file = GoldenCase.folder.deletingLastPathComponent()
    .appending(path: "Fixtures/mistakes.yaml")

  static func diagnostics() -> [Diagnostic] {
    var collector = DiagnosticCollector()
    do throws(DiagnosticsError) {
      let configuration = try ServiceConfiguration(ConfigurationSource(path: file.path))
      let definitions = configuration.definitions(into: &collector)
      _ = Plan.checking(definitions, catalog: .table, into: &collector)
    } catch {
      return error.diagnostics
    }
    return collector.diagnostics.sortedByPlace()
  }

  /// Each line of the file with the codes that are reported for it.
  @Test("each of many mistakes is reported once, in the order of the file")
  func eachOnce() throws {
    let found = Self.diagnostics()
    #expect(found.count >= 50)
    #expect(found == found.sortedByPlace())
    let lines = found.map { $0.labels.first?.place.span?.start.line ?? 0 }
    #expect(lines == lines.sorted())
    let doubled = Dictionary(grouping: lines, by: \.self).filter { $0.value.count > 1 }.keys
    #expect(doubled.sorted() == [])
    let text = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n")
    let silent = text.indices.map { $0 + 1 }.filter { !lines.contains($0) }
    #expect(
      silent.map { text[$0 - 1].trimmingCharacters(in: .whitespaces) } == [
        // Headings of sections, what is well, and the second half of a circle.
        "parameters:", "templates:", "second: { extends: first }", "services:",
        "one: { type: Green }", "server: { type: One, arguments: { leaf: !ref one } }",
      ])
  }

  #if os(Linux) || os(macOS)
    /// The order of sets and dictionaries differs between processes; nothing that is printed may.
    @Test func theSameBytesInEveryProcess() async throws {
      let variables = ProcessInfo.processInfo.environment
      #expect(variables["SWIFT_DETERMINISTIC_HASHING"] == nil)
      var texts: Set<String> = []
      for _ in 0..<6 {
        let result = try await #require(
          processExitsWith: .success, observing: [\.standardOutputContent]
        ) {
          let diagnostics = ManyMistakesTests.diagnostics()
          print("BEGIN")
          print(TerminalRenderer(limit: .max).render(diagnostics))
          print(JSONRenderer(limit: .max).render(diagnostics))
          print(SARIFRenderer().render(diagnostics))
          print(CIReport.gitHub(diagnostics, limit: .max))
          print("END")
        }
        let text = String(decoding: result.standardOutputContent, as: UTF8.self)
        let begin = try #require(text.range(of: "BEGIN"))
        let end = try #require(text.range(of: "END", options: .backwards))
        texts.insert(String(text[begin.upperBound..<end.lowerBound]))
      }
      #expect(texts.count == 1)
      #expect(texts.first?.contains("unknown-type") == true)
    }
  #endif
}
