import Patchbay
import PatchbayConfiguration
import PatchbayDiagnostics
@testable import PatchbayTesting
import TestSupport
import Testing

@Suite("A test of a committed graph")
struct ExpectGraphTests {
  private static let services = """
    environments:
      production:
        services:
          guest: { arguments: { name: Ada } }
    services:
      guest: { type: Guest, arguments: { name: me } }
      visits: { type: Visits }

    """

  /// What the command `config --format json` writes.
  private func model(_ services: String, environment: String? = nil) throws -> String {
    var collector = DiagnosticCollector()
    let model = try ServiceConfiguration(.inline(services))
      .model(environment: environment, catalog: .guests, into: &collector)
    return try #require(model).json + "\n"
  }

  /// Returns the texts of the issues of a comparison.
  private func issues(
    _ services: String, committed: String?, environment: String? = nil, overlays: [String] = [],
    matches file: String = "graph.json"
  ) throws -> [String] {
    var files = ["services.yaml": services, "over.yaml": "services: { visits: !remove }\n"]
    files["graph.json"] = committed
    let folder = try TemporaryFolder(files)
    return recordedIssues(in: folder, \.text) {
      expectGraph(
        folder.file("services.yaml"), environment: environment, catalog: .guests,
        matches: folder.file(file), overlays: overlays.map { folder.file($0) })
    }
  }

  @Test("finds no difference in what a program cannot observe")
  func same() throws {
    let committed = try model(Self.services)
    #expect(try issues(Self.services, committed: committed) == [])
    let moved = """
      # The same in another order.
      services:
        visits: { type: Visits, description: of today }
        guest:
          type: Guest
          arguments: { name: me }

      """
    #expect(try issues(moved, committed: committed) == [])
    let production = try model(Self.services, environment: "production")
    #expect(try issues(Self.services, committed: production, environment: "production") == [])
  }

  @Test("does not list every key where another program has formatted the file")
  func formatted() throws {
    let committed = try model(Self.services).replacing("\n  {", with: "\n      {")
    #expect(try issues(Self.services, committed: committed) == [])
    let changed = Self.services.replacing("name: me", with: "name: you")
    let found = try #require(try issues(changed, committed: committed).first)
    #expect(
      found.contains("\nthe two have different hashes, and no line of the file says why\nwrite the")
    )
  }

  @Test("does not propose to write over a file of another kind")
  func otherFile() throws {
    let found = try issues(Self.services, committed: nil, matches: "services.yaml")
    #expect(found.first?.hasPrefix("`services.yaml` is no model: ") == true)
    #expect(found.first?.hasSuffix("\nname a file that ends in `.json` under `matches:`") == true)
  }

  @Test("lists the changed keys, and the command that writes the file")
  func changed() throws {
    let changed = """
      services:
        guest: { type: Guest, scope: transient, arguments: { name: you } }
        world: { type: TestWorld }

      """
    #expect(
      try issues(changed, committed: try model(Self.services)) == [
        """
        the wiring is not that of `graph.json`:
        + factory `TestWorld`
        - factory `Visits`
        ~ service `guest`: `arguments.name.value.text` is "you", was "me"; `scope` is "transient", \
        was "singleton"
        - service `visits`
        + service `world`
        write the file with the command of the program: config --format json >graph.json
        """
      ])
    let found = try issues(
      Self.services, committed: try model(Self.services), environment: "production",
      overlays: ["over.yaml"])
    #expect(
      found == [
        """
        the wiring is not that of `graph.json`:
        - factory `Visits`
        ~ service `guest`: `arguments.name.value.text` is "Ada", was "me"
        - service `visits`
        write the file with the command of the program: config --environment production \
        --overlay over.yaml --format json >graph.json
        """
      ])
  }

  @Test("says which dependencies, parameters, tags and scopes changed")
  func otherChanges() throws {
    let before = """
      parameters: { name: 'a, {"b' }
      services:
        guest: { type: Guest, arguments: { name: $(name) }, tags: [people] }

      """
    let after = """
      scopes: [request]
      parameters: { name: c }
      services:
        guest: { type: Guest, arguments: { name: $(name) } }
        other: { type: Guest, enabled: false, arguments: { name: other } }

      """
    #expect(
      try issues(after, committed: try model(before)) == [
        #"""
        the wiring is not that of `graph.json`:
        ~ parameter `name`: `value.text` is "c", was "a, {\"b"
        ~ scopes: is ["request"], was []
        ~ service `guest`: `arguments.name.value.text` is "c", was "a, {\"b"
        - tag `people`
        write the file with the command of the program: config --format json >graph.json
        """#
      ])
  }

  @Test("lists what an argument is given, and reads any text")
  func dependencies() {
    func model(_ lines: String...) -> String {
      "{\"format\": 1,\n \"edges\": [\n" + lines.joined(separator: ",\n") + "\n ]}"
    }
    func edge(_ to: String, line: Int) -> String {
      #"  {"from": "server", "name": "parts", "kind": "argument", "tag": null, "to": "\#(to)", "#
        + #""place": {"file": "a.yaml", "line": \#(line), "column": 2}}"#
    }
    let committed = model(edge("a", line: 1), edge("b", line: 2))
    #expect(
      GraphComparison(committed: committed, current: model(edge("a", line: 3))).changes
        == [#"~ dependencies of `server`: `parts (argument)` is "a", was "a", "b""#])
    #expect(GraphComparison(committed: committed, current: committed).changes == [])
    for line in ["  {", "  {{", #"  {"from"#, #"  {"from": "x", [}]"#, #"  {"from": "\"#, "  {]"] {
      #expect(GraphComparison(committed: model(line), current: committed).changes.count < 3)
    }
  }

  @Test("says what is wrong with the file")
  func unreadable() throws {
    let end = "\nwrite the file with the command of the program: config --format json >graph.json"
    #expect(
      try issues(Self.services, committed: nil)
        == ["`graph.json` cannot be read: there is no such file" + end])
    #expect(
      try issues(Self.services, committed: "{\n\"hash\": \n}")
        == ["`graph.json` is no model: it does not begin with a `hash`" + end])
  }

  @Test("records the mistakes of the configuration")
  func mistakes() throws {
    let found = try issues("services: { guest: { type: Gest } }\n", committed: "{}")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("error[unknown-type]:") == true)
  }
}
