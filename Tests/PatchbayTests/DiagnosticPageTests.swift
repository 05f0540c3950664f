import Foundation
import Testing

@Suite("Every diagnostic code has a page, with a real example")
struct DiagnosticPageTests {
  @Test(arguments: try DiagnosticPage.codes())
  func thePageShowsWhatTheGoldenDoes(_ code: String) async throws {
    let page = DiagnosticPage(code: code)
    let golden = try #require(GoldenCase.all.first { $0.name == code }, "no golden `\(code)`")
    if GoldenTests.writes {
      let text = await golden.run().text
      try page.write(example: try DiagnosticPage.example(of: golden, showing: text))
    } else {
      let expected = try #require(golden.expected)
      let example = try DiagnosticPage.example(of: golden, showing: String(expected.dropLast()))
      #expect(try page.example() == example)
    }
  }

  @Test(arguments: try DiagnosticPage.codes())
  func thePageExplainsTheCodeAndItsFix(_ code: String) throws {
    let text = try DiagnosticPage(code: code).text()
    let head = text.components(separatedBy: "\n\n")
    #expect(head[0] == "# \(code)")
    #expect(head[1].hasSuffix(".") && !head[1].contains("\n"), "a sentence on one line")
    #expect(head[2].count > 60, "what it means")
    #expect(!text.contains("\n\n\n"), "no stray blank line")
    let parts = text.components(separatedBy: DiagnosticPage.fixHeading)
    #expect(parts.count == 2 && parts[1].count > 15, "how to fix it")
  }

  @Test func thereAreNoOtherPages() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: DiagnosticPage.folder.path)
      .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
    #expect(Set(pages).subtracting(try DiagnosticPage.codes()) == ["Diagnostics"])
  }

  @Test func theOverviewListsEveryPage() throws {
    let file = DiagnosticPage.folder.appending(path: "Diagnostics.md")
    let listed = try String(contentsOf: file, encoding: .utf8)
      .matches(of: /- <doc:([a-z-]+)>/).map { String($0.output.1) }
    #expect(listed.sorted() == (try DiagnosticPage.codes()).sorted())
  }
}
