import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("diff")
struct DiffTests {
  /// Two versions of a configuration, in folders of their own.
  private static func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "old/services.yaml": """
      parameters: { name: world, token: !secret hunter1 }
      services:
        voice: { type: Plain }
        greeter:
          type: Greeter
          arguments: { voice: !ref voice, name: $(name), token: $(token), times: $(env:TIMES:-2) }
      environments:
        quiet: { services: { voice: { scope: transient } } }
        gone: {}

      """,
      "new/services.yaml": """
      parameters: { name: you, token: !secret hunter2 }
      services:
        voice: { type: Plain }
        voice.loud: { type: Loud, decorates: voice, arguments: { inner: !inner } }
        greeter:
          type: Greeter
          arguments: { voice: !ref voice, name: $(name), token: $(token), times: 3 }
      environments:
        quiet: { services: { voice: { scope: transient }, voice.loud: !remove } }
        fresh: {}

      """,
    ])
  }

  private func diff(_ words: String..., in folder: TemporaryFolder) async -> Outcome {
    await run(
      words: ["diff"] + words.map { $0.replacing("FOLDER", with: folder.path) }
        + ["--config", folder.file("new/services.yaml")], services: "")
  }

  @Test("compares each environment with another folder, and says which are new or gone")
  func against() async throws {
    let folder = try Self.folder()
    let expected = """
      fresh: is a new environment

      quiet: 3 values · variables −1
      ~ name           world → you          services.yaml:1:21
      ~ token          [secret] changed     services.yaml:1:41
      ~ greeter times  $(env:TIMES:-2) → 3  services.yaml:7:76
      no longer read: TIMES

      gone: is no environment any more
      """
    #expect(
      await diff("--against", "FOLDER/old", in: folder)
        == Outcome(code: 0, result: expected, problem: ""))
    let file = await diff("--against", "FOLDER/old/services.yaml", "--exit-code", in: folder)
    #expect(file == Outcome(code: 1, result: expected, problem: ""))
    let one = await diff("--against", "FOLDER/old", "--environment", "gone", in: folder)
    #expect(one.result == "gone: is no environment any more")
    let same = await diff("--against", "FOLDER/new", "--exit-code", in: folder)
    #expect(same == Outcome(code: 0, result: "fresh, quiet: no change", problem: ""))
  }

  @Test("compares two environments, and a model with its own")
  func environments() async throws {
    let folder = try Self.folder()
    #expect(
      await diff("--from", "fresh", "--to", "quiet", in: folder)
        == Outcome(
          code: 0,
          result: """
            fresh → quiet: 1 removed, 1 scope · 1 service gets something else
            - voice.loud   Loud, decorates voice  services.yaml:4:3
            ! voice scope  singleton → transient  services.yaml:9:40
            reached: greeter (voice)
            """, problem: ""))
    let model = await run(
      "config", "--format", "json", "--environment", "quiet", "--config",
      folder.file("old/services.yaml"))
    let file = try TemporaryFolder(["model.json": model.result])
    let found = await diff(file.file("model.json"), in: folder)
    #expect(
      found.result == """
        quiet: 2 values · variables −1
        ~ name           world → you          services.yaml:1:21
        ~ greeter times  $(env:TIMES:-2) → 3  services.yaml:7:76
        no longer read: TIMES
        note: the texts of secrets are not compared, because no model has them
        """)
    let gone = await run(
      "config", "--format", "json", "--environment", "gone", "--config",
      folder.file("old/services.yaml"))
    let other = try TemporaryFolder(["model.json": gone.result])
    #expect(
      await diff(other.file("model.json"), in: folder).result == "gone: is no environment any more")
  }

  @Test("says what is wrong with the old side in a note, and with the new one as everywhere")
  func mistakes() async throws {
    let folder = try TemporaryFolder([
      "old/services.yaml": "services: { voice: { type: Plian } }\n",
      "new/services.yaml": "services: { voice: { type: Plain } }\n",
      "cut/services.yaml": "services: { voice: [\n",
    ])
    #expect(
      await diff("--against", "FOLDER/old", in: folder).result
        == """
        not compared, because the old side has errors
        note: FOLDER/old/services.yaml:1:28: no factory is registered for the type name `Plian`
        """.replacing("FOLDER", with: folder.path))
    let cut = await diff("--against", "FOLDER/cut", "--exit-code", in: folder)
    #expect(
      cut.code == 1 && cut.result.hasPrefix("not compared, because the old side has errors\nnote: ")
    )
    let missing = await diff("--against", "FOLDER/nowhere", in: folder)
    #expect(missing.result.contains("note: FOLDER/nowhere".replacing("FOLDER", with: folder.path)))
    let wrong = await run(
      "diff", "--against", folder.file("new"), "--config", folder.file("old/services.yaml"))
    #expect(
      wrong.code == 78 && wrong.result.isEmpty && wrong.problem.hasPrefix("error[unknown-type]: "))
  }

  @Test(
    "refuses what does not belong together",
    arguments: [
      (["--from", "quiet"], "`--from` and `--to` are given together"),
      (["--to", "quiet"], "`--from` and `--to` are given together"),
      (["--from", "quiet", "--to", "quite"], "the configuration has no environment `quite`"),
      (
        ["--from", "a", "--to", "b", "--since", "main"], "`--from` and `--since` exclude each other"
      ),
      (["--since", "main", "--against", "x"], "`--since` and `--against` exclude each other"),
      (["--against", "x", "m.json"], "`--against` and the model `m.json` exclude each other"),
      (
        ["--from", "a", "--to", "b", "--environment", "quiet"],
        "`--from` and `--environment` exclude each other"
      ),
      (
        ["m.json", "--environment", "quiet"],
        "a model has an environment of its own: leave `--environment` out"
      ),
      (
        ["--against", "FOLDER/old", "--environment", "quite"],
        "the configuration has no environment `quite`"
      ),
    ])
  func usage(_ words: [String], _ message: String) async throws {
    let folder = try Self.folder()
    let outcome = await run(
      words: ["diff"] + words.map { $0.replacing("FOLDER", with: folder.path) }
        + ["--config", folder.file("new/services.yaml")], services: "")
    #expect(outcome.code == 64 && outcome.problem.hasPrefix("error: \(message)\n"), "\(outcome)")
  }

  @Test("a model that is none is an error")
  func noModel() async throws {
    let folder = try Self.folder()
    let absent = await diff("FOLDER/none.json", in: folder)
    #expect(absent.code == 78 && absent.problem.hasPrefix("error[file-not-found]: "))
    let other = await diff("FOLDER/new/services.yaml", in: folder)
    #expect(other.code == 78 && other.problem.contains("is no model: it is not what"))
  }

  @Test("json, Markdown and GitHub's annotations have the same changes, and no secret")
  func formats() async throws {
    let folder = try Self.folder()
    let json = await diff("--against", "FOLDER/old", "--format", "json", in: folder).result
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let comparisons = try #require(object?["comparisons"] as? [[String: Any]])
    #expect(comparisons.map { $0["name"] as? String } == ["fresh", "quiet", "gone"])
    #expect(
      Set(comparisons.compactMap { $0["outcome"] as? String }) == ["compared", "new", "gone"])
    let changes = try #require(
      comparisons.first { $0["name"] as? String == "quiet" }?["changes"] as? [[String: Any]])
    #expect(changes.map { $0["key"] as? String } == ["name", "token", "greeter"])
    #expect(changes.map { $0["sensitive"] as? Bool } == [false, true, false])
    #expect(changes[0]["readers"] as? [String] == ["greeter"])

    let markdown = await diff("--against", "FOLDER/old", "--format", "markdown", in: folder).result
    #expect(
      markdown.hasPrefix(
        "<!-- patchbay-diff greeter -->\n\n**<code>fresh&#58; is a new environment</code>**\n\n**<code>quiet&#58; 3 values · variables −1</code>**\n\n| | what"
      ))
    let gitHub = await diff("--against", "FOLDER/old", "--format", "github", in: folder).result
    #expect(gitHub.contains("line=7,title=wiring of quiet::greeter times $(env:TIMES:-2) → 3"))
    for text in [json, markdown, gitHub] { #expect(!text.contains("hunter")) }
  }

  @Test("Markdown of thousands of changes fits into a comment")
  func large() async throws {
    func text(_ times: Int) -> String {
      let services = (0..<400).map {
        "  g\($0): { type: Greeter, arguments: { voice: !ref voice, name: 'a`|<b>@c', token: t, times: \(times) } }\n"
      }
      let environments = (0..<2).map { "  e\($0): {}\n" }.joined()
      return "services:\n  voice: { type: Plain }\n" + services.joined() + "environments:\n"
        + environments
    }
    let folder = try TemporaryFolder(["old/services.yaml": text(1), "new/services.yaml": text(2)])
    let outcome = await diff("--against", "FOLDER/old", "--format", "markdown", in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.result.utf8.count < 65_000)
    #expect(outcome.result.contains("<details><summary>380 more</summary>"))
  }
}
