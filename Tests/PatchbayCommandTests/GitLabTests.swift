import Foundation
import PatchbayCommand
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("As a report for GitLab")
struct GitLabTests {
  private func issues(_ text: String) throws -> [[String: Any]] {
    #expect(text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A })
    return try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  private func fingerprints(_ diagnostics: [Diagnostic]) throws -> [String] {
    try issues(CIReport.gitLab(diagnostics)).compactMap { $0["fingerprint"] as? String }
  }

  @Test("a diagnostic has its place, and a fingerprint that is the same in every process")
  func example() {
    #expect(
      CIReport.gitLab([ExampleDiagnostics.misspeltType]) == """
        [
          {"description": "no factory is registered for the type name `SMPTMailer`; did you mean \
        `SMTPMailer`?", "check_name": "unknown-type", "fingerprint": "603a38404d2a54fc", \
        "severity": "major", "location": {"path": "Config/services.yaml", "lines": {"begin": 14}}}
        ]
        """)
    #expect(CIReport.gitLab([]) == "[]")
  }

  @Test("a path and a line are there for every kind of place")
  func places() throws {
    let issues = try issues(CIReport.gitLab(CIExamples.places, repositoryPath: { "sub/" + $0 }))
    let places = issues.map { issue in
      let location = issue["location"] as? [String: Any]
      let line = (location?["lines"] as? [String: Int])?["begin"] ?? 0
      return "\(location?["path"] as? String ?? ""):\(line)"
    }
    #expect(
      places == [
        "sub/Config/a,b:c.yaml:3", "sub/Config/a,b:c.yaml:3", ".:1", ".:1", "sub/f.yaml:1", ".:1",
      ])
    // GitLab would link a path that is not in the repository.
    #expect(
      issues.map { $0["description"] as? String } == [
        "m", "m", "T/T.swift:4, line 1:4: m", "A/B.swift:3: m", "m", "m",
      ])
    #expect(issues.allSatisfy { $0["severity"] as? String == "minor" })
  }

  @Test("a fingerprint ignores the line, and differs from all others")
  func fingerprints() throws {
    func diagnostic(_ line: Int, _ message: String = "m", name: String = "a") -> Diagnostic {
      Diagnostic(.unknownType, message, labels: [sourceText(name, [line: "x"]).label(line, "x")])
    }
    let first = try fingerprints([diagnostic(1)])
    #expect(try fingerprints([diagnostic(9)]) == first)
    let all = try fingerprints([
      diagnostic(1), diagnostic(2), diagnostic(3), diagnostic(1, "n"), diagnostic(1, name: "b"),
      Diagnostic(.unknownType, "m"), Diagnostic(.unknownField, "m"),
      Diagnostic(.unknownType, "m", at: .swift(.init(fileID: "A/B.swift", line: 3))),
    ])
    #expect(Set(all).count == 8)
    #expect(all[0] == first[0] && all[1] == first[0] + "-2" && all[2] == first[0] + "-3")
  }

  @Test("no text is more than text")
  func hostile() throws {
    let issue = try issues(CIReport.gitLab([CIExamples.hostile]))[0]
    #expect(
      Set(issue.keys) == ["description", "check_name", "fingerprint", "severity", "location"])
    let path = (issue["location"] as? [String: Any])?["path"] as? String
    #expect(path == CIExamples.evil)
    let description = try #require(issue["description"] as? String)
    #expect(description.hasPrefix("::error::x\\n##[group]g "))
    #expect(description.contains("\\u{1B}[31m\\u{202E}\\u{0}"))
  }

  @Test("what is beyond the limit is counted in an issue of its own")
  func limit() throws {
    let diagnostics = (1...3).map { Diagnostic(.unknownType, "\($0)") }
    let issues = try issues(CIReport.gitLab(diagnostics, limit: 1))
    #expect(
      issues.map { $0["description"] as? String } == [
        "1", "and 2 more, which this report leaves out",
      ])
    #expect(issues.map { $0["severity"] as? String } == ["major", "info"])
  }
}
