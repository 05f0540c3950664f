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

  private func readYAML(_ text: String) throws -> [String: Any] {
    let python = try #require(Tool.pythonWithYAML)
    let result = try python.run(
      ["-c", "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin.buffer), sys.stdout)"],
      input: text)
    try #require(result.code == 0, "\(result.errors)")
    return try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
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
    "kubernetes by a parser of YAML, and with the expansion of Kubernetes",
    .enabled(if: Tool.pythonWithYAML != nil, "needs python3-yaml: run Scripts/setup"))
  func kubernetes() async throws {
    let list = try #require(
      try readYAML(try await written("kubernetes"))["env"] as? [[String: Any]])
    var values: [String: String] = [:]
    var sources: [String: [String: Any]] = [:]
    for variable in list {
      let name = try #require(variable["name"] as? String)
      values[name] = variable["value"] as? String
      sources[name] = variable["valueFrom"] as? [String: Any]
    }
    for (index, text) in Self.ugly.enumerated() {
      let value = try #require(values["V\(index)"])
      #expect(Array(expandedByKubernetes(value).utf8) == Array(text.utf8))
    }
    #expect(values["NO"] == "no" && values["Y"] == "y")
    #expect(list.count == Self.ugly.count + 5)
    let needed = sources["NEEDED"]?["configMapKeyRef"] as? [String: Any]
    #expect(needed?["name"] as? String == "web-shop" && needed?["key"] as? String == "NEEDED")
    #expect(needed?["optional"] == nil)
    let token = sources["TOKEN"]?["secretKeyRef"] as? [String: Any]
    #expect(token?["key"] as? String == "TOKEN" && token?["optional"] as? Bool == true)
  }

  @Test(
    "compose by a parser of YAML",
    .enabled(if: Tool.pythonWithYAML != nil, "needs python3-yaml: run Scripts/setup"))
  func compose() async throws {
    let map = try #require(
      try readYAML(try await written("compose"))["environment"] as? [String: Any])
    for (index, text) in Self.ugly.enumerated() {
      let value = try #require(map["V\(index)"] as? String)
      #expect(Array(singleDollars(value).utf8) == Array(text.utf8))
    }
    #expect(map["NO"] as? String == "no" && map["Y"] as? String == "y")
    #expect(map["NEEDED"] as? String == "${NEEDED:?}")
    #expect(map["TOKEN"] is NSNull && map["NULLED"] is NSNull)
    #expect(map.count == Self.ugly.count + 5)
  }

  @Test(
    "compose by docker-compose, which demands what is needed",
    .enabled(
      if: Tool("docker-compose") != nil && Tool.pythonWithYAML != nil,
      "needs docker-compose and python3-yaml: run Scripts/setup"))
  func dockerCompose() async throws {
    let tool = try #require(Tool("docker-compose"))
    let indented = try await written("compose").split(separator: "\n").map { "    \($0)\n" }
    let folder = try TemporaryFolder([
      "docker-compose.yml": "services:\n  web:\n    image: web\n" + indented.joined()
    ])
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let missing = try tool.run(["config", "-q"], variables: ["PATH": path], in: folder.path)
    #expect(missing.code != 0 && missing.errors.contains("NEEDED"))
    let result = try tool.run(
      ["config"], variables: ["PATH": path, "NEEDED": "it is set"], in: folder.path)
    try #require(result.code == 0, "\(result.errors)")
    let services = try readYAML(result.text)["services"] as? [String: [String: Any]]
    let map = try #require(services?["web"]?["environment"] as? [String: Any])
    // The tool's own output has U+0085 unescaped, which is a line break there.
    for (index, text) in Self.ugly.enumerated() where !text.contains("\u{85}") {
      let value = try #require(map["V\(index)"] as? String)
      #expect(Array(singleDollars(value).utf8) == Array(text.utf8))
    }
    #expect(map["NEEDED"] as? String == "it is set")
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

  /// Returns a value as Compose reads it, if it has no variable.
  private func singleDollars(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isSecond = false
    for scalar in text.unicodeScalars {
      if scalar == "$", !isSecond {
        isSecond = true
        continue
      }
      isSecond = false
      result.append(scalar)
    }
    return String(result)
  }

  /// Returns a value as Kubernetes expands it where no variable is known: the algorithm of its
  /// package `expansion`.
  private func expandedByKubernetes(_ text: String) -> String {
    let input = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < input.count {
      guard input[index] == "$", index + 1 < input.count else {
        result.append(input[index])
        index += 1
        continue
      }
      if input[index + 1] == "$" {
        result.append("$")
        index += 2
      } else if input[index + 1] == "(", let end = input[index...].firstIndex(of: ")") {
        result.append("!")
        index = end + 1
      } else {
        result.append("$")
        index += 1
      }
    }
    return String(result)
  }
}
