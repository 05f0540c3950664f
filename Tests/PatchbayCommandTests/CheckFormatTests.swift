import Foundation
import PatchbayCommand
import TestSupport
import Testing

@Suite("check --format")
struct CheckFormatTests {
  private func check(_ format: String, _ services: String = CheckTests.broken) async -> Outcome {
    await run("check", "--format", format, services: services)
  }

  @Test("github writes commands alone")
  func github() async {
    #expect(
      await check("github")
        == Outcome(
          code: 78,
          result: """
            ::error file=Config/services.yaml,line=2,endLine=2,col=18,endColumn=23,\
            title=unknown-type::no factory is registered for the type name `Plian`%0Anote: the \
            catalog `greetings` is built at App/Catalog.swift:3 and registers 3 type names%0Ahelp: \
            did you mean `Plain`?
            ::error file=Config/services.yaml,line=7,endLine=7,col=33,endColumn=42,\
            title=missing-argument::`Greeter` needs the argument `name`, which `greeter` does not \
            give%0Anote: declared at App/Catalog.swift:6: Greeter(voice: any Voice, name: String, \
            token: String = "", times: Int = 1)%0Anote: found in the environment `two`%0Ahelp: add \
            the argument%0A  + name: <String>
            """,
          problem: ""))
  }

  @Test("github writes not even an empty line where there is nothing")
  func githubOfNothing() async {
    let recorder = Recorder()
    let lines = Recorder()
    var output = recorder.output()
    output.result = { lines.output().result("line: \($0)") }
    let code = await greeter(output: output).run(["check", "--format", "github"])
    #expect(code == 0 && lines.result.isEmpty && recorder.problem.isEmpty)
  }

  @Test("github has the mistakes of more environments first, and errors before warnings")
  func worstFirst() async {
    let services = """
      environments:
        one: { services: { a: { type: Plian } } }
        two: {}
      services:
        old: { type: Plain, deprecated: soon }
        loud: { type: Loud, arguments: { inner: !ref old } }
        voice: { type: Plian }
      """
    let github = await check("github", services).result
    #expect(github.matches(of: #/::(?:error|warning) .*?,line=(\d+)/#).map(\.1) == ["7", "2", "6"])
    let junit = await check("junit", services).result
    #expect(junit.matches(of: #/ line="(\d+)"/#).map(\.1) == ["2", "7", "6"])
  }

  @Test("gitlab writes a report of Code Quality")
  func gitlab() async {
    #expect(
      await check("gitlab")
        == Outcome(
          code: 78,
          result: """
            [
              {"description": "no factory is registered for the type name `Plian`; did you mean \
            `Plain`?", "check_name": "unknown-type", "fingerprint": "a2d76576f8fe2d24", "severity": \
            "major", "location": {"path": "Config/services.yaml", "lines": {"begin": 2}}},
              {"description": "`Greeter` needs the argument `name`, which `greeter` does not give; \
            add the argument", "check_name": "missing-argument", "fingerprint": "36885d116736ccdb", \
            "severity": "major", "location": {"path": "Config/services.yaml", "lines": {"begin": 7}}}
            ]
            """,
          problem: ""))
    #expect(await check("gitlab", Texts.services) == Outcome(code: 0, result: "[]", problem: ""))
  }

  @Test("junit names the program")
  func junit() async {
    let outcome = await check("junit", Texts.services)
    #expect(
      outcome
        == Outcome(
          code: 0,
          result: """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="greeter" tests="1" failures="0">
              <testsuite name="greeter" tests="1" failures="0">
                <testcase classname="check" name="no mistakes"/>
              </testsuite>
            </testsuites>
            """,
          problem: ""))
    let broken = await check("junit")
    #expect(broken.code == 78)
    #expect(broken.result.contains("<testsuites name=\"greeter\" tests=\"2\" failures=\"2\">"))
    #expect(broken.result.contains("= note: found in the environment `two`\n"))
  }

  @Test("markdown writes a table")
  func markdown() async {
    #expect(
      await check("markdown")
        == Outcome(
          code: 78,
          result: """
            | | place | mistake | fix |
            | --- | --- | --- | --- |
            | error | `Config/services.yaml:2:18` | no factory is registered for the type name \
            `Plian` (`unknown-type`) | did you mean `Plain`? |
            | error | `Config/services.yaml:7:33` | `Greeter` needs the argument `name`, which \
            `greeter` does not give (found in the environment `two`) (`missing-argument`) | add the \
            argument `name: <String>` |

            **2 errors**
            """,
          problem: ""))
  }

  @Test("names files from the root of the repository, which a variable of the service names")
  func roots() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("services: { voice: { type: Plian } }\n", to: "s.yaml")
    let working = FileManager.default.currentDirectoryPath
    let parent = URL(filePath: working).deletingLastPathComponent().path
    let name = URL(filePath: working).lastPathComponent
    for (format, variable) in [("github", "GITHUB_WORKSPACE"), ("gitlab", "CI_PROJECT_DIR")] {
      func paths(_ path: String, _ root: String?) async -> [Substring] {
        await run(
          "check", "--format", format, "--config", path,
          variables: root.map { [variable: $0] } ?? [:]
        ).result.matches(of: #/(?:file=|"path": ")([^,"]*)/#).map(\.1)
      }
      #expect(await paths(path, folder.path) == ["s.yaml"])
      #expect(await paths(path, folder.path + "/other") == [path[...]])
      #expect(await paths("./nowhere/s.yaml", nil) == ["nowhere/s.yaml"])
      #expect(await paths("./nowhere/s.yaml", "") == ["nowhere/s.yaml"])
      #expect(await paths("nowhere/s.yaml", parent) == ["\(name)/nowhere/s.yaml"])
    }
  }
}
