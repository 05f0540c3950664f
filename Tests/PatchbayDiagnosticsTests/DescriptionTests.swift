import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("A diagnostic and an error are printed")
struct DescriptionTests {
  private struct Wrapper { var error: DiagnosticsError }

  @Test("on one line, with place and code, without fix and notes")
  func example() {
    let line = """
      Config/services.yaml:14:11: error: no factory is registered for the type name \
      'SMPTMailer' [unknown-type]
      """
    let diagnostic = ExampleDiagnostics.misspeltType
    #expect("\(diagnostic)" == line)
    // This is what an uncaught error at top level is printed by.
    #expect(String(reflecting: DiagnosticsError(diagnostic)) == line)
    #expect("\(DiagnosticsError(diagnostic))" == line)
    #expect("\(Wrapper(error: DiagnosticsError(diagnostic)))" == "Wrapper(error: \(line))")
  }

  @Test("on one line also if there are several: the first error, and the number of the others")
  func several() throws {
    let file = sourceText([3: "x", 5: "y"])
    let warning = Diagnostic(.unusedService, "w", labels: [file.label(3, "x")]).asWarning
    let error = Diagnostic(.unknownType, "e", labels: [file.label(5, "y")])
    let first = "Config/services.yaml:5:1: error: e [unknown-type]"
    #expect("\(try #require(DiagnosticsError([error])))" == first)
    #expect("\(try #require(DiagnosticsError([warning, error])))" == first + " (and 1 more)")
    #expect("\(try #require(DiagnosticsError([warning, error, error])))" == first + " (and 2 more)")
    #expect("\(warning)" == "Config/services.yaml:3:1: warning: w [unused-service]")
  }

  @Test("with any place, or without one")
  func places() {
    #expect(
      CIExamples.places.map { "\($0)" } == [
        "Config/a,b:c.yaml:3:3: warning: m [unused-service]",
        "Config/a,b:c.yaml:3:6: warning: m [unused-service]",
        "T/T.swift:4: warning: line 1:4: m [unused-service]",
        "A/B.swift:3: warning: m [unused-service]", "f.yaml: warning: m [unused-service]",
        "warning: m [unused-service]",
      ])
  }

  @Test("without anything that a terminal or a log would take for more than text")
  func hostile() {
    for text in ["\(CIExamples.hostile)", "\(DiagnosticsError(CIExamples.hostile))"] {
      #expect(
        text.unicodeScalars.map(\.properties.generalCategory)
          .allSatisfy { $0 != .control && $0 != .format && $0 != .lineSeparator })
      #expect(text.contains("::error::x\\n##[group]g"))
      #expect(text.contains("\\u{1B}[31m\\u{202E}\\u{0}"))
    }
  }

  @Test("without the text of a place that is secret")
  func secret() {
    let file = sourceText("password: hunter2", redacted: ["hunter2"])
    let unmarked = sourceText("password: hunter2")
    unmarked.span(1, "hunter2").hide()
    for file in [file, unmarked] {
      let diagnostic = Diagnostic(
        .literalSecret, "a value that must be marked", labels: [file.label(1, "hunter2")])
      for text in ["\(diagnostic)", "\(DiagnosticsError(diagnostic))"] {
        #expect(!text.contains("hunter2") && text.contains("services.yaml:1:11: error: a value"))
      }
    }
  }
}
