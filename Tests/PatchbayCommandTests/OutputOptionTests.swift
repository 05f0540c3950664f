import Patchbay
import Testing

@testable import PatchbayCommand

@Suite("--color")
struct ColorOptionTests {
  private static let broken = "services: { greeter: { type: Greter } }\n"

  private func isColored(_ words: String..., color: Bool) async -> Bool {
    let outcome = await run(words: words, services: Self.broken, color: color)
    #expect(outcome.code == 78)
    return (outcome.result + outcome.problem).contains("\u{1B}[")
  }

  @Test("decides about colours, in results and in errors", arguments: ["check", "greet", "graph"])
  func decides(command: String) async {
    for color in [true, false] {
      #expect(await isColored(command, color: color) == color)
      #expect(await isColored(command, "--color", "auto", color: color) == color)
      #expect(await isColored(command, "--color=always", color: color))
      #expect(await !isColored(command, "--color", "never", color: color))
    }
  }

  @Test("accepts three words")
  func choices() async {
    #expect(
      await run("check", "--color", "red").problem == """
        error: `--color` cannot be `red`
        help: it is one of `auto`, `always`, or `never`
        usage: greeter check [OPTION ...]
        """)
  }

  @Test("of a command's own is the command's, and so is --quiet")
  func ownOptions() async {
    let recorder = Recorder()
    let color = CommandOption("--color", value: "NAME", summary: "the paint")
    let command = PatchbayCommand(
      "painter", catalog: .greetings, configuration: .inline(Texts.services), variables: [:],
      output: recorder.output(color: true),
      subcommands: [
        Subcommand(
          "paint", summary: "Paints.",
          options: [
            color,
            CommandOption("--quiet", summary: "without a brush"),
          ]
        ) { invocation in
          let output = invocation.output
          output.result(
            "\(invocation[color] ?? "") \(output.isResultColored) \(invocation.isQuiet)")
          return ExitCode.success
        },
        Subcommand("show", summary: "Shows.") { invocation in
          let output = invocation.output
          let colors = "\(output.isResultColored) \(output.isProblemColored)"
          output.result("\(colors) \(invocation.isQuiet)")
          return ExitCode.success
        },
      ])
    #expect(await command.run(["paint", "--color", "never", "--quiet"]) == 0)
    #expect(await command.run(["show", "--color", "never", "--quiet"]) == 0)
    #expect(await command.run(["show"]) == 0)
    #expect(recorder.result == "never true false\nfalse false true\ntrue true false")
  }
}

@Suite("--quiet")
struct QuietTests {
  private static let warned = """
    services:
      old: { type: Plain, deprecated: soon }
      greeter: { type: Greeter, arguments: { voice: !ref old, name: x } }

    """

  @Test("shows mistakes without a summary, and nothing if there are none")
  func check() async {
    let nothing = Outcome(code: 0, result: "", problem: "")
    for format in ["terminal", "line"] {
      #expect(await run("check", "--quiet", "--format", format) == nothing)
      let broken = await run("check", "--format", format, services: CheckTests.broken)
      let quiet = await run("check", "--quiet", "--format", format, services: CheckTests.broken)
      #expect(quiet.code == 78 && quiet.problem.isEmpty)
      #expect(broken.result.hasPrefix(quiet.result + "\n"))
      #expect(quiet.result.contains("unknown-type") && !quiet.result.contains("checked"))
    }
    // A document for programs is the same.
    #expect(await run("check", "--quiet", "--format", "json") == run("check", "--format", "json"))
  }

  @Test("shows the warnings of a check, but not those next to another result")
  func warnings() async {
    #expect(await run("check", "--quiet", services: Self.warned).result.hasPrefix("warning["))
    let loud = await run("greet", services: Self.warned)
    #expect(loud.problem.hasPrefix("warning["))
    let quiet = await run("greet", "--quiet", services: Self.warned)
    #expect(quiet == Outcome(code: loud.code, result: loud.result, problem: ""))
    let error = await run("greet", "--quiet", services: CheckTests.broken)
    #expect(error.code == 78 && error.problem.hasPrefix("error["))
    #expect(await run("greet", "--quiet", "--only", "none").problem.hasPrefix("error: no one"))
  }

  @Test("shows a table of variables without its summary")
  func env() async {
    let loud = await run("env").result
    let quiet = await run("env", "--quiet").result
    #expect(loud.hasPrefix(quiet + "\n\n") && quiet.hasPrefix("variable"))
    let none = "services: { voice: { type: Plain } }\n"
    #expect(await run("env", "--quiet", services: none).result == "")
    #expect(await run("env", services: none).result == "no variable is read")
  }
}
