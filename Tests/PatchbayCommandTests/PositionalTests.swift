import Patchbay
import PatchbayCommand
import Testing

@Suite("Positional arguments")
struct PositionalTests {
  private func call(_ words: [String]) async -> Outcome {
    let recorder = Recorder()
    let voice = CommandArgument(.choice("VOICE", of: ["loud", "quiet"]), summary: "how to call")
    let times = CommandArgument(optional: .number.named("TIMES"), summary: "how often")
    let people = CommandArgument(
      repeated: "WHO", isRequired: false, summary: "whom; all without it")
    let room = CommandOption("--room", value: "ROOM", summary: "where they are")
    let key = CommandOption("--key", value: "KEY", summary: "what opens it")
    let gifts = CommandOption("--gift", values: .number, summary: "what they get")
    let files = CommandArgument(repeated: .file, summary: "the files")
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: "none.yaml", variables: [:],
      output: recorder.output(),
      subcommands: [
        Subcommand(
          "call", summary: "Calls people.", arguments: [voice, times, people],
          options: [room, key, gifts], exclusive: [[room, key]]
        ) { invocation in
          let facts: [Any?] = [
            invocation[voice], invocation[times], invocation[people], invocation[room],
            invocation[gifts],
          ]
          let texts = facts.map { $0.map { "\($0)" } ?? "none" }
          invocation.output.result(texts.joined(separator: " "))
          return ExitCode.success
        },
        Subcommand("print", summary: "Prints files.", arguments: [files]) { invocation in
          invocation.output.result(invocation[files].joined(separator: ","))
          return ExitCode.success
        },
      ])
    let code = await command.run(words)
    return Outcome(code: code, result: recorder.result, problem: recorder.problem)
  }

  @Test(
    "are read as they are declared, and so are options",
    arguments: [
      ("call loud", "loud none [] none []"), ("call loud 3", "loud 3 [] none []"),
      ("call quiet 3 --room r", "quiet 3 [] r []"),
      ("call loud 3 ada", #"loud 3 ["ada"] none []"#),
      (
        "call loud --room r 3 ada --gift=1 bob --gift 2 -- --eve",
        #"loud 3 ["ada", "bob", "--eve"] r [1, 2]"#
      ),
      ("print a b", "a,b"),
    ])
  func values(_ line: String, _ result: String) async {
    let outcome = await call(line.split(separator: " ").map(String.init))
    #expect(outcome == Outcome(code: 0, result: result, problem: ""))
  }

  @Test(
    "that do not fit are reported with what fits",
    arguments: [
      ("call", "`call` needs VOICE"),
      ("call lout", "`VOICE` cannot be `lout`\nhelp: did you mean `loud`?"),
      ("call loud x", "`TIMES` needs a number from 0 on, found `x`"),
      ("call loud -- -1", "`TIMES` needs a number from 0 on, found `-1`"),
      ("call loud 1 _", "WHO is an empty text"),
      ("call loud --key k --room r", "`--key` cannot be used with `--room`"),
      ("call loud --gift one", "`--gift` needs a number from 0 on, found `one`"),
      ("print", "`print` needs FILE"),
    ])
  func mistakes(_ line: String, _ message: String) async {
    let outcome = await call(line.split(separator: " ").map { $0 == "_" ? "" : String($0) })
    #expect(outcome.code == 64)
    let usage = line.hasPrefix("call") ? "call VOICE [TIMES] [WHO ...]" : "print FILE ..."
    #expect(outcome.problem == "error: \(message)\nusage: app \(usage) [OPTION ...]")
  }

  @Test("are described by the help")
  func help() async {
    let help = await call(["help", "call"]).result
    #expect(
      help.contains(
        """
        usage: app call VOICE [TIMES] [WHO ...] [OPTION ...]

        arguments:
          VOICE               how to call
          [TIMES]             how often
          [WHO ...]           whom; all without it

        options:
        """))
  }

  @Test(
    "are completed, a repeatable one for each further word",
    arguments: [
      (["call", ""], "words\nloud\nquiet"), (["print", "a", ""], "files"),
      (["call", "loud", "1", "ada", ""], "words"),
    ])
  func completion(_ words: [String], _ answer: String) async {
    #expect(await call(["__complete", "zsh"] + words).result == answer)
  }
}
