import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("A snippet")
struct SnippetLayoutTests {
  private func render(
    _ labels: [Diagnostic.Label], notes: [String] = [], fixIts: [Diagnostic.FixIt] = []
  ) -> String {
    TerminalRenderer().render(
      Diagnostic(.unknownField, "m", labels: labels, notes: notes, fixIts: fixIts))
  }

  @Test("shows a gap of one line and dots for a larger one")
  func gaps() {
    let file = sourceText([1: "one", 3: "three", 6: "six"])
    let text = render([
      file.label(6, "six", "c"), file.label(1, "one", "a"), file.label(3, "three"),
    ])
    #expect(
      text == """
        error[unknown-field]: m
         --> Config/services.yaml:6:1
          |
        1 | one
          | --- a
        2 | # 2
        3 | three
          | -----
        ...
        6 | six
          | ^^^ c
        """)
  }

  @Test("stacks several labels of one line from right to left")
  func stacked() {
    let file = sourceText([7: "    pool: { size: 8, url: x }"])
    let text = render([
      file.label(7, "size", "second"), file.label(7, "pool", "first"),
      file.label(7, "url", "third"),
    ])
    #expect(
      text == """
        error[unknown-field]: m
         --> Config/services.yaml:7:13
          |
        7 |     pool: { size: 8, url: x }
          |     ----    ^^^^     --- third
          |     |       |
          |     |       second
          |     first
        """)
  }

  @Test("puts the messages of overlapping labels under their beginnings")
  func overlapping() {
    let file = sourceText([1: "from: $(mail.form)"])
    let text = render([
      file.label(1, "mail.form", "this name"), file.label(1, "$(mail.form)", "this value"),
      file.label(1, "$(mail.form)", "and again"),
    ])
    #expect(
      text == """
        error[unknown-field]: m
         --> Config/services.yaml:1:9
          |
        1 | from: $(mail.form)
          |       --^^^^^^^^^-
          |       | |
          |       | this name
          |       this value
          |       and again
        """)
  }

  @Test("shows the first line of a span over several")
  func severalLines() {
    let file = sourceText("a:\n  b: {\n    c: 1\n  }\nd: 2\n")
    let span = SourceSpan(
      file, file.span(2, "{").range.lowerBound..<file.span(4, "}").range.upperBound)
    #expect(
      render([.init(.span(span), "a map")]) == """
        error[unknown-field]: m
         --> Config/services.yaml:2:6
          |
        2 |   b: {
          |      ^ a map
        """)
  }

  @Test("marks an empty span with one caret, at the end of a file too")
  func emptySpans() {
    let file = sourceText("a: 1\nb:\n")
    #expect(
      render([.init(.span(SourceSpan(file, 7..<7)), "no value")]) == """
        error[unknown-field]: m
         --> Config/services.yaml:2:3
          |
        2 | b:
          |   ^ no value
        """)
    #expect(
      render([.init(.span(SourceSpan(file, 8..<8)), "the end")]) == """
        error[unknown-field]: m
         --> Config/services.yaml:3:1
          |
        3 |
          | ^ the end
        """)
    let empty = sourceText("")
    #expect(render([.init(.span(SourceSpan(empty, 0..<99)))]).hasSuffix("1 |\n  | ^"))
    #expect(render([.init(.span(SourceSpan(empty, 50..<99)))]).hasSuffix("1 |\n  | ^"))
  }

  @Test("has no text for places outside of loaded files")
  func otherPlaces() {
    let file = sourceText([3: "  mailer:"])
    #expect(
      render([
        .init(.swift(.init(fileID: "App/Catalog.swift", line: 12)), "declared here"),
        .init(.file("Config/local.yaml")),
        file.label(3, "mailer", "used here"),
      ]) == """
        error[unknown-field]: m
         --> App/Catalog.swift:12: declared here
         ::: Config/local.yaml
         ::: Config/services.yaml:3:3
          |
        3 |   mailer:
          |   ------ used here
        """)
    #expect(
      render([.init(.file("Config/local.yaml"), "no such file")], notes: ["n"]) == """
        error[unknown-field]: m
         --> Config/local.yaml: no such file
          = note: n
        """)
    #expect(render([], fixIts: [.init("do it")]) == "error[unknown-field]: m\nhelp: do it")
  }

  @Test("names the Swift line of a text in Swift source")
  func inlineText() {
    let file = sourceText(
      "services:\n  mailr: {}\n", name: "SignUpTests.swift:14",
      swift: .init(fileID: "AppTests/SignUpTests.swift", line: 14))
    #expect(
      render([file.label(2, "mailr")]) == """
        error[unknown-field]: m
         --> AppTests/SignUpTests.swift:14, line 2:3
          |
        2 |   mailr: {}
          |   ^^^^^
        """)
  }

  @Test("keeps carets under tabs, wide and combining characters")
  func widths() {
    let rows: [(line: String, shown: String, column: Int)] = [
      ("\tkey: x", "    key: x", 9),
      ("\u{1F600}\u{1F600}: x", "\u{1F600}\u{1F600}: x", 6),
      ("\u{65E5}\u{672C}: x", "\u{65E5}\u{672C}: x", 6),
      ("e\u{301}a: x", "e\u{301}a: x", 4),
      (
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}: x",
        "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}: x", 4
      ),
      ("\u{AC00}\u{FF21}: x", "\u{AC00}\u{FF21}: x", 6),
      ("\u{2764}\u{FE0F}: x", "\u{2764}\u{FE0F}: x", 4),
    ]
    for row in rows {
      let text = render([sourceText(row.line).label(1, "x")])
      let marks = String(repeating: " ", count: row.column) + "^"
      #expect(text.hasSuffix("\n1 | \(row.shown)\n  | \(marks)"))
    }
  }

  @Test("ends a line before CRLF")
  func carriageReturns() {
    let file = sourceText("a: 1\r\nb: 2\r\nc: 3\r\n")
    let span = SourceSpan(file, file.span(2, "2").range.lowerBound..<file.bytes.count)
    #expect(render([.init(.span(span))]).hasSuffix(":2:4\n  |\n2 | b: 2\n  |    ^"))
  }

  @Test("shows only the part of a long line that matters")
  func longLines() throws {
    let filler = String(repeating: "x", count: 600)
    let file = sourceText("a: \(filler) here \(filler)")
    let lines = render([file.label(1, "here", "found")]).split(separator: "\n")
    let source = try #require(lines.dropLast().last)
    let marks = try #require(lines.last)
    #expect(source.count <= 146)
    #expect(source.hasPrefix("1 | \u{2026}xxx") && source.hasSuffix("xxx\u{2026}"))
    #expect(marks.hasSuffix("^^^^ found"))
    let column = marks.prefix { $0 != "^" }.count
    #expect(source.dropFirst(column).hasPrefix("here"))
  }

  @Test(
    "never cuts a long line inside of a character",
    arguments: ["\u{301}", "\u{20D0}", "\u{1D167}"], 0..<4)
  func cutCharacters(_ mark: String, _ shift: Int) {
    // With so many bytes in each column, both ends of what is looked at are shown.
    let wide = "a" + String(repeating: mark, count: 30)
    let filler = String(repeating: wide, count: 200)
    let gap = String(repeating: "x", count: shift)
    let file = sourceText(filler + gap + " here " + gap + filler)
    let text = render([file.label(1, "here", "found")])
    #expect(text.contains("\u{2026}"))
    #expect(!text.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test("of a line of a megabyte costs no more than of a short one")
  func hugeLine() throws {
    let filler = String(repeating: "\u{65E5}", count: 350_000)
    let file = sourceText("\(filler) here \(filler)")
    let text = render([file.label(1, "here", "found")])
    #expect(text.utf8.count < 4_096)
    #expect(text.contains(" here "))
  }
}
