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

  @Test("compares a file that another program has formatted")
  func formatted() throws {
    let committed = try model(Self.services).replacing("\n  {", with: "\n      {")
    #expect(try issues(Self.services, committed: committed) == [])
    let changed = Self.services.replacing("name: me", with: "name: you")
    let found = try #require(try issues(changed, committed: committed).first)
    #expect(found.contains("\n~ guest name  me → you  "))
  }

  @Test("does not propose to write over a file of another kind")
  func otherFile() throws {
    let found = try issues(Self.services, committed: nil, matches: "services.yaml")
    #expect(found.first?.hasPrefix("`services.yaml` is no model: it is no JSON") == true)
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
        the wiring is not that of `graph.json`: 1 removed, 1 scope changed, 1 added, 1 value changed
        - visits       Visits                 was PatchbayTestingTests/ExpectGraphTests.swift:24
        ! guest scope  singleton → transient  services.yaml:2:32
        + world        TestWorld              services.yaml:3:3
        ~ guest name   me → you               services.yaml:2:62
        write the file with the command of the program: config --format json >graph.json
        """
      ])
    let found = try issues(
      Self.services, committed: try model(Self.services), environment: "production",
      overlays: ["over.yaml"])
    #expect(
      found == [
        """
        the wiring is not that of `graph.json`: 1 removed, 1 value changed
        - visits      Visits    was PatchbayTestingTests/ExpectGraphTests.swift:24
        ~ guest name  me → Ada  services.yaml:4:35
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
    let found = try issues(after, committed: try model(before))
    #expect(
      found == [
        #"""
        the wiring is not that of `graph.json`: 1 scope changed, 2 values changed · 1 service reached
        ! scopes      none → request
        ~ name        "a, {\"b" → c   services.yaml:2:21
        ~ tag people  guest → none
        reached: guest (name)
        write the file with the command of the program: config --format json >graph.json
        """#
      ])
  }

  @Test("says what is wrong with the file")
  func unreadable() throws {
    let end = "\nwrite the file with the command of the program: config --format json >graph.json"
    #expect(
      try issues(Self.services, committed: nil)
        == ["`graph.json` cannot be read: there is no such file" + end])
    let part = "it is no JSON, or only a part"
    let other = "it is not what `config --format json` writes"
    for (text, fault) in [
      ("", "it is empty"), ("{", part), ("{\"hash\": \n}", part), ("{\"hash\": \"0\"} {}", part),
      ("{\"format\": 1}", other), ("[1]", other),
    ] {
      #expect(
        try issues(Self.services, committed: text) == ["`graph.json` is no model: \(fault)" + end])
    }
    let newer = try model(Self.services).replacing("{\"format\": 1,", with: "{\"format\": 2,")
    #expect(
      try issues(Self.services, committed: newer) == [
        "`graph.json` is a model of another format than this version of Patchbay reads" + end
      ])
  }

  @Test("records the mistakes of the configuration")
  func mistakes() throws {
    let found = try issues("services: { guest: { type: Gest } }\n", committed: "{}")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("error[unknown-type]:") == true)
  }
}
