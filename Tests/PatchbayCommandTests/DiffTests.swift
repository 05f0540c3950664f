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
    func expected(_ file: String) -> String {
      """
      compared with \(folder.path)/old/services.yaml

      fresh: new environment

      quiet: 3 values changed
      ~ name           world → you          NEW/services.yaml:1:21
      ~ token          [secret] changed     NEW/services.yaml:1:41
      ~ greeter times  $(env:TIMES:-2) → 3  NEW/services.yaml:7:76
      no longer read: TIMES

      gone: environment removed
      """.replacing("NEW", with: folder.file("new"))
    }
    #expect(
      await diff("--against", "FOLDER/old", in: folder)
        == Outcome(code: 0, result: expected("services.yaml"), problem: ""))
    let file = await diff("--against", "FOLDER/old/services.yaml", "--exit-code", in: folder)
    #expect(file == Outcome(code: 1, result: expected("services.yaml"), problem: ""))
    let one = await diff("--against", "FOLDER/old", "--environment", "gone", in: folder)
    #expect(one.result.hasSuffix("services.yaml\n\ngone: environment removed"))
    let same = await diff("--against", "FOLDER/new", "--exit-code", in: folder)
    #expect(same.code == 0 && same.result.hasSuffix("services.yaml\n\nfresh, quiet: no change"))
  }

  @Test("compares two environments, and a model with its own")
  func environments() async throws {
    let folder = try Self.folder()
    #expect(
      await diff("--from", "fresh", "--to", "quiet", in: folder)
        == Outcome(
          code: 0,
          result: """
            fresh → quiet: 1 removed, 1 scope changed · 1 service reached
            - voice.loud   Loud, decorates voice  was NEW/services.yaml:4:3
            ! voice scope  singleton → transient  NEW/services.yaml:9:40
            reached: greeter (voice)
            """.replacing("NEW", with: folder.file("new")), problem: ""))
    let model = await run(
      "config", "--format", "json", "--environment", "quiet", "--config",
      folder.file("old/services.yaml"))
    let file = try TemporaryFolder(["model.json": model.result])
    let found = await diff(file.file("model.json"), in: folder)
    #expect(
      found.result
        == """
        compared with \(file.path)/model.json

        quiet: 2 values changed
        ~ name           world → you          NEW/services.yaml:1:21
        ~ greeter times  $(env:TIMES:-2) → 3  NEW/services.yaml:7:76
        no longer read: TIMES
        note: the texts of secrets are not compared, because no model has them
        """.replacing("NEW", with: folder.file("new")))
    let gone = await run(
      "config", "--format", "json", "--environment", "gone", "--config",
      folder.file("old/services.yaml"))
    let other = try TemporaryFolder(["model.json": gone.result])
    let old = await diff(other.file("model.json"), in: folder)
    #expect(old.result.hasSuffix("gone: environment removed"))
    let named = await diff(other.file("model.json"), "--environment", "quiet", in: folder)
    #expect(named.code == 64 && named.problem.contains("is of the environment `gone`"))
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
        compared with FOLDER/old/services.yaml

        not compared, because FOLDER/old/services.yaml has mistakes
        note: FOLDER/old/services.yaml:1:28: no factory is registered for the type name `Plian`
        """.replacing("FOLDER", with: folder.path))
    let cut = await diff("--against", "FOLDER/cut", "--exit-code", in: folder)
    #expect(cut.code == 1 && cut.result.contains("cut/services.yaml has mistakes\nnote: "))
    let importing = try TemporaryFolder([
      "old/services.yaml": "imports: [gone.yaml]\nservices: { voice: { type: Plain } }\n",
      "new/services.yaml": "services: { voice: { type: Plain } }\n",
    ])
    let missing = await diff("--against", "FOLDER/old", in: importing)
    #expect(missing.result.contains("old/services.yaml has mistakes\nnote: "), "\(missing)")
    let wrong = await run(
      "diff", "--against", folder.file("new"), "--config", folder.file("old/services.yaml"))
    #expect(
      wrong.code == 78 && wrong.result.isEmpty && wrong.problem.hasPrefix("error[unknown-type]: "))
  }

  @Test("reads a model from a pipe")
  func pipe() async throws {
    let folder = try Self.folder()
    let file = folder.file("new/services.yaml")
    let model = await run(words: ["config", "--format", "json", "--config", file], services: "")
    let pipe = Pipe()
    // A pipe has room for so small a model.
    try pipe.fileHandleForWriting.write(contentsOf: Data(model.result.utf8))
    try pipe.fileHandleForWriting.close()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    let outcome = await diff(path, "--exit-code", in: folder)
    #expect(outcome.code == 0 && outcome.result.hasPrefix("compared with \(path)\n"))
  }

  @Test(
    "refuses what does not belong together",
    arguments: [
      (["--from", "quiet"], "`--from` needs `--to`"),
      (["--to", "quiet"], "`--to` needs `--from`"),
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
        ["--from", "quiet", "--to", "quiet"],
        "`--from` and `--to` are the same environment, `quiet`"
      ),
      (
        ["--against", "FOLDER/nowhere"],
        "`--against` names `FOLDER/nowhere`, but there is no such file or folder"
      ),
      (["--against", "FOLDER"], "the folder `FOLDER` has no `services.yaml`"),
      (
        ["FOLDER/none.json"], "the model `FOLDER/none.json` cannot be read: there is no such file"
      ),
      (
        ["FOLDER/new/services.yaml"],
        "`FOLDER/new/services.yaml` is no model: it is no JSON, or only a part\n"
          + "help: `--against` compares with another root file"
      ),
      (["FOLDER/empty.json"], "`FOLDER/empty.json` is no model: it is empty"),
      (
        ["FOLDER/list.json"],
        "`FOLDER/list.json` is no model: it is not what `config --format json` writes"
      ),
      (
        ["FOLDER/v2.json"],
        "`FOLDER/v2.json` is a model of another format than this version of Patchbay reads\n"
          + "help: write it again with `config --format json`"
      ),
      (
        ["FOLDER/v1.json", "--environment", "quiet"],
        "the model `FOLDER/v1.json` is of no environment\nhelp: leave out `--environment`"
      ),
      (
        ["FOLDER/old"],
        "the model `FOLDER/old` cannot be read: it is a folder\n"
          + "help: write `greeter diff --against FOLDER/old --config FOLDER/new/services.yaml`"
      ),
      (
        ["main..HEAD", "--exit-code"],
        "the model `main..HEAD` cannot be read: there is no such file\n"
          + "help: `greeter diff --since main --exit-code --config FOLDER/new/services.yaml` "
          + "compares with a revision of git, `--against` with another root file"
      ),
      (
        ["quiet..fresh"],
        "the model `quiet..fresh` cannot be read: there is no such file\n"
          + "help: write `greeter diff --from quiet --to fresh --config FOLDER/new/services.yaml`"
      ),
      (
        ["quiet"],
        "the model `quiet` cannot be read: there is no such file\n"
          + "help: two environments are compared as in "
          + "`greeter diff --from fresh --to quiet --config FOLDER/new/services.yaml`"
      ),
      (
        ["--against", "FOLDER/model.json"], "`FOLDER/model.json` is a model and no root file"
      ),
      (
        ["--against", "FOLDER/overlay.yaml"],
        "`FOLDER/overlay.yaml` is no root file: it has no environments, and "
          + "the service `voice` has no `type`, and no lower layer defines it"
      ),
      (
        ["--against", "FOLDER/text"],
        "`FOLDER/text` is no root file: a configuration file must be a map, found the text `x`"
      ),
      (
        ["--against", "FOLDER/old", "--environment", "quite"],
        "the configuration has no environment `quite`"
      ),
    ])
  func usage(_ words: [String], _ message: String) async throws {
    let folder = try Self.folder()
    try folder.write("services: { voice: { scope: transient } }\n", to: "overlay.yaml")
    try folder.write("x\n", to: "text")
    try folder.write(await run("config", "--format", "json").result, to: "model.json")
    let model = #""hash": "a", "services": []"#
    for (name, text) in ["empty": "", "list": "[]", "v1": "1, \(model)", "v2": "2, \(model)"] {
      let isModel = name.hasPrefix("v")
      try folder.write(isModel ? "{\"format\": \(text)}" : text, to: "\(name).json")
    }
    let outcome = await run(
      words: ["diff"] + words.map { $0.replacing("FOLDER", with: folder.path) }
        + ["--config", folder.file("new/services.yaml")], services: "")
    let expected = "error: \(message)\n".replacing("FOLDER", with: folder.path)
    #expect(outcome.code == 64 && outcome.problem.hasPrefix(expected), "\(outcome)")
  }

  @Test("says of a root file without environments that it has none")
  func withoutEnvironments() async throws {
    let folder = try TemporaryFolder([
      "old/services.yaml": "services: { voice: { type: Plain } }\n",
      "new/services.yaml": "services: { voice: { type: Plain } }\nenvironments: { a: {}, b: {} }\n",
    ])
    let old = folder.file("old/services.yaml")
    let outcome = await diff("--against", "FOLDER/old", in: folder)
    #expect(
      outcome
        == Outcome(
          code: 0, result: "compared with \(old)\n\na, b: new environments",
          problem: "note: `\(old)` has no environments"))
    let markdown = await diff("--against", "FOLDER/old", "--format", "markdown", in: folder)
    #expect(markdown.result.hasSuffix("\n\n**`a`, `b`: new environments**"))
  }

  @Test("shows a list that another layer adds to at the addition, with GitHub's annotation there")
  func addition() async throws {
    let catalog = FactoryCatalog("choir") {
      Factory("Plain") { Plain(ending: "!") }.provides { $0 as any Voice }
      Factory("Choir", .services("voices"), .value("names", default: [])) {
        (voices: [any Voice], names: [String]) in names.count
      }
    }
    let services = """
      services:
        low: { type: Plain }
        high: { type: Plain }
        choir: { type: Choir, arguments: { voices: [!ref low], names: [a] } }
      environments:
        test: {}
        live:
          services:
            choir: { arguments: { voices: !prepend [!ref high], names: !append [b] } }

      """
    func diff(_ words: String...) async -> String {
      await run(words: ["diff"] + words, services: services, catalog: catalog).result
    }
    let added = await diff("--from", "test", "--to", "live")
    #expect(
      added == """
        test → live: 2 values changed
        ~ choir names   [a] → [a, b]                        Config/services.yaml:9:75
        ~ choir voices  [!ref low] → [!ref high, !ref low]  Config/services.yaml:9:47
        """)
    let removed = await diff("--from", "live", "--to", "test")
    #expect(
      removed == """
        live → test: 2 values changed
        ~ choir names   [a, b] → [a]                        \
        Config/services.yaml:4:65 (was Config/services.yaml:9:75)
        ~ choir voices  [!ref high, !ref low] → [!ref low]  \
        Config/services.yaml:4:46 (was Config/services.yaml:9:47)
        """)
    #expect(await diff("--from", "test", "--to", "live", "--format", "github").contains("line=9,"))
  }

  @Test("reports a mistake of several environments once, with the environments that have it")
  func sharedMistake() async {
    let services = """
      services: { voice: { type: Plain } }
      environments:
        a: { services: { greeter: { type: Greeter, arguments: { name: x, voice: !ref vioce } } } }
        b: { services: { voice: { type: Plian } } }

      """
    for words in [["diff", "--from", "a", "--to", "b"], ["diff", "--against", "FILE"]] {
      let folder = try? TemporaryFolder(["old.yaml": "services: { voice: { type: Plain } }\n"])
      let words = words.map { $0 == "FILE" ? folder?.file("old.yaml") ?? "" : $0 }
      let outcome = await run(words: words, services: services)
      #expect(outcome.code == 78 && outcome.result == "")
      #expect(outcome.problem.contains("= note: found in the environment `a`\n"), "\(outcome)")
    }
    let shared = "services: { voice: { type: Plian } }\nenvironments: { a: {}, b: {}, c: {} }\n"
    #expect(
      await run("diff", "--from", "a", "--to", "c", services: shared).problem.split(
        separator: "error["
      ).count == 1)
  }

  @Test("names a file once that the other side cannot read", .enabled(if: GitRepository.isThere))
  func unreadableOverlay() async throws {
    let repository = try GitRepository(["Config/services.yaml": Texts.services])
    let outside = try TemporaryFolder(["o.yaml": "parameters: { name: you }\n"])
    let outcome = await run(
      words: [
        "diff", "--config", repository.folder.file("Config/services.yaml"), "--overlay",
        outside.file("o.yaml"), "--environment", "test",
      ], variables: GitRepository.variables)
    #expect(
      outcome.result.contains(
        "note: `\(outside.file("o.yaml"))` cannot be read: it is outside of the git repository"),
      "\(outcome)")
  }

  @Test("an entry of a map that is given whole is a parameter, and reaches the service")
  func entryOfAMap() async {
    let catalog = FactoryCatalog("map") {
      Factory("Map", .value("options")) { (options: [String: String]) in options.count }
    }
    let services = """
      parameters: { m: { a: one } }
      services: { p: { type: Map, arguments: { options: $(m) } } }
      environments:
        old: { parameters: { m: { z: last } } }
        new: { parameters: { m: { b: two } } }

      """
    let outcome = await run(
      "diff", "--from", "old", "--to", "new", services: services, catalog: catalog)
    #expect(
      outcome.result == """
        old → new: 1 removed, 1 added · 1 service reached
        - m.z  parameter, last  was Config/services.yaml:4:32
        + m.b  parameter, two   Config/services.yaml:5:32
        reached: p (m.b)
        """)
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
    #expect(markdown.hasPrefix("<!-- patchbay-diff greeter -->\n\n### Wiring\n\ncompared with `/"))
    #expect(
      markdown.contains(
        "**`quiet`: 3 values changed**\n\n| | what | change | place |"))
    let gitHub = await diff("--against", "FOLDER/old", "--format", "github", in: folder).result
    #expect(gitHub.contains("line=7,title=value in quiet::greeter times $(env:TIMES:-2) → 3"))
    for text in [json, markdown, gitHub] { #expect(!text.contains("hunter")) }
  }

  @Test("Markdown of thousands of changes fits into a comment")
  func large() async throws {
    let long = String(repeating: "x", count: 60)
    func text(_ times: Int) -> String {
      let services = (0..<400).map {
        "  g\($0)-\(long): { type: Greeter, arguments: { voice: !ref voice, name: 'a`|<b>@c', token: t, times: \(times) } }\n"
      }
      let environments = (0..<2).map { "  e\($0): {}\n" }.joined()
      return "services:\n  voice: { type: Plain }\n" + services.joined() + "environments:\n"
        + environments
    }
    let folder = try TemporaryFolder(["old/services.yaml": text(1), "new/services.yaml": text(2)])
    let outcome = await diff("--against", "FOLDER/old", "--format", "markdown", in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.result.utf8.count < 65_000)
    #expect(outcome.result.contains("<details><summary>"))
    #expect(outcome.result.contains(" more do not fit into a comment."))
  }
}
