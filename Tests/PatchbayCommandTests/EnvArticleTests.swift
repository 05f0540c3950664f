import Foundation
import Patchbay
import PatchbayCommand
import PatchbayCore
import PatchbayDiagnostics
import TestSupport
import Testing

/// What the article shows is what happens.
@Suite("The article on running a program")
struct EnvArticleTests {
  private static let file = Project.folder.appending(
    path: "Sources/Patchbay/Patchbay.docc/RunningAProgram.md")

  @Test("shows what must be set, and what is wrong in a file of variables")
  func output() async throws {
    let article = try String(contentsOf: Self.file, encoding: .utf8)
    let section = article.components(separatedBy: "## What must be set\n")[1]
      .components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
    let yaml = try fencedBlocks("yaml", of: section)[0]
    let folder = try TemporaryFolder([
      "production.env": "DATABASE_URL=postgres://app@db\nPROT=8080\nPOOL_SIZE=many\n"
    ])
    let table = await run(["env"], yaml)
    #expect(table.code == 0)
    let check = await run(["env", "--check", folder.file("production.env")], yaml)
    #expect(check.code == 78)
    let blocks = [
      "$ app env\n\(table.result)\n",
      "$ app env --check production.env\n\(check.result)\n".replacing(folder.path + "/", with: ""),
    ]
    let shown = try fencedBlocks("console", of: section).filter { $0.utf8.count { $0 == 0x0A } > 3 }
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE_GOLDENS"] != nil {
      let written = zip(shown, blocks).reduce(article) { $0.replacing($1.0, with: $1.1) }
      try written.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      #expect(shown == blocks)
    }
  }

  private func run(_ words: [String], _ yaml: String) async -> Outcome {
    let file = SourceFile(name: "Config/services.yaml", bytes: Array(yaml.utf8))
    func reader(_ subject: String, at text: String, isNumber: Bool) -> ExternalRequirements.Reader {
      let start = yaml.range(of: text).map {
        yaml.utf8.distance(from: yaml.startIndex, to: $0.lowerBound)
      }
      return .init(
        type: isNumber ? "Int" : "String", expectation: isNumber ? "a whole number" : "a text",
        subject: subject,
        place: .span(SourceSpan(file, (start ?? 0)..<(start ?? 0) + text.utf8.count)),
        accepts: { !isNumber || Int($0) != nil })
    }
    var requirements = ExternalRequirements()
    requirements.variables = [
      .init(
        name: "DATABASE_URL", fallback: nil, isSecret: false,
        readers: [
          reader("the argument `url` of `pool`", at: "$(env:DATABASE_URL)", isNumber: false)
        ]),
      .init(
        name: "POOL_SIZE", fallback: .text("4"), isSecret: false,
        readers: [
          reader("the argument `size` of `pool`", at: "$(env:POOL_SIZE:-4)", isNumber: true)
        ]),
      .init(
        name: "PORT", fallback: nil, isSecret: false,
        readers: [reader("the argument `port` of `server`", at: "$(env:PORT)", isNumber: true)]),
    ]
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: .bytes(file.bytes, name: file.name),
      variables: [:], output: recorder.output(),
      subcommands: [.env { [requirements] _, _, _ in requirements }])
    let code = await command.run(words)
    return Outcome(code: code, result: recorder.result, problem: recorder.problem)
  }
}
