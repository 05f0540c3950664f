import Foundation
import Patchbay
import PatchbayCommand
import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("env --check")
struct EnvCheckTests {
  private func check(
    _ text: String, _ environment: String = "production"
  ) async throws -> Outcome {
    let folder = try TemporaryFolder(["production.env": text])
    var outcome = await runEnv(
      "--check", folder.file("production.env"), "--environment", environment)
    outcome.result = outcome.result.replacing(folder.path + "/", with: "")
    #expect(!outcome.result.contains("hunter") && outcome.problem.isEmpty)
    return outcome
  }

  @Test("finds nothing in a file that sets what is needed")
  func complete() async throws {
    let text = "DATABASE_URL=postgres://hunter2\nexport PORT='8080'\nOTHER_PROGRAM=hunter3\nWAIT=\n"
    #expect(
      try await check(text)
        == Outcome(
          code: 0, result: "checked production.env for production: no mistakes", problem: ""))
  }

  @Test("reports what is missing, wrong, misspelt and repeated")
  func mistakes() async throws {
    let text = """
      DATABASE_URI=postgres://hunter2
      PORT=hunter3
      LOG_LEVEL=debug
      LOG_LEVEL=hunter4
      WAIT=hunter5
      """
    let outcome = try await check(text)
    #expect(outcome.code == 78)
    try EnvFormatTests.expect(outcome.result, equals: "check")
  }

  @Test(
    "warns where the file selects an environment that is not checked",
    arguments: [
      ("production", nil), ("", nil),
      ("test", "the file selects the environment `test`, which is not checked"),
      ("prod", "the file selects an environment that the configuration does not have"),
    ] as [(String, String?)])
  func selection(_ name: String, _ message: String?) async throws {
    let outcome = try await check("DATABASE_URL=a\nPORT=1\nPATCHBAY_ENV=\(name)\n")
    #expect(outcome.code == 0)
    if let message {
      #expect(outcome.result.hasPrefix("warning[unknown-environment]: \(message)\n"))
      #expect(outcome.result.contains("\n --> production.env:3:1\n"))
      #expect(outcome.result.contains("did you mean `production`?") == (name == "prod"))
    } else {
      #expect(!outcome.result.contains("warning"))
    }
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
      let outcome = await runEnv("--check", path, "--environment", "production")
      try pipe.fileHandleForReading.close()
      return outcome
    }
    let filling = String(repeating: "# filling\n", count: 10_000)
    #expect(try await check(filling + "DATABASE_URL=a\nPORT=1\n").code == 0)
    #expect(try await check(filling).result.contains("`DATABASE_URL` is not set"))
    let long = try await check(String(repeating: filling, count: 11))
    #expect(long.code == 78 && long.result.contains("error[limit-exceeded]"))
  }

  @Test("follows symbolic links to the file and its folder")
  func links() async throws {
    let folder = try TemporaryFolder(["secrets/1/x.env": "DATABASE_URL=hunter2\nPORT=1\n"])
    try folder.link("secrets/now", to: "1")
    try folder.link("production.env", to: "secrets/now/x.env")
    for path in ["production.env", "secrets/now/x.env"] {
      let outcome = await runEnv("--check", folder.file(path), "--environment", "production")
      #expect(
        outcome
          == Outcome(
            code: 0, result: "checked \(folder.file(path)) for production: no mistakes",
            problem: ""))
    }
  }

  @Test("takes an empty text for one, unless there is a default")
  func empty() async throws {
    let outcome = try await check("DATABASE_URL=''\nPORT=\n")
    #expect(outcome.code == 78)
    #expect(!outcome.result.contains("DATABASE_URL"))
    #expect(outcome.result.contains("`PORT` must be a whole number"))
    #expect(outcome.result.contains(" --> production.env:2:1"))
    #expect(try await check("PORT=1\n", "test").code == 0)
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

  @Test("does not say what is missing behind a quote that is never closed")
  func unclosed() async throws {
    let outcome = try await check("PORT=x\nMOTTO=\"hunter\nDATABASE_URL=y\n")
    #expect(outcome.code == 78)
    #expect(outcome.result.hasSuffix("\n\nchecked production.env for production: 2 errors"))
    #expect(!outcome.result.contains("missing"))
  }

  @Test("a file that is not there is an error")
  func absent() async throws {
    let folder = FileManager.default.currentDirectoryPath
    #expect(
      await runEnv("--check", "no/where.env", "--environment", "test")
        == Outcome(
          code: 78,
          result: """
            error[file-not-found]: there is no file `no/where.env`
             --> no/where.env
              = note: it was looked for in the working directory, `\(folder)`

            `no/where.env` could not be checked: 1 error
            """, problem: ""))
  }

  @Test("proposes a file with a similar name")
  func similar() async throws {
    let folder = try TemporaryFolder(["production.env": ""])
    let outcome = await runEnv(
      "--check", folder.file("prodution.env"), "--environment", "production")
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
        + "`5s`, found a text that is not shown")
    #expect(try message(isSecret: true).contains("such that the whole text is a duration"))
  }
}
