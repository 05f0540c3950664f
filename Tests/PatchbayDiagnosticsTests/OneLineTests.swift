import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("On one line")
struct OneLineTests {
  @Test("are place, fact, code, and the first fix")
  func example() {
    #expect(
      OneLineRenderer().render(ExampleDiagnostics.misspeltType) == """
        Config/services.yaml:14:11: error: no factory is registered for the type name \
        'SMPTMailer' [unknown-type]; did you mean 'SMTPMailer'?
        """)
  }

  @Test("are warnings and every kind of place")
  func places() {
    let inline = sourceText("a: 1", swift: .init(fileID: "T/T.swift", line: 4))
    let places: [(SourcePlace?, String)] = [
      (nil, "warning: m [unused-service]"),
      (.file("f.yaml"), "f.yaml: warning: m [unused-service]"),
      (.swift(.init(fileID: "A/B.swift", line: 3)), "A/B.swift:3: warning: m [unused-service]"),
      (.span(inline.span(1, "1")), "T/T.swift:4: warning: line 1:4: m [unused-service]"),
    ]
    for (place, text) in places {
      let labels = place.map { [Diagnostic.Label($0)] } ?? []
      let diagnostic = Diagnostic(.unusedService, severity: .warning, "m", labels: labels)
      #expect(OneLineRenderer().render([diagnostic, diagnostic]) == text + "\n" + text)
    }
  }

  @Test("is a message of several lines")
  func lineBreaks() {
    #expect(
      OneLineRenderer().render(Diagnostic(.yamlSyntax, "a\nb")) == "error: a\\nb [yaml-syntax]")
  }
}
