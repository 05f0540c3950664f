import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("The address of the documentation")
struct DiagnosticAddressTests {
  private static let wrong = """
    services:
      a: { type: Plian }
      b: { type: Lodu }
      c: { type: Plain, arguments: { end: x } }
    """

  private func check(_ format: String, documentation: String?) async -> String {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: .bytes(Array(Self.wrong.utf8), name: "a.yaml"),
      documentation: documentation, variables: [:], output: recorder.output())
    #expect(await command.run(["check", "--format", format]) == 78)
    return recorder.result
  }

  @Test("is in no output by default")
  func none() async {
    #expect(await !check("terminal", documentation: nil).contains("= note: see"))
    #expect(await !check("json", documentation: nil).contains("\"page\""))
    #expect(await !check("sarif", documentation: nil).contains("helpUri"))
  }

  @Test(
    "is shown for each code once, in the text",
    arguments: ["https://docs.example.com/patchbay", "https://docs.example.com/patchbay/"])
  func terminal(address: String) async {
    let output = await check("terminal", documentation: address)
    let lines = output.split(separator: "\n").filter { $0.contains("docs.example.com") }
    #expect(
      lines == [
        "  = note: see https://docs.example.com/patchbay/unknown-type",
        "  = note: see https://docs.example.com/patchbay/unknown-argument",
      ])
  }

  @Test("is a member of each diagnostic in JSON")
  func json() async throws {
    let output = await check("json", documentation: "https://docs.example.com/patchbay")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let diagnostics = try #require(object["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.count == 3)
    for diagnostic in diagnostics {
      let code = try #require(diagnostic["code"] as? String)
      #expect(diagnostic["page"] as? String == "https://docs.example.com/patchbay/\(code)")
    }
  }

  @Test("is that of each rule in SARIF")
  func sarif() async throws {
    let output = await check("sarif", documentation: "https://docs.example.com/patchbay")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let runs = try #require(object["runs"] as? [[String: Any]])
    let tool = try #require(runs.first?["tool"] as? [String: [String: Any]])
    let rules = try #require(tool["driver"]?["rules"] as? [[String: Any]])
    #expect(rules.count == 2)
    for rule in rules {
      let code = try #require(rule["id"] as? String)
      #expect(rule["helpUri"] as? String == "https://docs.example.com/patchbay/\(code)")
    }
  }
}
