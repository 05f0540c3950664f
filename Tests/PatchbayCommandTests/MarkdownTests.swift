import PatchbayCommand
import PatchbayDiagnostics
import TestSupport
import Testing

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
        | error | <code>Config&#47;services&#46;yaml&#58;15&#58;5</code> | <code>&#96;SMTPMailer&#96; \
        needs the argument &#96;from&#96;&#44; which &#96;mailer&#96; does not give</code> \
        <code>missing&#45;argument</code> | <code>add the argument</code> \
        <code>from&#58; &#60;String&#62;</code> |
        | warning |  | <code>m</code> <code>unused&#45;service</code> |  |
        | warning |  | <code>m</code> <code>unused&#45;service</code> |  |

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
    try #require(texts.count == 5)
    for text in texts {
      #expect(
        text.replacing(#/&#\d+;/#.matchingSemantics(.unicodeScalar), with: "").unicodeScalars
          .allSatisfy {
            !$0.isASCII || $0.properties.isAlphabetic || $0 == " " || ("0"..."9").contains($0)
          }, "\(text)")
    }
    for text in texts where text != "unknown&#45;field" {
      #expect(text.contains("&#64;team &#35;12 me&#64;a&#46;example https&#58;&#47;&#47;a"))
      #expect(text.contains("&#60;b&#62;&#38;amp&#59;"))
      #expect(text.contains("&#92;n&#35;&#35;&#91;group&#93;g"))
      #expect(text.contains("&#92;u&#123;1B&#125;&#91;31m&#92;u&#123;202E&#125;"))
    }
    #expect(text.contains("me&#64;<!-- -->a&#46;example"))
  }

  @Test("every kind of place has its name")
  func places() {
    let places = CIReport.markdown(CIExamples.places).split(separator: "\n")
      .filter { $0.hasPrefix("| warning") }
      .map { $0.split(separator: " | ", omittingEmptySubsequences: false)[1] }
    #expect(
      places == [
        "<code>Config&#47;a&#44;b&#58;c&#46;yaml&#58;3&#58;3</code>",
        "<code>Config&#47;a&#44;b&#58;c&#46;yaml&#58;3&#58;6</code>",
        "<code>T&#47;T&#46;swift&#58;4&#44; line 1&#58;4</code>",
        "<code>A&#47;B&#46;swift&#58;3</code>", "<code>f&#46;yaml</code>", "",
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
