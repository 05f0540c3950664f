import Foundation
import Patchbay
import PatchbayCommand
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("check --variables FILE")
struct VariableCheckTests {
  private static let services = """
    environments: { production: {}, test: { services: { greeter: { arguments: { name: me } } } } }
    services:
      voice: { type: Plain, arguments: { ending: "$(env:ENDING:-!)" } }
      greeter:
        type: Greeter
        arguments: { voice: !ref voice, name: $(env:USER_NAME), times: $(env:TIMES) }

    """

  private static func check(file: String, _ environment: String = "production") async -> Outcome {
    await run("check", "--variables", file, "--environment", environment, services: services)
  }

  private func check(
    _ text: String, _ environment: String = "production"
  ) async throws -> Outcome {
    let folder = try TemporaryFolder(["production.env": text])
    var outcome = await Self.check(file: folder.file("production.env"), environment)
    outcome.result = outcome.result.replacing(folder.path + "/", with: "")
    #expect(!outcome.result.contains("hunter") && outcome.problem.isEmpty)
    return outcome
  }

  @Test("finds nothing in a file that sets what is needed")
  func complete() async throws {
    #expect(
      try await check("USER_NAME=hunter2\nexport TIMES='3'\nOTHER_PROGRAM=hunter3\nENDING=\n")
        == Outcome(code: 0, result: "checked production: no mistakes", problem: ""))
  }

  @Test("reports what is missing, wrong, misspelt and repeated")
  func mistakes() throws {
    let text = """
      DATABASE_URI=postgres://hunter2
      PORT=hunter3
      LOG_LEVEL=debug
      LOG_LEVEL=hunter4
      WAIT=hunter5
      """
    var collector = DiagnosticCollector()
    let file = try #require(
      DotEnvFile(name: "production.env", bytes: Array(text.utf8), into: &collector))
    file.check(against: EnvSample.requirements(of: "production"), into: &collector)
    let rendered = TerminalRenderer().render(collector.errors + collector.warnings)
    try EnvFormatTests.expect(rendered, equals: "check")
  }

  @Test("reads a pipe to its end, within the limit of a file")
  func pipe() async throws {
    func check(_ text: String) async throws -> Outcome {
      let pipe = Pipe()
      let writer = pipe.fileHandleForWriting
      // A task might wait for the thread that reads.
      Thread.detachNewThread {
        // The reader leaves once the text is too long.
        signal(SIGPIPE, SIG_IGN)
        try? writer.write(contentsOf: Data(text.utf8))
        try? writer.close()
      }
      let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
      let outcome = await Self.check(file: path)
      try pipe.fileHandleForReading.close()
      return outcome
    }
    let filling = String(repeating: "# filling\n", count: 10_000)
    #expect(try await check(filling + "USER_NAME=a\nTIMES=1\n").code == 0)
    #expect(try await check(filling).result.contains("`USER_NAME` is not set"))
    let long = try await check(String(repeating: filling, count: 11))
    #expect(long.code == 78 && long.result.contains("error[limit-exceeded]"))
  }

  @Test("follows symbolic links to the file and its folder")
  func links() async throws {
    let folder = try TemporaryFolder(["secrets/1/x.env": "USER_NAME=hunter2\nTIMES=1\n"])
    try folder.link("secrets/now", to: "1")
    try folder.link("production.env", to: "secrets/now/x.env")
    for path in ["production.env", "secrets/now/x.env"] {
      #expect(
        await Self.check(file: folder.file(path))
          == Outcome(code: 0, result: "checked production: no mistakes", problem: ""))
    }
  }

  @Test("takes an empty text for none, of any type")
  func empty() async throws {
    let outcome = try await check("USER_NAME=''\nTIMES=1\nENDING=\n")
    #expect(outcome.code == 78)
    #expect(
      outcome.result == """
        error[missing-environment-variable]: the environment variable `USER_NAME` is empty
         --> production.env:1:1
          |
        1 | USER_NAME=[secret]
          | ^^^^^^^^^ empty here
         ::: Config/services.yaml:6:43
          |
        6 |     arguments: { voice: !ref voice, name: $(env:USER_NAME), times: $(env:TIMES) }
          |                                           ---------------- read by the argument `name` of `greeter`
          |
        help: set it, or write `$(env:USER_NAME:-)` where a text or list may be empty, and `$(env:USER_NAME:-null)` for \
        an optional; the default after `??` is only for one that is not set

        checked production: 1 error
        """)
    #expect(try await check("USER_NAME=a\nTIMES=\n").code == 78)
    #expect(try await check("TIMES=1\n", "test").code == 0)
  }

  @Test("takes an empty text for one, although there is a default, where that follows `??`")
  func emptyOfUnsetOnly() throws {
    func findings(_ value: String, _ text: String) throws -> [String] {
      let catalog = FactoryCatalog("t") { Factory("Port", .value("port")) { (_: Int) in 1 } }
      var collector = DiagnosticCollector()
      let yaml = "services: { a: { type: Port, arguments: { port: '\(value)' } } }"
      let configuration = try ServiceConfiguration(.bytes(Array(yaml.utf8), name: "a.yaml"))
      let definitions = configuration.definitions(variables: .unknown, into: &collector)
      let requirements = Plan.findings(in: definitions, catalog: catalog, into: &collector)
        .requirements
      let file = try #require(
        DotEnvFile(name: "a.env", bytes: Array(text.utf8), into: &collector))
      file.check(against: requirements, into: &collector)
      return collector.diagnostics.map { "\($0.code)" }
    }
    #expect(try findings("$(env:PORT:-1)", "PORT=\n") == [])
    #expect(try findings("$(env:PORT??1)", "PORT=\n") == ["argument-type"])
    #expect(try findings("$(env:PORT??1)", "") == [])
    #expect(try findings("$(env:X??$(env:PORT))", "X=\n") == ["argument-type"])
    #expect(
      try findings("$(env:X:-$(env:PORT))", "X=\n") == ["missing-environment-variable"])
  }

  @Test(
    "does not say what is missing behind a quote that is never closed",
    arguments: [("x", "2 errors"), ("1", "1 error")])
  func unclosed(_ times: String, _ found: String) async throws {
    let outcome = try await check("TIMES=\(times)\nMOTTO=\"hunter\nUSER_NAME=y\n")
    #expect(outcome.code == 78)
    #expect(outcome.result.hasSuffix("\n\nchecked production: \(found)"))
    #expect(!outcome.result.contains("missing"))
  }

  @Test("proposes a file with a similar name")
  func similar() async throws {
    let folder = try TemporaryFolder(["production.env": ""])
    let outcome = await Self.check(file: folder.file("prodution.env"))
    #expect(outcome.code == 78)
    #expect(
      outcome.result.contains("\nhelp: did you mean `\(folder.file("production.env"))`?\n"),
      "\(outcome.result)")
  }

  @Test("no renderer shows a value, nor the fix of a misspelt name")
  func renderers() throws {
    let text =
      "DATABASE_URI=hunter2 # hunter3\n# hunter4\nPORT=hunter5\nPORT='hunter6\nhunter7'\nhunter8\n"
    var collector = DiagnosticCollector()
    let file = try #require(
      DotEnvFile(name: "a.env", bytes: Array(text.utf8), into: &collector))
    file.check(against: EnvSample.requirements(of: "production"), into: &collector)
    let found = collector.diagnostics
    #expect(
      Set(found.map(\.code.name)) == [
        "missing-environment-variable", "argument-type", "unknown-variable", "repeated-variable",
        "dotenv-syntax",
      ])
    let rendered = [
      TerminalRenderer(color: true).render(found), OneLineRenderer().render(found),
      JSONRenderer().render(found), SARIFRenderer(toolName: "a").render(found),
      CIReport.gitHub(found),
    ]
    for text in rendered {
      #expect(text.contains("DATABASE") && !text.contains("hunter"))
    }
  }

  @Test("describes the text around a variable, unless that may be secret")
  func patterns() throws {
    func message(isSecret: Bool) throws -> String {
      var requirements = EnvSample.requirements(of: nil)
      requirements.variables.removeAll { $0.name != "WAIT" }
      requirements.variables[0].isSecret = isSecret
      var collector = DiagnosticCollector()
      let file = try #require(
        DotEnvFile(name: "a.env", bytes: Array("WAIT=x".utf8), into: &collector))
      file.check(against: requirements, into: &collector)
      return collector.diagnostics.map(\.message).joined()
    }
    #expect(
      try message(isSecret: false)
        == "the environment variable `WAIT` must be such that `$(env:WAIT)s` is a duration such as "
        + "`5s` (the value is not shown)")
    #expect(try message(isSecret: true).contains("such that the whole text is a duration"))
  }
}
