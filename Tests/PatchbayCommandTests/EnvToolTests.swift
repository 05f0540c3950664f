import Foundation
import Patchbay
import PatchbayCommand
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// Each format is read by a program that users would read it with.
@Suite("What env writes is read by other programs")
struct EnvToolTests {
  private static let ugly: [String] = [
    "", " ", "8080", "007", "1e3", "0x1F", "null", "~", "yes", "No", "-", "- a", "a: b", "#a",
    "a #b",
    "'", "''", "\"", "\\", "\\n", "a\nb", "\n", "a\n", "\t", "$", "$$", "$$$", "$(A)", "$$(A)",
    "${A}", "$${A}", "$A", "`date`", "$(date)", "!", "!!str a", "*a", "&a", "%a", "@a", "|", ">",
    "{a}", "[a]", "a\u{85}b", "a\u{2028}b", "\u{FEFF}a", "\u{202E}a", "é", "e\u{301}", "$\u{301}A",
    "😀", "\u{7F}", "\u{1}", "\u{FFFE}", "\u{10FFFF}", "a\rb", "a\r\nb", "it's `x` \"$y\" \\$z",
    EnvSample.motto,
  ]

  private static var requirements: ExternalRequirements {
    var values: [String: ExternalRequirements.Fallback?] = [
      "NULLED": .null, "NO": .text("no"), "Y": .text("y"),
    ]
    values.updateValue(nil, forKey: "NEEDED")
    for (index, text) in ugly.enumerated() { values["V\(index)"] = .text(text) }
    var result = reading(values)
    result.variables.append(
      .init(
        name: "TOKEN", fallback: .text("hunter2"), isSecret: true,
        readers: EnvSample.requirements(of: "production").variables[3].readers))
    result.files = EnvSample.requirements(of: nil).files
    return result
  }

  private func written(_ format: String) async throws -> String {
    let outcome = await runEnv("--format", format, services: "services: {}") { _ in
      Self.requirements
    }
    try #require(outcome.code == 0, "\(outcome.problem)")
    #expect(!outcome.result.contains("hunter2"))
    return outcome.result
  }

  @Test("json by Foundation") func json() async throws {
    let text = try await written("json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["format"] as? Int == 1)
    let environment = try #require((object["environments"] as? [[String: Any]])?.first)
    #expect(environment["name"] is NSNull)
    let variables = try #require(environment["variables"] as? [[String: Any]])
    let texts = variables.reduce(into: [String: String]()) { texts, variable in
      let text = (variable["default"] as? [String: Any])?["text"] as? String
      if let name = variable["name"] as? String { texts[name] = text }
    }
    for (index, text) in Self.ugly.enumerated() {
      #expect(texts["V\(index)"].map { Array($0.utf8) } == Array(text.utf8))
    }
    #expect(texts["NEEDED"] == nil && texts["TOKEN"] == nil)
    let file = try #require((environment["files"] as? [[String: Any]])?.first)
    #expect(file["path"] as? String == "/run/secrets/@key|#1<b>\n- x")
  }

  @Test(
    "dotenv by a shell, with the comment signs removed",
    arguments: ["bash", "sh"].filter { Tool($0) != nil })
  func dotenv(_ shell: String) async throws {
    let text = try await written("dotenv")
    let sourced = try source(text, by: shell, names: ["NEEDED", "V2"])
    #expect(sourced == ["", ""], "a copy sets nothing")
    // A default of several lines has a sign on each: every line that is no comment is one.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let assignments = lines.filter { !$0.hasPrefix("# ") }.map {
      $0.hasPrefix("#") ? $0.dropFirst() : $0
    }
    let indices = Self.ugly.indices.filter { index in
      // A shell has no escape for a carriage return, and no comment begins a line of a value.
      !Self.ugly[index].utf8.contains(0x0D) && !Self.ugly[index].contains("\n ")
        && !Self.ugly[index].unicodeScalars.contains(where: DisplayText.isActive)
    }
    // What acts on a terminal has no escape in the format.
    #expect(text.matches(of: /its default cannot be written/).count == 6)
    let values = try source(
      assignments.joined(separator: "\n"), by: shell, names: indices.map { "V\($0)" })
    #expect(values.map { Array($0.utf8) } == indices.map { Array(Self.ugly[$0].utf8) })
  }

  @Test(
    "a thousand random texts are the same after a dotenv file was written and read",
    arguments: ["bash", "sh"].filter { Tool($0) != nil })
  func roundTrip(_ shell: String) throws {
    var generator = SplitMix(state: 0xE27)
    let scalars = Array(
      "ab0 \t\n'\"\\$`{}()#=!~:;&|<>*?[]%é\u{301}😀\u{FEFF}\u{1B}\u{2028}\r".unicodeScalars)
    let texts = (0..<1_000).map { _ in
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        text.append(scalars.randomElement(using: &generator) ?? "a")
      }
      return String(text)
    }
    let file = texts.enumerated().map { "V\($0)=\(DotEnvText.written($1))\n" }.joined()
    for text in [file, "\u{FEFF}" + file.replacing("\n", with: "\r\n")] {
      var collector = DiagnosticCollector()
      let parsed = try #require(
        DotEnvFile(name: "a.env", bytes: Array(text.utf8), into: &collector))
      #expect(!collector.hasErrors)
      let values = parsed.values
      for (index, text) in texts.enumerated() {
        #expect(values["V\(index)"].map { Array($0.utf8) } == Array(text.utf8))
      }
    }
    let indices = texts.indices.filter { !texts[$0].utf8.contains(0x0D) }
    let sourced = try source(file, by: shell, names: indices.map { "V\($0)" })
    #expect(sourced.map { Array($0.utf8) } == indices.map { Array(texts[$0].utf8) })
  }

  /// Returns the values of variables after a shell has sourced a file.
  private func source(_ text: String, by shell: String, names: [String]) throws -> [String] {
    let tool = try #require(Tool(shell))
    let folder = try TemporaryFolder(["a.env": text])
    let script =
      "set -e; . ./a.env; for n in \(names.joined(separator: " ")); do "
      + "eval \"printf '%s\\\\0' \\\"\\$$n\\\"\"; done"
    let result = try tool.run(["-c", script], variables: [:], in: folder.path)
    try #require(result.code == 0, "\(result.errors)")
    return result.output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
