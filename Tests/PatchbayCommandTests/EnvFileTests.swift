import Foundation
import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("--env-file")
struct EnvFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "ada.env": "# who\nexport USER_NAME='Ada'\n", "bob.env": "USER_NAME=Bob\n",
      "quiet.env": "PATCHBAY_ENV=quiet\nUSER_NAME=Eve\n",
    ])
  }

  /// Runs the greeter with files of the folder.
  private func greet(
    _ files: [String], _ words: [String] = [], variables: [String: String] = [:]
  ) async -> Outcome {
    let options = files.flatMap { ["--env-file", folder.file($0)] }
    var outcome = await run(
      words: ["greet"] + options + words, services: Texts.services, variables: variables)
    outcome.problem = outcome.problem.replacing(folder.path + "/", with: "")
    return outcome
  }

  @Test("gives a command of the program variables that the process does not have")
  func variables() async {
    let quiet = ["--environment", "quiet"]
    #expect(
      await greet(["ada.env"], quiet) == Outcome(code: 0, result: "Hello, Ada!", problem: ""))
    #expect(await greet(["ada.env", "bob.env"], quiet).result == "Hello, Bob!")
    #expect(await greet(["bob.env", "ada.env"], quiet).result == "Hello, Ada!")
    #expect(
      await greet(["ada.env"], quiet, variables: ["USER_NAME": "Cy"]).result == "Hello, Cy!")
    // A process that sets a variable to nothing does so on purpose.
    #expect(
      await greet(["ada.env"], quiet, variables: ["USER_NAME": ""]).result == "Hello, nobody!")
  }

  @Test("selects the environment by PATCHBAY_ENV, below an option and the process")
  func environment() async throws {
    #expect(
      await greet(["quiet.env"]) == Outcome(code: 0, result: "Hello, Eve!", problem: ""))
    let test = "HELLO, WORLD? HELLO, WORLD?"
    #expect(await greet(["quiet.env"], ["--environment", "test"]).result == test)
    #expect(await greet(["quiet.env"], variables: ["PATCHBAY_ENV": "test"]).result == test)
    try folder.write("PATCHBAY_ENV=quite\n", to: "wrong.env")
    let unknown = await greet(["wrong.env"])
    #expect(unknown.code == 64 && unknown.result == "")
    #expect(unknown.problem.contains("no environment `quite`, which PATCHBAY_ENV names\n"))
  }

  @Test(
    "that cannot be read, or has a mistake, is one error, and the command does not run",
    arguments: [
      Mistake(
        "a file that is not there",
        """
        error[file-not-found]: there is no file `aba.env`
         --> aba.env
        help: did you mean `ada.env`?
        """,
        ["aba.env"]),
      Mistake(
        "a folder",
        """
        error[unreadable-file]: `folder` cannot be read: it is a folder
         --> folder
        help: name a file with a line `NAME=VALUE` for each variable
        """,
        ["folder"]),
      Mistake(
        "a line that sets nothing",
        """
        error[dotenv-syntax]: this line sets no variable
         --> fault.env:3:1
          |
        3 | [secret]
          | ^^^^^^^^ not `NAME=…`
          |
          = note: a name has letters, digits, `_`, `.` and `-`, and begins with a letter or `_`
        help: write `NAME=…`, with quotes where the value has several lines; a variable that the process has needs no line
        """,
        ["fault.env"]),
      Mistake(
        "a name that is set twice",
        """
        error[repeated-variable]: the file sets `USER_NAME` more than once
         --> twice.env:2:1
          |
        1 | USER_NAME=[secret]
          | --------- set before
        2 | USER_NAME=[secret]
          | ^^^^^^^^^ set again
          |
        help: remove the line with the wrong value
        """,
        ["twice.env", "ada.env"]),
    ])
  func mistakes(_ mistake: Mistake<[String]>) async throws {
    try folder.write("A=hunter2\nB=hunter3\nhunter4\n", to: "fault.env")
    try folder.write("USER_NAME=hunter2\nUSER_NAME=hunter3\n", to: "twice.env")
    try folder.write("", to: "folder/a.env")
    #expect(
      await greet(mistake.content, ["--environment", "quiet"])
        == Outcome(code: 78, result: "", problem: mistake.text))
  }

  @Test("reports the mistakes of all files at once")
  func severalFiles() async throws {
    try folder.write("hunter2\n", to: "fault.env")
    let outcome = await greet(["none.env", "fault.env", "ada.env"])
    #expect(outcome.code == 78 && outcome.result == "")
    #expect(outcome.problem.contains("error[file-not-found]: there is no file `none.env`\n"))
    #expect(outcome.problem.contains("error[dotenv-syntax]: this line sets no variable\n"))
  }

  @Test(
    "is ignored by the commands that cover all environments or none, which say so",
    arguments: [["check"], ["env"], ["schema"]])
  func builtIn(_ words: [String]) async {
    let plain = await run(words: words, services: Texts.services)
    let ignored = words + ["--env-file", folder.file("none.env")]
    var outcome = await run(words: ignored, services: Texts.services)
    #expect(
      outcome.problem
        == "note: `\(words[0])` ignores `--env-file`, which is for commands that apply to one environment"
    )
    outcome.problem = ""
    #expect(outcome == plain)
    #expect(await run(words: ignored + ["--quiet"], services: Texts.services).problem == "")
    #expect(await !run("help", words[0]).result.contains("--env-file"))
  }

  @Test(
    "selects the environment of a built-in command that applies to one",
    arguments: [["list"], ["why", "voice"], ["graph"], ["config"]])
  func selection(_ words: [String]) async {
    let named = await run(words: words + ["--environment", "quiet"], services: Texts.services)
    let file = ["--env-file", folder.file("quiet.env")]
    let outcome = await run(words: words + file, services: Texts.services)
    #expect(outcome.code == 0 && outcome.result == named.result)
    #expect(outcome.problem == "environment `quiet`, which PATCHBAY_ENV names")
    #expect(
      await run(words: words + file + ["--environment", "test"], services: Texts.services).result
        != named.result)
    #expect(await run("help", words[0]).result.contains("--env-file"))
  }

  @Test("is completed with files, for commands that apply to one environment")
  func completion() async {
    #expect(await run("__complete", "bash", "greet", "--env-f").result == "words\n--env-file")
    #expect(await run("__complete", "bash", "list", "--env-f").result == "words\n--env-file")
    #expect(await run("__complete", "bash", "check", "--env-f").result == "words")
    #expect(await run("__complete", "bash", "greet", "--env-file", "").result == "files")
    #expect(
      await run("greet", "--envfile", "a").problem.contains("did you mean `--env-file`?"))
  }

  @Test(
    "is not read by a completion if it is a pipe, whose writer may never come",
    // It waits for a processor as long as all the others do.
    .timeLimit(.minutes(15)))
  func completionWithPipe() async throws {
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(
      await run("__complete", "bash", "greet", "--env-file", path, "--onl").result
        == "words\n--only")
  }

  @Test("is a command's own option if it declares one of the name")
  func ownOption() async {
    let recorder = Recorder()
    let paint = CommandOption("--env-file", value: "NAME", summary: "the paint")
    let command = PatchbayCommand(
      "painter", catalog: .greetings, configuration: .inline(Texts.services), variables: [:],
      output: recorder.output(),
      subcommands: [
        Subcommand(
          "paint", summary: "Paints.",
          options: [paint]
        ) { invocation in
          invocation.output.result("\(invocation[paint] ?? "") \(invocation.variables)")
          return ExitCode.success
        }
      ])
    #expect(await command.run(["paint", "--env-file", "red"]) == 0)
    #expect(recorder.result == "red [:]")
  }
}
