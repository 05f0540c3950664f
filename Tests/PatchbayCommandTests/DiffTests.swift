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

  @Test("compares two environments")
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
  }

  @Test("says what is wrong with the old side in a note, and with the new one as everywhere")
  func mistakes() async throws {
    let folder = try TemporaryFolder([
      "old/services.yaml": "services: { voice: { type: Plian } }\n",
      "new/services.yaml": "services: { voice: { type: Plain } }\n",
      "cut/services.yaml": "services: { voice: [\n", "model/services.yaml": "{\"format\": 1}",
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
    let model = await diff("--against", "FOLDER/model", "--exit-code", in: folder)
    #expect(model.code == 1 && model.result.contains("model/services.yaml has mistakes\nnote: "))
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

  @Test(
    "refuses what does not belong together",
    arguments: [
      (["--from", "quiet"], "`--from` needs `--to`"),
      (["--to", "quiet"], "`--to` needs `--from`"),
      (
        ["--from", "a", "--to", "b", "--since", "main"], "`--since` cannot be used with `--from`"
      ),
      (["--since", "main", "--against", "x"], "`--against` cannot be used with `--since`"),
      (["release.json"], "unexpected argument `release.json`"),
      (
        ["--from", "a", "--to", "b", "--environment", "quiet"],
        "`--environment` cannot be used with `--from`"
      ),
      (
        ["--from", "quiet", "--to", "quiet"],
        "`--from` and `--to` are the same environment, `quiet`"
      ),
      (
        ["--against", "FOLDER/nowhere"],
        "there is no file `FOLDER/nowhere`"
      ),
      (["--against", "FOLDER"], "there is no file `FOLDER/services.yaml`"),
    ])
  func usage(_ words: [String], _ message: String) async throws {
    let folder = try Self.folder()
    let outcome = await run(
      words: ["diff"] + words.map { $0.replacing("FOLDER", with: folder.path) }
        + ["--config", folder.file("new/services.yaml")], services: "")
    let expected = "error: \(message)\n".replacing("FOLDER", with: folder.path)
    #expect(outcome.code == 64 && outcome.problem.hasPrefix(expected), "\(outcome)")
  }

  @Test(
    "says of a file without environments that it has none, such as an overlay",
    arguments: ["type: Plain", "scope: transient"])
  func withoutEnvironments(_ field: String) async throws {
    let folder = try TemporaryFolder([
      "old/services.yaml": "services: { voice: { \(field) } }\n",
      "new/services.yaml": "services: { voice: { type: Plain } }\nenvironments: { a: {}, b: {} }\n",
    ])
    let old = folder.file("old/services.yaml")
    let outcome = await diff("--against", "FOLDER/old", in: folder)
    #expect(
      outcome
        == Outcome(
          code: 0, result: "compared with \(old)\n\na, b: new environments",
          problem: "note: `\(old)` has no environments"))
  }

  @Test("shows a list that another layer adds to at the addition")
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

  @Test(
    "says of a root file that was moved that the revision has none",
    .enabled(if: GitRepository.isThere))
  func movedRoot() async throws {
    let repository = try GitRepository(["services.yaml": "services: { voice: { type: Plain } }\n"])
    try repository.folder.write(
      "services: { voice: { type: Plain } }\n", to: "Config/services.yaml")
    let path = repository.folder.file("Config/services.yaml")
    let outcome = await run(words: ["diff", "--config", path], variables: GitRepository.variables)
    let commit = try repository.run("rev-parse", "HEAD").prefix(7)
    #expect(outcome.result == "compared with HEAD (\(commit))\n\nnew environment")
    #expect(
      outcome.problem
        == "note: HEAD (\(commit)) has no `\(path)`; if it was moved, use `--against`")
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

  @Test("json has the same changes, and no secret")
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
    #expect(!json.contains("hunter"))
  }

  @Test("no line of the text ends the code fence around it in a comment")
  func fence() async {
    let services = """
      parameters: { note: "a\\n````\\n@team" }
      services: { voice: { type: Plain, arguments: { ending: "````" } } }
      environments:
        a: {}
        b:
          parameters: { note: "````" }
          services: { voice: { arguments: { ending: "x\\n````" } } }

      """
    let text = await run("diff", "--from", "a", "--to", "b", services: services).result
    #expect(text.contains("2 values changed"), "\(text)")
    for line in text.split(separator: "\n") { #expect(line.first != "`", "\(line)") }
  }
}
