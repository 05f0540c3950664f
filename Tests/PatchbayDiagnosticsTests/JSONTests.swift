import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("As JSON")
struct JSONTests {
  private func parse(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("a diagnostic keeps all its parts")
  func parts() throws {
    let object = try parse(JSONRenderer().render(ExampleDiagnostics.unknownReference))
    #expect(object["code"] as? String == "unknown-service")
    #expect(object["severity"] as? String == "error")
    #expect(object["message"] as? String == ExampleDiagnostics.unknownReference.message)
    #expect(object["notes"] as? [String] == ExampleDiagnostics.unknownReference.notes)
    let labels = try #require(object["labels"] as? [[String: Any]])
    #expect(labels.count == 2)
    #expect(labels[0]["path"] as? String == "Config/services.yaml")
    #expect(labels[0]["message"] as? String == "no service has this key")
    let range = try #require(ExampleDiagnostics.unknownReference.labels[0].place.span?.range)
    #expect(
      labels[0]["start"] as? [String: Int]
        == ["line": 11, "column": 29, "offset": range.lowerBound])
    #expect(
      labels[0]["end"] as? [String: Int] == ["line": 11, "column": 32, "offset": range.upperBound])
    let fixIt = try #require((object["fixIts"] as? [[String: Any]])?.first)
    #expect(fixIt["message"] as? String == "did you mean `pool`?")
    #expect(fixIt["isCertain"] as? Bool == false)
    let edit = try #require((fixIt["edits"] as? [[String: Any]])?.first)
    #expect(edit["replacement"] as? String == "pool")
    #expect((edit["start"] as? [String: Int])?["offset"] == range.lowerBound)
    let path = try #require(object["requestedBy"] as? [[String: Any]])
    #expect(path.map { $0["key"] as? String } == ["server", "users", "pol"])
    #expect(path[2]["path"] == nil)
  }

  @Test("texts of every kind survive")
  func escaping() throws {
    let evil = "\"\\/\u{0}\u{1B}\n\r\t\u{7F}\u{2028}\u{202E}\u{1F600}e\u{301}"
    let inline = sourceText("a: 1", name: evil, swift: .init(fileID: evil, line: 7))
    let diagnostic = Diagnostic(
      .yamlSyntax, severity: .warning, evil,
      labels: [
        inline.label(1, "1", evil), .init(.swift(.init(fileID: "A.swift", line: 2))),
        .init(.file("f")),
      ], notes: [evil], fixIts: [.init(evil, suggestion: evil, isCertain: true)])
    let text = JSONRenderer().render([diagnostic])
    #expect(text.utf8.allSatisfy { ($0 >= 0x20 && $0 < 0x7F) || $0 == 0x0A })
    let object = try #require((try parse(text)["diagnostics"] as? [[String: Any]])?.first)
    #expect(object["message"] as? String == evil)
    #expect(object["notes"] as? [String] == [evil])
    let fixIt = try #require((object["fixIts"] as? [[String: Any]])?.first)
    #expect(fixIt["suggestion"] as? String == evil)
    #expect(fixIt["isCertain"] as? Bool == true)
    let labels = try #require(object["labels"] as? [[String: Any]])
    let swift = try #require(labels[0]["swift"] as? [String: Any])
    #expect(swift["path"] as? String == evil && swift["line"] as? Int == 7)
    #expect(labels[1]["path"] as? String == "A.swift" && labels[1]["line"] as? Int == 2)
    #expect(labels[2]["path"] as? String == "f" && labels[2]["start"] == nil)
  }

  @Test("none, all examples, and more than the limit are one object", arguments: [0, 5, 12])
  func lists(limit: Int) throws {
    let all = ExampleDiagnostics.all.map(\.diagnostic)
    let object = try parse(JSONRenderer(limit: limit).render(all))
    #expect((object["diagnostics"] as? [Any])?.count == limit)
    #expect(object["omitted"] as? Int == 12 - limit)
  }
}
