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
    let line = await check("line", services).result
    #expect(line.matches(of: #/yaml:(\d+):\d+: (?:error|warning)/#).map(\.1) == ["2", "7", "6"])
  }

  @Test("names files from the root of the repository, which a variable of GitHub names")
  func roots() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("services: { voice: { type: Plian } }\n", to: "s.yaml")
    let working = FileManager.default.currentDirectoryPath
    let parent = URL(filePath: working).deletingLastPathComponent().path
    let name = URL(filePath: working).lastPathComponent
    func paths(_ path: String, _ root: String?) async -> [Substring] {
      await run(
        "check", "--format", "github", "--config", path,
        variables: root.map { ["GITHUB_WORKSPACE": $0] } ?? [:]
      ).result.matches(of: #/file=([^,]*)/#).map(\.1)
    }
    #expect(await paths(path, folder.path) == ["s.yaml"])
    #expect(await paths(path, folder.path + "/other") == [path[...]])
    #expect(await paths("./nowhere/s.yaml", nil) == ["nowhere/s.yaml"])
    #expect(await paths("./nowhere/s.yaml", "") == ["nowhere/s.yaml"])
    #expect(await paths("nowhere/s.yaml", parent) == ["\(name)/nowhere/s.yaml"])
  }
}
