import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@testable import PatchbayCore

/// The texts are in `Goldens`; `PATCHBAY_WRITE_GOLDENS=1` writes them.
@Suite("env --format writes exactly this")
struct EnvFormatTests {
  private static let folder = Project.folder.appending(
    path: "Tests/PatchbayCommandTests/Goldens/Env")

  @Test(
    "a default that applies only where the variable is unset is marked",
    arguments: [
      ("table", "`app-`, only if unset"), ("markdown", "`app-`, only if unset"),
      ("json", #""keepsEmpty": true"#),
    ])
  func onlyIfUnset(_ format: String, _ text: String) async {
    var requirements = reading(["PREFIX": .text("app-")])
    requirements.variables[0].readers[0].keepsEmpty = true
    let found = requirements
    let outcome = await runEnv("--format", format, requirements: { _ in found })
    #expect(outcome.result.contains(text), "\(outcome)")
  }

  @Test(
    arguments: [
      ("table", nil), ("table", "production"), ("json", nil), ("dotenv", nil), ("dotenv", "test"),
      ("markdown", nil), ("markdown", "test"), ("kubernetes", "production"), ("kubernetes", "test"),
      ("compose", "production"), ("compose", "test"),
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
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE_GOLDENS"] != nil {
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
    #expect(await text("markdown") == "no variable is read")
    #expect(await text("kubernetes").hasSuffix("\nenv: []"))
    #expect(await text("compose").hasSuffix("\nenvironment: {}"))
    #expect(await text("dotenv").hasPrefix("# What web-shop reads"))
    #expect(
      await text("json") == """
        {"format": 1, "environments": [
          {"name": null,
           "variables": [],
           "files": []}
        ]}
        """)
  }

  @Test(
    "a name that the target refuses is reported, and nothing is written",
    arguments: [
      ("dotenv", "1A"), ("dotenv", "-A"), ("dotenv", "A B"), ("dotenv", "A\n::error::"),
      ("dotenv", ""), ("kubernetes", "1A"), ("kubernetes", "A=B"), ("kubernetes", "..A"),
      ("kubernetes", "A\"\n- name: B"), ("compose", "A.B"), ("compose", "A-B"), ("compose", "1A"),
      ("compose", "A: b"),
    ])
  func refusedNames(_ format: String, _ name: String) async {
    let outcome = await runEnv("--format", format, services: "services: {}") { _ in
      reading([name: nil])
    }
    #expect(outcome.code == 64 && outcome.result.isEmpty)
    let shown = name.replacing("\n", with: "\\n")
    #expect(
      outcome.problem == """
        error: `--format \(format)` cannot set the variable `\(shown)`, which the argument `a` of \
        `b` (Config/services.yaml:3:46) reads
        help: give it a name of letters, digits and `_`
        usage: web-shop env [OPTION ...]
        """)
  }

  @Test("a file name is no command of a CI service")
  func workflowCommands() async {
    for format in ["table", "json", "dotenv", "markdown", "kubernetes", "compose"] {
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
    for format in ["table", "json", "dotenv", "markdown"] {
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
    func text(_ format: String) async -> String {
      await runEnv("--format", format, services: "services: {}") { _ in
        reading(["A": .text("a\0b")])
      }.result
    }
    #expect(await text("dotenv").hasSuffix(")\n#A="))
    #expect(await text("kubernetes").hasSuffix("        key: A\n        optional: true"))
    #expect(await text("compose").hasSuffix("  A:"))
  }

  @Test("kubernetes, compose and --check describe one environment")
  func oneEnvironment() async {
    for words in [["--format", "kubernetes"], ["--format", "compose"], ["--check", "x.env"]] {
      let outcome = await runEnv(words: words)
      #expect(outcome.code == 64 && outcome.result.isEmpty)
      #expect(
        outcome.problem.hasSuffix(
          """

          help: choose one with --environment: `production` or `test`
          usage: web-shop env [OPTION ...]
          """))
    }
    #expect(await runEnv("--environment", "prodution").code == 64)
    #expect(await runEnv("--check", "x.env", "--format", "json").code == 64)
  }

  @Test("the names of objects in Kubernetes come from the program's name")
  func objectNames() async {
    for (name, object) in [
      ("app", "app"), ("Web Shop.2", "web-shop-2"), ("--", "app"), ("no", "\"no\""),
      ("é\n- x", "x"),
    ] {
      let recorder = Recorder()
      let command = PatchbayCommand(
        name, catalog: .greetings, configuration: .bytes(Array("services: {}".utf8), name: "s"),
        variables: [:], output: recorder.output(),
        subcommands: [.env { _, _, _, _ in reading(["A": nil]) }])
      #expect(await command.run(["env", "--format", "kubernetes"]) == 0)
      #expect(recorder.result.contains("\n        name: \(object)\n        key: A"))
    }
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
