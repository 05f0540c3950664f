import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("As SARIF")
struct SARIFTests {
  private func run(_ diagnostics: [Diagnostic]) throws -> [String: Any] {
    let text = SARIFRenderer(toolName: "app").render(diagnostics)
    #expect(text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A })
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    // What the published schema requires of a log, of a run, of a tool and of its driver.
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("/sarif-schema-2.1.0.json") == true)
    #expect(Set(log.keys) == ["$schema", "version", "runs"])
    let runs = try #require(log["runs"] as? [[String: Any]])
    try #require(runs.count == 1)
    let driver = try #require((runs[0]["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "app")
    #expect(runs[0]["columnKind"] as? String == "unicodeCodePoints")
    return runs[0]
  }

  @Test("what is beyond the limit is counted in a notification")
  func limit() throws {
    let diagnostics = (0..<5).map { Diagnostic(.unknownType, "mistake \($0)", labels: []) }
    for (limit, shown) in [(5, 5), (3, 3), (0, 0), (-1, 0)] {
      let text = SARIFRenderer(limit: limit).render(diagnostics)
      let log = try #require(
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      let run = try #require((log["runs"] as? [[String: Any]])?.first)
      #expect((run["results"] as? [Any])?.count == shown)
      let invocation = (run["invocations"] as? [[String: Any]])?.first
      #expect((invocation == nil) == (shown == 5))
      guard let invocation else { continue }
      // What the published schema requires of an invocation and of a notification.
      #expect(invocation["executionSuccessful"] as? Bool == true)
      let notes = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
      #expect(
        notes.map { ($0["message"] as? [String: String])?["text"] }
          == ["and \(5 - shown) more, which this log leaves out"])
    }
    #expect(SARIFRenderer().limit == 5_000)
  }

  private func results(_ diagnostics: [Diagnostic]) throws -> [[String: Any]] {
    try #require(try run(diagnostics)["results"] as? [[String: Any]])
  }

  @Test(
    "every result has what the published schema requires",
    arguments: ExampleDiagnostics.all.map(\.diagnostic))
  func required(_ diagnostic: Diagnostic) throws {
    let run = try run([diagnostic])
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["ruleId"] as? String == diagnostic.code.name)
    let index = try #require(result["ruleIndex"] as? Int)
    #expect(rules[index]["id"] as? String == diagnostic.code.name)
    let help = (rules[index]["help"] as? [String: Any])?["text"] as? String
    #expect(help?.hasPrefix("See \(diagnostic.code.name).md in the documentation") == true)
    #expect(result["level"] as? String == diagnostic.severity.rawValue)
    let text = try #require((result["message"] as? [String: Any])?["text"] as? String)
    #expect(text.hasPrefix(diagnostic.message))
    let locations = result["locations"] as? [[String: Any]] ?? []
    let related = result["relatedLocations"] as? [[String: Any]] ?? []
    #expect(locations.count + related.count == diagnostic.labels.count)
    #expect(locations.count == min(1, diagnostic.labels.count))
    #expect(Set(related.compactMap { $0["id"] as? Int }).count == related.count)
    for location in locations + related {
      let physical = try #require(location["physicalLocation"] as? [String: Any])
      let uri = (physical["artifactLocation"] as? [String: Any])?["uri"] as? String
      #expect(uri.flatMap { URL(string: $0) } != nil)
      if let region = physical["region"] as? [String: Int] {
        #expect(region.values.allSatisfy { $0 >= 1 })
      }
      if let message = location["message"] as? [String: Any] {
        #expect(message["text"] is String)
      }
    }
    for fix in result["fixes"] as? [[String: Any]] ?? [] {
      let changes = try #require(fix["artifactChanges"] as? [[String: Any]])
      #expect(!changes.isEmpty)
      for change in changes {
        #expect((change["artifactLocation"] as? [String: Any])?["uri"] is String)
        let replacements = try #require(change["replacements"] as? [[String: Any]])
        #expect(!replacements.isEmpty)
        for replacement in replacements {
          #expect(replacement["deletedRegion"] is [String: Int])
          #expect((replacement["insertedContent"] as? [String: Any])?["text"] is String)
        }
      }
    }
  }

  @Test("a result has its places, and its fix as a replacement")
  func places() throws {
    let result = try #require(try results([ExampleDiagnostics.unknownReference]).first)
    func region(_ location: Any?) -> [String: Int]? {
      let physical = (location as? [String: Any])?["physicalLocation"] as? [String: Any]
      return physical?["region"] as? [String: Int]
    }
    let primary = ["startLine": 11, "startColumn": 29, "endLine": 11, "endColumn": 32]
    #expect(region((result["locations"] as? [Any])?.first) == primary)
    let related = try #require((result["relatedLocations"] as? [[String: Any]])?.first)
    #expect(region(related)?["startLine"] == 5)
    #expect(
      (related["message"] as? [String: Any])?["text"] as? String == "a similar key is defined here")
    let fix = try #require((result["fixes"] as? [[String: Any]])?.first)
    let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect(replacement["deletedRegion"] as? [String: Int] == primary)
    #expect((replacement["insertedContent"] as? [String: Any])?["text"] as? String == "pool")
  }

  @Test("rules are listed once, in the order of their first result")
  func rules() throws {
    let twice = [
      ExampleDiagnostics.unknownReference, ExampleDiagnostics.misspeltType,
      ExampleDiagnostics.unknownReference,
    ]
    let run = try run(twice)
    let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let ids = (driver?["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String }
    #expect(ids == ["unknown-service", "unknown-type"])
    let indices = (run["results"] as? [[String: Any]])?.compactMap { $0["ruleIndex"] as? Int }
    #expect(indices == [0, 1, 0])
    #expect(try results([]).isEmpty)
  }

  @Test("columns count scalars, and a column after the last is the end")
  func columns() throws {
    let file = sourceText("\u{FEFF}e\u{301}: \u{1F600}x\n", name: "a.yaml")
    let start = try #require(file.find("x", from: 0))
    let diagnostic = Diagnostic(
      .unknownType, "m", labels: [.init(.span(SourceSpan(file, start)))])
    let location = (try results([diagnostic])[0]["locations"] as? [[String: Any]])?.first
    let physical = location?["physicalLocation"] as? [String: Any]
    #expect(
      physical?["region"] as? [String: Int]
        == ["startLine": 1, "startColumn": 6, "endLine": 1, "endColumn": 7])
  }

  @Test(
    "paths become URI references",
    arguments: [
      ("Config/services.yaml", "Config/services.yaml"), ("/etc/a b.yaml", "file:///etc/a%20b.yaml"),
      ("../ü#?.yaml", "../%C3%BC%23%3F.yaml"), ("a:b.yaml", "a%3Ab.yaml"), ("\u{1}", "%01"),
    ])
  func uris(_ path: String, _ expected: String) throws {
    let diagnostic = Diagnostic(.fileNotFound, "m", labels: [.init(.file(path))])
    let location = (try results([diagnostic])[0]["locations"] as? [[String: Any]])?.first
    let physical = location?["physicalLocation"] as? [String: Any]
    #expect((physical?["artifactLocation"] as? [String: Any])?["uri"] as? String == expected)
    #expect(physical?["region"] == nil)
  }

  @Test("a text in Swift source is named by its line there, and has no fixes")
  func inline() throws {
    let file = sourceText(
      "services: {}\n", name: "A.swift:7", swift: .init(fileID: "App/A.swift", line: 7))
    let span = SourceSpan(file, 0..<8)
    let diagnostic = Diagnostic(
      .unknownField, severity: .warning, "m", labels: [.init(.span(span))],
      fixIts: [.init("f", edits: [.init(span, "x")])])
    let result = try #require(try results([diagnostic]).first)
    let physical =
      (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any]
    #expect((physical?["artifactLocation"] as? [String: Any])?["uri"] as? String == "App/A.swift")
    #expect(physical?["region"] as? [String: Int] == ["startLine": 7])
    #expect(result["fixes"] == nil)
    #expect(result["level"] as? String == "warning")
  }
}
