import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("A diagnostic at the terminal reads exactly as")
struct TerminalExampleTests {
  @Test("its example", arguments: ExampleDiagnostics.all.indices)
  func example(_ index: Int) {
    let example = ExampleDiagnostics.all[index]
    #expect(TerminalRenderer().render(example.diagnostic) == example.text)
  }

  @Test(
    "the same text with colours, once they are taken out", arguments: ExampleDiagnostics.all.indices
  )
  func colored(_ index: Int) {
    let example = ExampleDiagnostics.all[index]
    let colored = TerminalRenderer(color: true).render(example.diagnostic)
    #expect(colored.contains("\u{1B}[1;31m"))
    #expect(colored.withoutColors == example.text)
  }
}

extension String {
  /// The text without escape sequences for colours, and without spaces before line breaks.
  var withoutColors: String {
    var result = ""
    var isEscape = false
    for character in self {
      if character == "\u{1B}" {
        isEscape = true
      } else if !isEscape {
        result.append(character)
      } else if character == "m" {
        isEscape = false
      }
    }
    return result.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.reversed().drop { $0 == " " }.reversed() }
      .map { String($0) }.joined(separator: "\n")
  }
}
