import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@Suite("A secret next to a mistake is not shown")
struct SecretNearMistakeTests {
  @Test(
    "where a layer adds to a secret, or replaces it",
    arguments: [
      "!append [hunter2]", "!prepend [a, hunter2]", "!replace [hunter2]", "{ a: hunter2 }",
      "hunter2",
    ])
  func layers(_ text: String) throws {
    try expectNothing(
      in: Load(
        "parameters: { keys: !secret $(list), list: [a] }",
        overlays: [.overlay("parameters: { keys: \(text), w: $(nope) }")]))
  }

  @Test("and what is no secret is shown")
  func shown() throws {
    for text in [
      "parameters: { v: '$(host:-hunter)', w: $(nope) }",
      "parameters: { v: '${HOST:-localhost}', w: $(nope) }",
      "parameters: { v: !hunter x }", "parameters: { v: 'a$(hunter)b' }",
      "parameters:\n  v: { q: x ]",
    ] {
      let load = try Load(text)
      let lines = TerminalRenderer().render(load.diagnostics)
      #expect(!load.diagnostics.isEmpty && !lines.contains("[secret]") || text.contains(":-hunter"))
    }
  }

  @Test(
    "a number behind a reference is shown, unless the name is that of a credential",
    arguments: [
      ("'$(env:PORT:8080)'", "$(env:PORT:8080)"), ("'$(env:PORT:=8080)'", "$(env:PORT:=8080)"),
      ("'$(env:PORT ?? 8080)'", "$(env:PORT ?? 8080)"), ("'$(env:PORT|8080)'", "$(env:PORT|8080)"),
      ("'$(env:PORT, 8080)'", "$(env:PORT, 8080)"),
      ("'$(cache.ttl|default(60s))'", "$(cache.ttl|default(60s))"),
      ("'$((site.url))'", "$((site.url))"), ("'$( env:SITE_URL )'", "$( env:SITE_URL )"),
      ("'$(env:DB:hunter)'", "$(env:DB:[secret])"),
      ("'$(env:PASS_1:123456789)'", "$(env:PASS_1:[secret])"),
      ("'$(env:DB_PASSWORD:8080)'", "$(env:DB_PASSWORD:[secret])"),
      ("'$(env:DB_PASSWORD, 8080)'", "$(env:DB_PASSWORD[secret])"),
      ("'$(env:DB_PASSWORD ?? 8080)'", "$(env:DB_PASSWORD ?? [secret])"),
      ("'$(env:DB_PASSWORD??$(env:PORT:8080))'", "$(env:DB_PASSWORD??$(env:PORT:[secret])"),
      ("!secret '$(env:PORT:8080)'", "!secret [secret]"),
      ("'$(env:PORT:8080 1)'", "$(env:PORT:[secret])"),
    ])
  func numbers(_ value: String, _ shown: String) throws {
    let load = try Load("parameters:\n  v: \(value)")
    let text = TerminalRenderer().render(load.diagnostics)
    #expect(text.contains(shown), "\(text)")
  }

  private struct Refused: Error { let text: String }

  @Test("nor does a dump show the error of a factory")
  func dumped() {
    var text = ""
    dump(
      DiagnosticsError(
        Diagnostic(.factoryFailed, "the factory failed"), underlying: Refused(text: "hunter2")),
      to: &text)
    #expect(text.contains("the factory failed") && text.contains("Refused"))
    #expect(!text.contains("hunter2"))
  }

  private func expectNothing(
    in load: Load, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(!load.diagnostics.isEmpty, sourceLocation: sourceLocation)
    for diagnostic in load.diagnostics {
      let texts =
        [diagnostic.message, TerminalRenderer().render(diagnostic)]
        + diagnostic.labels.map(\.message) + diagnostic.notes + diagnostic.fixIts.map(\.message)
        + diagnostic.fixIts.flatMap(\.edits).map(\.replacement)
      #expect(
        !texts.joined(separator: "\n").contains("unter2"), "\(texts)",
        sourceLocation: sourceLocation)
    }
  }
}
