import Foundation
import PatchbayCommand
import TestSupport
import Testing

/// What the article shows can be used as it is.
@Suite("The article on CI")
struct InCIArticleTests {
  private let article: CommandArticle
  /// The configuration, the overlays and the variables of the other article.
  private let files: [String: String]

  init() throws {
    article = try CommandArticle("InCI")
    var files = try CommandArticle("Commands").files
    files["Config/overlays/one-connection.yaml"] = nil
    files["production.env"] =
      "DATABASE_URL=postgres://app@db/app\nMAIL_HOST=smtp\nMAIL_PASSWORD=p\nPORT=8080\n"
    self.files = files
  }

  @Test("has commands that exist, with their options")
  func commands() async throws {
    let folder = try TemporaryFolder(files)
    let lines = try article.blocks("console").flatMap { $0.split(separator: "\n") }
    #expect(lines.count == 3)
    for line in lines {
      #expect(line.hasPrefix("$ app "))
      let variables = line.hasSuffix("--variables process")
      let outcome = await AppCall(line.dropFirst(2)).run(in: folder)
      // In the process of a test, the variables are not set.
      #expect(outcome.code == (variables ? 78 : 0), "\(line): \(outcome)")
    }
  }

  @Test(
    "has jobs that a parser of YAML reads, whose scripts run the check",
    .enabled(if: Tool.pythonWithYAML != nil, "needs python3-yaml: run Scripts/setup"))
  func jobs() async throws {
    let blocks = try article.blocks("yaml")
    #expect(blocks.count == 4)
    let workflow = try read(blocks[0])
    let jobs = try #require(workflow["jobs"] as? [String: [String: Any]])
    let steps = try #require(jobs["check"]?["steps"] as? [[String: Any]])
    #expect(steps.allSatisfy { ($0["run"] == nil) != ($0["uses"] == nil) })
    let upload = try #require(steps.last?["with"] as? [String: String])
    try await check(
      steps.compactMap { $0["run"] as? String }, formats: ["sarif", "github"],
      outputs: [try #require(upload["sarif_file"])])

    let pipeline = try read(blocks[1])
    let job = try #require(pipeline["wiring"] as? [String: Any])
    let artifacts = try #require(job["artifacts"] as? [String: Any])
    let reports = try #require(artifacts["reports"] as? [String: String])
    let script = try #require(job["script"] as? [String])
    #expect(script.last == "swift test --xunit-output tests.xml")
    #expect(reports == ["junit": "tests*.xml"])
  }

  @Test(
    "has jobs that write one comment, and edit it",
    .enabled(if: Tool.pythonWithYAML != nil, "needs python3-yaml: run Scripts/setup"))
  func comments() throws {
    let blocks = try article.blocks("yaml")
    let jobs = try #require(try read(blocks[2])["jobs"] as? [String: [String: Any]])
    let steps = try #require(jobs["diff"]?["steps"] as? [[String: Any]])
    let gitHub = steps.compactMap { $0["run"] as? String }.suffix(2).joined(separator: "\n")
    let gitLab = try #require(
      (try read(blocks[3])["wiring-diff"] as? [String: Any])?["script"] as? [String]
    )
    .suffix(2).joined(separator: "\n")
    let url = "https://gitlab.example.com/api/v4/projects/7/merge_requests/3/notes"
    for (script, tool, expected) in [
      (
        gitHub, "gh",
        [
          "api --method POST repos/o/r/issues/3/comments --field body=@wiring.md",
          "api --method PATCH repos/o/r/issues/comments/42 --field body=@wiring.md",
        ]
      ),
      (
        gitLab, "curl",
        [
          "--fail --silent --show-error --header PRIVATE-TOKEN: t --request POST "
            + "--data-urlencode body@wiring.md \(url)",
          "--fail --silent --show-error --header PRIVATE-TOKEN: t --request PUT "
            + "--data-urlencode body@wiring.md \(url)/42",
        ]
      ),
    ] {
      // The service has no comment of the job, then one.
      for (comments, call) in zip(["", "42"], expected) {
        let folder = try TemporaryFolder([
          // Both ask with the first words that are not those of a change; `jq` is not needed for an id alone.
          "bin/\(tool)": """
          #!/bin/sh
          case "$*" in
            *POST*|*PATCH*|*PUT*) echo "$*" >>calls; cat wiring.md >>calls ;;
            *) echo "\(comments)" ;;
          esac
          """,
          "bin/jq": "#!/bin/sh\ncat\n", "bin/git": "#!/bin/sh\n",
          ".build/debug/app": "#!/bin/sh\necho \"$*\"\n",
        ])
        let sh = try #require(Tool("sh"))
        for program in ["bin/\(tool)", "bin/jq", "bin/git", ".build/debug/app"] {
          try folder.makeProgram(program)
        }
        let result = try sh.run(
          ["-e"], input: script,
          variables: [
            "PATH": "\(folder.file("bin")):/usr/bin:/bin", "GITHUB_WORKSPACE": folder.path,
            "GITHUB_REPOSITORY": "o/r", "PULL_REQUEST": "3", "GH_TOKEN": "t", "WIRING_TOKEN": "t",
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": "HEAD^", "CI_PROJECT_ID": "7",
            "CI_API_V4_URL": "https://gitlab.example.com/api/v4", "CI_MERGE_REQUEST_IID": "3",
          ], in: folder.path)
        #expect(result.code == 0, "\(result.errors)")
        let calls = try String(contentsOfFile: folder.file("calls"), encoding: .utf8)
        let comment = "<!-- wiring-diff -->\n````text\ndiff --since HEAD^\n````\n"
        #expect(calls == "\(call)\n\(comment)")
      }
    }
  }

  /// Checks that a shell reads the scripts, and that the calls of the program in them write each of
  /// the formats, to files of the names.
  private func check(_ scripts: [String], formats: [String?], outputs: [String]) async throws {
    let folder = try TemporaryFolder(files)
    for script in scripts {
      let syntax = try #require(Tool("sh")).run(["-n"], input: script)
      #expect(syntax.code == 0, "\(syntax.errors)")
    }
    let lines = scripts.flatMap { $0.split(separator: "\n") }
      .filter { $0.hasPrefix(".build/debug/app ") }
    let calls = lines.map { AppCall($0) }
    let chosen = calls.map { call -> String? in
      let index = call.words.firstIndex(of: "--format")
      return index.map { call.words[$0 + 1] }
    }
    #expect(chosen == formats)
    for call in calls {
      let outcome = await call.run(in: folder)
      #expect(outcome.code == 0, "\(call.words): \(outcome)")
    }
    let written = lines.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix(">") }.map { String($0.drop { $0 == ">" }) }
    }
    #expect(written == outputs)
  }

  private func read(_ yaml: String) throws -> [String: Any] {
    let python = try #require(Tool.pythonWithYAML)
    let script = """
      import json, sys, yaml
      tree = yaml.safe_load(sys.stdin.buffer)
      json.dump({str(key): value for key, value in tree.items()}, sys.stdout)
      """
    let result = try python.run(["-c", script], input: yaml)
    try #require(result.code == 0, "\(result.errors)")
    return try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
  }

  @Test("lists the exit codes of the library")
  func exitCodes() async throws {
    let folder = try TemporaryFolder(files)
    let help = await AppCall("app help").run(in: folder).result
    let table = try #require(help.components(separatedBy: "exit codes:\n").last)
    let codes = table.split(separator: "\n").compactMap { Int($0.split(separator: " ")[0]) }
    let listed = article.text.split(separator: "\n").compactMap { row -> Int? in
      let cells = row.split(separator: "|")
      return cells.count == 2 ? Int(cells[0].filter { $0 != " " }) : nil
    }
    #expect(listed == codes.sorted())
  }
}
