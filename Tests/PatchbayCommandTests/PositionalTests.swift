import Patchbay
import PatchbayCommand
import Testing

@Suite("Positional arguments")
struct PositionalTests {
  private func call(_ words: [String]) async -> Outcome {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "app", catalog: .greetings, configuration: "none.yaml", variables: [:],
      output: recorder.output(),
      subcommands: [
        Subcommand(
          "call", summary: "Calls people.",
          arguments: [
            CommandArgument(.choice("VOICE", of: ["loud", "quiet"]), summary: "how to call"),
            CommandArgument(.number.named("TIMES"), isOptional: true, summary: "how often"),
            CommandArgument(
              "WHO", isOptional: true, isRepeatable: true, summary: "whom; all without it"),
          ],
          options: [CommandOption("--room", value: "ROOM", summary: "where they are")]
        ) { invocation in
          let room =
            try invocation.value(of: "VOICE") == "loud"
            ? nil : invocation.requiredValue(of: "--room")
          let facts: [Any?] = [
            try invocation.requiredValue(of: "VOICE"), invocation.value(of: "TIMES"),
            invocation.has("WHO"), invocation.values(of: "WHO"), invocation.value(of: "WHO"), room,
          ]
          let texts = facts.map { $0.map { "\($0)" } ?? "none" }
          invocation.output.result(texts.joined(separator: " "))
          return ExitCode.success
        },
        Subcommand(
          "print", summary: "Prints files.",
          arguments: [CommandArgument(.file, isRepeatable: true, summary: "the files")],
          options: [CommandOption("--path", value: "PATH", summary: "where they are")]
        ) { invocation in
          invocation.output.result(invocation.values(of: "FILE").joined(separator: ","))
          return try invocation.requiredValue(of: "--path") == "" ? 1 : ExitCode.success
        },
      ])
    let code = await command.run(words)
    return Outcome(code: code, result: recorder.result, problem: recorder.problem)
  }

  @Test(
    "are read by their names",
    arguments: [
      ("call loud", "loud none false [] none none"),
      ("call loud 3", "loud 3 false [] none none"),
      ("call quiet 3 --room r", "quiet 3 false [] none r"),
      ("call loud 3 ada", #"loud 3 true ["ada"] ada none"#),
      ("call loud --room r 3 ada bob -- --eve", #"loud 3 true ["ada", "bob", "--eve"] --eve none"#),
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
      ("call quiet", "`call` needs the option `--room`"),
      ("print", "`print` needs FILE"),
      ("print a b", "`print` needs the option `--path`"),
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
