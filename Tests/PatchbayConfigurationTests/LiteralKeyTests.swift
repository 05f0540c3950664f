import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@Suite("What a file means literally, and what a person may take it for") struct LiteralKeyTests {
  @Test("a key is never interpolated, which is reported unless `!!str` says that it is meant")
  func keys() throws {
    let load = try Load(
      """
      services: { s: { type: T, arguments: { map: { "$(name)": y, 'a-$(env:N)': z, !!str "$(b)": w, '$$(c)': v } } } }
      parameters: { name: x, m: { '$(d)': 1 } }
      """)
    let fact = "?suspicious-interpolation: a key is taken as it is: `$(…)` means nothing there"
    #expect(
      load.reported == [
        "services.yaml:1:47 \(fact)", "services.yaml:1:61 \(fact)",
        "services.yaml:2:29 \(fact)",
      ])
    let help = "if this text is meant, write `!!str` before it, and nothing is reported"
    #expect(
      load.helps == [
        "\(help) [services.yaml:1:47 !!str ]", "\(help) [services.yaml:1:61 !!str ]",
        "\(help) [services.yaml:2:29 !!str ]",
      ])
    #expect(
      load.argument("s", "map").map { load.text($0) }
        == "{$(name): y, a-$(env:N): z, $(b): w, $$(c): v}")
  }

  @Test("and no message proposes to interpolate one")
  func noSuchKey() throws {
    for map in ["{ {{ name }}: x }", "{{ name }} : x"] {
      let load = try Load("parameters:\n  name: x\n  map:\n    \(map)")
      #expect(!load.diagnostics.isEmpty)
      #expect(!load.helps.contains { $0.contains("$(") }, "\(load.helps)")
    }
  }

  private static func priority(_ text: String) -> String {
    "services: { s: { type: T, tags: { t: { priority: \(text) } } } }"
  }

  @Test("digits behind a leading 0 are no number in a field, either")
  func fields() throws {
    let load = try Load(Self.priority("0644"))
    #expect(load.diagnostics.map(\.code.name) == ["wrong-node-kind"])
    #expect(try Load(Self.priority("0o644")).reported == [])
    let large = try Load(Self.priority("9223372036854775808"))
    #expect(
      large.diagnostics.first?.message.contains(
        "must be a whole number from -9223372036854775808 to 9223372036854775807, found") == true)
  }

  @Test(
    "a variable that is no number is described, and not shown",
    arguments: [
      ("8080\r", "the text ends with a carriage return"), ("8080 ", "the text ends with a space"),
      (" 8080", "the text begins with a space"),
      ("\"8080\"", "the text has quotes around it, which are a part of it"),
      ("8080\n", "the text ends with a line break"),
      ("x8080x", nil),
    ] as [(String, String?)])
  func variables(_ text: String, _ note: String?) throws {
    let load = try Load(Self.priority("$(env:PORT)"), variables: ["PORT": text])
    #expect(load.diagnostics.map(\.code.name) == ["wrong-node-kind"])
    #expect(load.diagnostics.first?.notes == (note.map { [$0] } ?? []))
    // The name of the folder is one of chance.
    let shown = TerminalRenderer().render(load.diagnostics).replacing(load.folder.path, with: "")
    #expect(!shown.contains("808"))
  }
}
