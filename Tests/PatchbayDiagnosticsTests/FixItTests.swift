import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("A fix-it shows")
struct FixItTests {
  private func lines(_ fixIt: Diagnostic.FixIt, home: SourceFile) -> String {
    let label = Diagnostic.Label(.span(SourceSpan(home, 0..<1)))
    let text = TerminalRenderer().render(
      Diagnostic(.unknownField, "m", labels: [label], fixIts: [fixIt]))
    return text.split(separator: "help: fix\n", maxSplits: 1).last.map(String.init) ?? ""
  }

  @Test("edits of neighbouring lines together, less their common indentation")
  func neighbours() {
    let file = sourceText("a:\n    b: 1\n      c: 2\n    d: 3\n    e: 4\n")
    let fixIt = Diagnostic.FixIt(
      "fix",
      edits: [
        .init(file.span(3, "2"), "two"), .init(file.span(2, "1"), "one"),
        .init(file.span(5, "4"), "four"),
      ])
    #expect(
      lines(fixIt, home: file) == """
            - b: 1
            -   c: 2
            + b: one
            +   c: two
            - e: 4
            + e: four
        """)
  }

  @Test("an added line alone, and a removed line alone")
  func wholeLines() {
    let file = sourceText("a:\n  b: 1\n  c: 2\n")
    let end = file.lineRange(2).upperBound
    let added = Diagnostic.FixIt("fix", edits: [.init(SourceSpan(file, end..<end), "\n  x: 9")])
    #expect(lines(added, home: file) == "    + x: 9")
    let line = SourceSpan(file, file.lineRange(2).lowerBound..<file.lineRange(3).lowerBound)
    #expect(lines(.init("fix", edits: [.init(line, "")]), home: file) == "    - b: 1")
  }

  @Test("where it is, in another file")
  func otherFile() {
    let file = sourceText("a: 1\n")
    let other = sourceText("\n  b: 1\n", name: "other.yaml")
    #expect(
      lines(.init("fix", edits: [.init(other.span(2, "1"), "2")]), home: file) == """
            in other.yaml:2:6
            - b: 1
            + b: 2
        """)
  }

  @Test("nothing but the sentence where the edits contradict each other or lie outside")
  func broken() {
    let file = sourceText("a: 1\n")
    let span = file.span(1, "1")
    let overlapping = [TextEdit(span, "2"), .init(SourceSpan(file, 2..<4), "3")]
    let outside = [TextEdit(SourceSpan(file, 90..<99), "2")]
    for edits in [overlapping, outside] {
      let label = Diagnostic.Label(.span(span))
      let text = TerminalRenderer().render(
        Diagnostic(.unknownField, "m", labels: [label], fixIts: [.init("fix", edits: edits)]))
      #expect(text.hasSuffix("help: fix"))
    }
  }

  @Test("the changed part of a long line")
  func longLine() {
    let file = sourceText("a: " + String(repeating: "x", count: 900) + " here\n")
    let text = lines(.init("fix", edits: [.init(file.span(1, "here"), "there")]), home: file)
    #expect(text.contains("    - \u{2026}xxx") && text.hasSuffix("xxx there"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count < 150 })
  }

  @Test("the best of several names, and the others in its sentence")
  func severalNames() throws {
    let file = sourceText("a: pol\n")
    let fixIt = try #require(
      Diagnostic.FixIt.didYouMean(anyOf: ["pool", "poll", "pl"], replacing: file.span(1, "pol")))
    #expect(fixIt.message == "did you mean `pool`, `poll`, or `pl`?")
    #expect(fixIt.edits == [.init(file.span(1, "pol"), "pool")])
    #expect(Diagnostic.FixIt.didYouMean(anyOf: [], replacing: nil) == nil)
  }

  @Test("certainty where one name alone is near, unless the two differ in a number")
  func certainty() {
    func isCertain(_ name: String, _ near: String...) -> Bool? {
      Diagnostic.FixIt.didYouMean(anyOf: near, insteadOf: name, replacing: nil)?.isCertain
    }
    #expect(isCertain("S3Stor", "S3Store") == true)
    #expect(isCertain("S3Store", "S2Store") == false)
    #expect(isCertain("Stor", "Store", "Stork") == false)
  }
}
