import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("On a terminal of a width")
struct WidthTests {
  private func render(_ diagnostic: Diagnostic, _ width: Int?, color: Bool = false) -> String {
    var renderer = TerminalRenderer(color: color)
    renderer.width = width
    return renderer.render(diagnostic)
  }

  private static let long = Diagnostic(
    .missingArgument,
    "`SMTPMailer` needs the argument `from`, which the service `mailer` does not give anywhere",
    labels: [
      sourceText([7: "    mailer: { type: SMTPMailer, scope: request }"]).label(
        7, "request", "this scope has no sender of its own, and none is inherited from others")
    ],
    notes: [
      "declared at App/Catalog.swift:3: `SMTPMailer(host: String, from: String, port: Int = 587)`"
    ],
    fixIts: [
      .init(
        "add the argument to the service or to the template that it extends",
        suggestion: "from: <String> # a line of code is never broken, however long it may be")
    ])

  @Test("sentences are broken at words, under their beginnings, and code is not")
  func sentences() {
    let text = """
      error[missing-argument]: `SMTPMailer` needs the argument
          `from`, which the service `mailer` does not give
          anywhere
       --> Config/services.yaml:7:40
        |
      7 |     mailer: { type: SMTPMailer, scope: request }
        |                                        ^^^^^^^
        |                           this scope has no sender of
        |                           its own, and none is inherited
        |                           from others
        |
        = note: declared at App/Catalog.swift:3:
                `SMTPMailer(host: String, from: String, port: Int = 587)`
      help: add the argument to the service or to the template
            that it extends
          + from: <String> # a line of code is never broken, however long it may be
      """
    #expect(render(Self.long, 60) == text)
    #expect(render(Self.long, 60, color: true).withoutColors == text)
  }

  @Test("messages go on between the marks of other labels")
  func marks() {
    let file = sourceText([7: "  pool: { size: 8, url: x }"])
    let diagnostic = Diagnostic(
      .unknownField, "m",
      labels: [
        file.label(7, "size", "the second message is a long one"), file.label(7, "pool", "first"),
        file.label(7, "url", "the third message is also long, and has three lines"),
        .init(.swift(.init(fileID: "App/Main.swift", line: 7)), "a place without a text in it"),
        file.label(7, "pool", "a message at the same place as another one"),
      ])
    #expect(
      render(diagnostic, 50) == """
        error[unknown-field]: m
         --> Config/services.yaml:7:11
          |
        7 |   pool: { size: 8, url: x }
          |   ----    ^^^^     ---
          |   |       |          the third message is also
          |   |       |          long, and has three lines
          |   |       |
          |   |       the second message is a long one
          |   first
          |   a message at the same place as another one
         ::: App/Main.swift:7: a place without a text in
             it
        """)
    #expect(
      render(diagnostic, 54) == """
        error[unknown-field]: m
         --> Config/services.yaml:7:11
          |
        7 |   pool: { size: 8, url: x }
          |   ----    ^^^^     --- the third message is also
          |   |       |            long, and has three lines
          |   |       |
          |   |       the second message is a long one
          |   first
          |   a message at the same place as another one
         ::: App/Main.swift:7: a place without a text in it
        """)
    #expect(
      render(diagnostic, 40) == """
        error[unknown-field]: m
         --> Config/services.yaml:7:11
          |
        7 |   pool: { size: 8, url: x }
          |   ----    ^^^^     ---
          |   |       | the third message is
          |   |       | also long, and has three
          |   |       | lines
          |   |       |
          |   |       the second message is a
          |   |       long one
          |   first
          |   a message at the same place as
          |   another one
         ::: App/Main.swift:7: a place without a
             text in it
        """)
  }

  @Test("a source line is cut around its label, so that the marks stay under it")
  func source() {
    let file = sourceText([
      1: "a: { " + String(repeating: "b: 1, ", count: 20) + "wrong: x, "
        + String(repeating: "c: 1, ", count: 20) + "}"
    ])
    let diagnostic = Diagnostic(.unknownField, "m", labels: [file.label(1, "wrong", "here")])
    #expect(
      render(diagnostic, 50) == """
        error[unknown-field]: m
         --> Config/services.yaml:1:126
          |
        1 | …, b: 1, b: 1, b: 1, wrong: x, c: 1, c: 1, c:…
          |                      ^^^^^ here
        """)
    for width in 40...200 {
      for line in render(diagnostic, width).split(separator: "\n") { #expect(line.count <= width) }
    }
  }

  @Test("nothing changes that fits, and no line is longer than it must be")
  func all() {
    for (diagnostic, text) in ExampleDiagnostics.all {
      #expect(render(diagnostic, 10_000) == text)
      #expect(render(diagnostic, nil) == text)
      let words = Set(text.split { $0 == " " || $0 == "\n" })
      for width in 40...120 {
        let narrow = render(diagnostic, width)
        // A source line is cut where it is too long.
        for word in narrow.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
          #expect(words.contains(word) || word.contains("…"), "\(width)")
        }
      }
    }
  }

  @Test("columns are counted, not letters")
  func columns() {
    // Each of these takes two columns.
    let text = String(repeating: "\u{6F22}\u{5B57} ", count: 12)
    let narrow = render(Diagnostic(.unknownField, "m", labels: [], notes: [text]), 40)
    #expect(
      narrow == """
        error[unknown-field]: m
          = note: \u{6F22}\u{5B57} \u{6F22}\u{5B57} \u{6F22}\u{5B57} \
        \u{6F22}\u{5B57} \u{6F22}\u{5B57} \u{6F22}\u{5B57}
                  \u{6F22}\u{5B57} \u{6F22}\u{5B57} \u{6F22}\u{5B57} \
        \u{6F22}\u{5B57} \u{6F22}\u{5B57} \u{6F22}\u{5B57}
        """)
  }
}

@Suite("Breaking a text at words")
struct WordWrapTests {
  @Test(
    "keeps words, paths and code whole",
    arguments: [
      ("", [""]), ("a", ["a"]), ("one two three", ["one two", "three"]),
      ("one  two", ["one  two"]), ("one two  three", ["one two", "three"]),
      ("a/very/long/path is one", ["a/very/long/path", "is one"]),
      ("is a/very/long/path one", ["is", "a/very/long/path", "one"]),
      ("of `a b c d e`, too", ["of", "`a b c d e`,", "too"]),
      ("a ` alone breaks", ["a ` alone", "breaks"]), ("`a b` `c d e", ["`a b` `c", "d e"]),
      ("\u{6F22}\u{5B57} \u{6F22}\u{5B57} a", ["\u{6F22}\u{5B57} \u{6F22}\u{5B57}", "a"]),
      ("eight co lumns", ["eight co", "lumns"]), (" two", [" two"]),
    ])
  func lines(_ text: String, _ lines: [String]) {
    #expect(WordWrap.lines(text, width: 9) == lines)
  }

  @Test("uses what is left of the first line")
  func first() {
    #expect(WordWrap.lines("one two three", width: 9, first: 3) == ["one", "two three"])
    #expect(WordWrap.lines("one two three", width: 9, first: 2) == ["", "one two", "three"])
    #expect(WordWrap.lines("one two three", width: 9, first: -5) == ["", "one two", "three"])
    #expect(WordWrap.lines("a/very/long/path", width: 9, first: 9) == ["a/very/long/path"])
  }

  @Test("begins further lines under the text after a label")
  func label() {
    #expect(WordWrap.text("one two", 9, after: "abc: ") == "abc: one\n     two")
    #expect(WordWrap.text("one two", nil, after: "abc: ") == "abc: one two")
  }

  @Test("joins the lines of a paragraph that has to be broken, and no others")
  func paragraphs() {
    let text = """
      a paragraph with
      lines

      short
      one

        an indented line stays
      """
    #expect(WordWrap.text(text, nil) == text)
    #expect(WordWrap.text(text, 30) == text)
    #expect(
      WordWrap.text(text, 12) == """
        a paragraph
        with lines

        short
        one

          an indented line stays
        """)
  }
}
