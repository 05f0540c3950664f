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
        ~ service `guest`: argument `name` is `you`, was `me`; `scope` is `transient`, was `singleton`
        - service `visits`
        + service `world`
        + factory `TestWorld`
        - factory `Visits`
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
        ~ service `guest`: argument `name` is `Ada`, was `me`
        - service `visits`
        - factory `Visits`
        write the file with the command of the program: config --environment production \
        --overlay over.yaml --format json >graph.json
        """
      ])
  }

  @Test("says what is wrong with the file")
  func unreadable() throws {
    let end = "\nwrite the file with the command of the program: config --format json >graph.json"
    #expect(
      try issues(Self.services, committed: nil)
        == ["`graph.json` cannot be read: there is no such file" + end])
    #expect(
      try issues(Self.services, committed: "{\n\"hash\": \n}")
        == ["`graph.json` is no model: a value was expected in line 3" + end])
    #expect(
      try issues(Self.services, committed: "{}")
        == ["`graph.json` is no model: it has no `hash`" + end])
  }

  @Test("records the mistakes of the configuration")
  func mistakes() throws {
    let found = try issues("services: { guest: { type: Gest } }\n", committed: "{}")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("error[unknown-type]:") == true)
  }
}

@Suite("A JSON text")
struct JSONReaderTests {
  private func value(_ text: String) throws -> JSONValue {
    try JSONReader.value(of: Array(text.utf8))
  }

  @Test("is read with everything that JSON has")
  func everything() throws {
    #expect(
      try value(#" {"a": [null, true, false, -1.5e3, "x"], "b": {}, "c": []} "#)
        == .object([
          "a": .array([.null, .bool(true), .bool(false), .number("-1.5e3"), .string("x")]),
          "b": .object([:]), "c": .array([]),
        ]))
    #expect(
      try value(#""\"\\\/\n\t\r\b\f\u00e9\ud83d\ude00é""#)
        == .string("\"\\/\n\t\r\u{8}\u{C}é😀é"))
  }

  @Test(
    "is refused where it is wrong",
    arguments: [
      ("", 1, "a value was expected"), ("{\"a\" 1}", 1, "`:` was expected"),
      ("{\n1: 2}", 2, "a name was expected"), ("[1\n\n2]", 3, "`,` or `]` was expected"),
      ("{\"a\": 1", 1, "`,` or `}` was expected"), ("\"a", 1, "a string has no end"),
      ("\"\\x\"", 1, "an unknown escape"), ("\"\\u12\"", 1, "an unknown escape"),
      ("\"\\u12zz\"", 1, "four digits were expected"), ("1 2", 1, "text after the value"),
      ("tru", 1, "a value was expected"),
    ])
  func wrong(text: String, line: Int, message: String) throws {
    let mistake = try #require(throws: JSONReader.Mistake.self) { try value(text) }
    #expect(mistake.line == line)
    #expect(mistake.description == message)
  }

  @Test("of too many levels is refused")
  func deep() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(throws: JSONReader.Mistake.self) { try value(deep) }
  }
}
