import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCommand

@Suite("As Markdown")
struct MarkdownTests {
  @Test("diagnostics are rows of a table, with place, message and fix, and are counted")
  func example() {
    let warning = Diagnostic(.unusedService, severity: .warning, "m")
    let missing = ExampleDiagnostics.missingArgument
    #expect(
      CIReport.markdown([missing, warning, warning]) == """
        | | place | mistake | fix |
        | --- | --- | --- | --- |
        | error | `Config/services.yaml:15:5` | `SMTPMailer` needs the argument `from`, which \
        `mailer` does not give (`missing-argument`) | add the argument `from: <String>` |
        | warning |  | m (`unused-service`) |  |
        | warning |  | m (`unused-service`) |  |

        **1 error and 2 warnings**
        """)
    #expect(CIReport.markdown([]) == "**no mistakes**")
  }

  @Test("no text is more than text")
  func hostile() throws {
    let text = CIReport.markdown([CIExamples.hostile])
    let lines = text.split(separator: "\n")
    try #require(lines.count == 4)
    // Apart from the elements, all ASCII punctuation is character references.
    let texts = lines[2].replacing("<!-- -->", with: "").split(separator: "<code>").dropFirst()
      .compactMap { $0.split(separator: "</code>").first }
    try #require(texts.count == 4)
    for text in texts {
      #expect(
        text.replacing(#/&#\d+;/#.matchingSemantics(.unicodeScalar), with: "").unicodeScalars
          .allSatisfy {
            !$0.isASCII || $0.properties.isAlphabetic || $0 == " " || ("0"..."9").contains($0)
          }, "\(text)")
    }
    for text in texts {
      #expect(text.contains("&#64;team &#35;12 me&#64;a&#46;example https&#58;&#47;&#47;a"))
      #expect(text.contains("&#60;b&#62;&#38;amp&#59;"))
      #expect(text.contains("&#92;n&#35;&#35;&#91;group&#93;g"))
      #expect(text.contains("&#92;u&#123;1B&#125;&#91;31m&#92;u&#123;202E&#125;"))
    }
    #expect(text.contains("me&#64;<!-- -->a&#46;example"))
  }

  @Test(
    "a text is code, and a sentence has its names as code, unless its words could mean something",
    arguments: [
      ("a_b*c", "`a_b*c`", "`a_b*c`"), ("a `b_c` d", "`` a `b_c` d ``", "a `b_c` d"),
      ("did you mean `b`?", "`` did you mean `b`? ``", "did you mean `b`?"),
      ("a: `b`, c.", "`` a: `b`, c. ``", "a: `b`, c."), ("a:b: c", "`a:b: c`", "`a:b: c`"),
      ("www.a.example", "`www.a.example`", "`www.a.example`"),
      ("a `b` @team", "`` a `b` @team ``", "`` a `b` @team ``"),
      ("a `b` [c`](d)", "`` a `b` [c`](d) ``", "`` a `b` [c`](d) ``"),
      ("``a", "``` ``a ```", "<code></code>a"),
      ("a|b", "<code>a&#124;b</code>", "<code>a&#124;b</code>"),
      ("a `b|c`", "<code>a &#96;b&#124;c&#96;</code>", "a <code>b&#124;c</code>"),
      (" a ", "<code> a </code>", " a "), ("", "<code></code>", ""),
    ])
  func texts(_ text: String, _ code: String, _ sentence: String) {
    #expect(MarkdownText.code(text) == code)
    #expect(MarkdownText.sentence(text) == sentence)
  }

  @Test("every kind of place has its name")
  func places() {
    let places = CIReport.markdown(CIExamples.places).split(separator: "\n")
      .filter { $0.hasPrefix("| warning") }
      .map { $0.split(separator: " | ", omittingEmptySubsequences: false)[1] }
    #expect(
      places == [
        "`Config/a,b:c.yaml:3:3`", "`Config/a,b:c.yaml:3:6`", "`T/T.swift:4, line 1:4`",
        "`A/B.swift:3`", "`f.yaml`", "",
      ])
  }

  @Test("what is beyond the limit is counted")
  func limit() {
    let diagnostics = (1...3).map { Diagnostic(.unknownType, "\($0)") }
    #expect(
      CIReport.markdown(diagnostics, limit: 1).hasSuffix("|\n\nand 2 more\n\n**3 errors**"))
    #expect(CIReport.markdown(diagnostics, limit: -1) == "and 3 more\n\n**3 errors**")
  }
}
