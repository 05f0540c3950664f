import TestSupport
import Testing

@testable import PatchbayCommand

@Suite("As Markdown")
struct MarkdownTests {
  @Test("no text is more than text")
  func hostile() throws {
    for text in [MarkdownText.code(CIExamples.evil), MarkdownText.sentence(CIExamples.evil)] {
      let inner = text.replacing("<!-- -->", with: "")
        .replacing("<code>", with: "", maxReplacements: 1)
        .replacing("</code>", with: "", maxReplacements: 1)
      // Apart from the element, all ASCII punctuation is character references.
      #expect(
        inner.replacing(#/&#\d+;/#.matchingSemantics(.unicodeScalar), with: "").unicodeScalars
          .allSatisfy {
            !$0.isASCII || $0.properties.isAlphabetic || $0 == " " || ("0"..."9").contains($0)
          }, "\(text)")
      #expect(inner.contains("&#64;team &#35;12 me&#64;a&#46;example https&#58;&#47;&#47;a"))
      #expect(inner.contains("&#60;b&#62;&#38;amp&#59;"))
      #expect(inner.contains("&#92;n&#35;&#35;&#91;group&#93;g"))
      #expect(inner.contains("&#92;u&#123;1B&#125;&#91;31m&#92;u&#123;202E&#125;"))
      #expect(text.contains("me&#64;<!-- -->a&#46;example"))
    }
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
}
