import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@testable import PatchbayCore

/// The texts are in `Goldens`; `PATCHBAY_WRITE=1` writes them.
@Suite("env --format writes exactly this")
struct EnvFormatTests {
  private static let folder = Project.folder.appending(
    path: "Tests/PatchbayCommandTests/Goldens/Env")

  @Test(
    "a default that applies only where the variable is unset is marked",
    arguments: [("table", "`app-`, only if unset"), ("json", #""keepsEmpty": true"#)])
  func onlyIfUnset(_ format: String, _ text: String) async {
    var requirements = reading(["PREFIX": .text("app-")])
    requirements.variables[0].readers[0].keepsEmpty = true
    let found = requirements
    let outcome = await runEnv("--format", format, requirements: { _ in found })
    #expect(outcome.result.contains(text), "\(outcome)")
  }

  @Test(
    "each format of `env` writes exactly its golden",
    arguments: [
      ("table", nil), ("table", "production"), ("json", nil), ("dotenv", nil), ("dotenv", "test"),
    ] as [(String, String?)])
  func exactText(_ format: String, _ environment: String?) async throws {
    let options = environment.map { ["--environment", $0] } ?? []
    let outcome = await runEnv(words: ["--format", format] + options)
    #expect(outcome.code == 0 && outcome.problem.isEmpty)
    try Self.expect(outcome.result, equals: "\(format)--\(environment ?? "all")")
    // The sample has secrets as defaults, in the text around a variable, and as a variable's value.
    #expect(!outcome.result.contains("hunter"))
  }

  /// Compares a text with a file of `Goldens`, or writes it.
  static func expect(_ text: String, equals name: String) throws {
    let file = folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil {
      try (text + "\n").write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(try text + "\n" == String(contentsOf: file, encoding: .utf8))
    }
  }

  @Test("without variables there is nothing to set, in every format")
  func nothing() async {
    func text(_ format: String) async -> String {
      await runEnv("--format", format, services: "services: {}") { _ in .init() }.result
    }
    #expect(await text("table") == "no variable is read")
    #expect(await text("dotenv").hasPrefix("# What web-shop reads"))
    #expect(
      await text("json") == """
        {"format": 1,
         "environments": [
          {"name": null, "variables": [], "files": []}
         ]}
        """)
  }

  @Test(
    "a name that a dotenv file cannot set is reported, and nothing is written",
    arguments: ["1A", "-A", "A B", "A\n::error::", ""])
  func refusedNames(_ name: String) async {
    let outcome = await runEnv("--format", "dotenv", services: "services: {}") { _ in
      reading([name: nil])
    }
    #expect(outcome.code == 64 && outcome.result.isEmpty)
    let shown = name.replacing("\n", with: "\\n")
    #expect(
      outcome.problem == """
        error: `--format dotenv` cannot set the variable `\(shown)`, which the argument `a` of \
        `b` (Config/services.yaml:3:46) reads
        help: give it a name of letters, digits and `_`
        usage: web-shop env [OPTION ...]
        """)
  }

  @Test("a file name is no command of a CI service")
  func workflowCommands() async {
    for format in ["table", "json", "dotenv"] {
      let outcome = await runEnv("--format", format, services: "services: {}") { _ in
        var result = reading(["A": .text("b\n::error::c")])
        result.files = [.init(path: "::error::d\n::error::e", subject: "f", place: .file("::g"))]
        return result
      }
      for line in outcome.result.split(separator: "\n") {
        #expect(!line.drop { $0 == " " }.hasPrefix("::"))
      }
    }
  }

  @Test("a variable that is secret in one environment is secret in all")
  func secretInOne() async {
    for format in ["table", "json", "dotenv"] {
      let outcome = await runEnv("--format", format) { environment in
        var result = reading(["KEY": .text("hunter2")])
        result.variables[0].isSecret = environment == "test"
        return result
      }
      #expect(outcome.code == 0 && !outcome.result.contains("hunter2"))
    }
  }

  @Test("a default that no variable can have is not written")
  func nulDefault() async {
    let outcome = await runEnv("--format", "dotenv", services: "services: {}") { _ in
      reading(["A": .text("a\0b")])
    }
    #expect(outcome.result.hasSuffix(")\n#A="))
  }

  @Test("an environment that the configuration does not have is refused")
  func unknownEnvironment() async {
    let outcome = await runEnv("--environment", "prodution")
    #expect(outcome.code == 64 && outcome.result.isEmpty)
  }

  @Test("of environments with mistakes reports each once, with the environments that have it")
  func mistakes() async {
    let outcome = await run(
      "env",
      services: """
        services: { voice: { type: Plain, arguments: { endng: a } } }
        environments: { quiet: {}, test: { services: { other: { type: Plian } } } }

        """)
    #expect(outcome.code == 78 && outcome.result.isEmpty)
    let errors = outcome.problem.split(separator: "\n").filter { $0.hasPrefix("error[") }
    #expect(
      errors == [
        "error[unknown-argument]: `Plain` has no parameter `endng`, which `voice` gives",
        "error[unknown-type]: no factory is registered for the type name `Plian`",
      ])
    #expect(outcome.problem.contains(" = note: found in the environment `test`\n"))
  }
}
