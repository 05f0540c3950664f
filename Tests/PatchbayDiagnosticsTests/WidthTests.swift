import PatchbayDiagnostics
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

  @Test("sentences are broken at words, under their beginnings; code is not")
  func sentences() {
    #expect(
      render(Self.long, 60) == """
        error[missing-argument]: `SMTPMailer` needs the argument
                                 `from`, which the service
                                 `mailer` does not give anywhere
         --> Config/services.yaml:7:40
          |
        7 |     mailer: { type: SMTPMailer, scope: request }
          |                                        ^^^^^^^
          |                                     this scope has no sender
        """)
  }
}
