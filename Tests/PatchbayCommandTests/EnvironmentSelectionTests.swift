import Patchbay
import PatchbayCommand
import TestSupport
import Testing

@Suite("A command that answers for one environment, where none is selected")
struct EnvironmentSelectionTests {
  private static let answers = [
    ["greet"], ["list"], ["show", "voice"], ["why", "voice"], ["graph"], ["config", "--hash"],
  ]

  /// Runs the greeter with one of the selections.
  private func run(
    _ words: [String], _ selection: EnvironmentSelection, services: String = Texts.services,
    variables: [String: String] = [:]
  ) async -> Outcome {
    let recorder = Recorder(seesSelection: true)
    let command = PatchbayCommand(
      "greeter", catalog: .greetings,
      configuration: .bytes(Array(services.utf8), name: "Config/services.yaml"),
      environment: selection, variables: variables, output: recorder.output(),
      subcommands: [
        Subcommand("greet", summary: "Greets.") { invocation in
          let container = Container(try invocation.plan())
          invocation.output.result(try container.resolve("greeter", as: Greeter.self).greeting)
          return ExitCode.success
        }
      ])
    let code = await command.run(words)
    return Outcome(code: code, result: recorder.result, problem: recorder.problem)
  }

  @Test(
    "answers for the base and says so in one line, unless it is to be quiet", arguments: answers)
  func optional(_ words: [String]) async {
    let outcome = await run(words, .optional)
    #expect(outcome.code == 0 && !outcome.result.isEmpty)
    #expect(
      outcome.problem
        == "note: no environment is selected, and the base alone is used; choose one with "
        + "`--environment`, or set PATCHBAY_ENV: `quiet` or `test`")
    #expect(
      await run(words + ["--quiet"], .optional)
        == Outcome(code: 0, result: outcome.result, problem: ""))
    #expect(await run(words + ["--environment", "test"], .optional).problem == "")
  }

  @Test("says nothing where the configuration has no environments")
  func noEnvironments() async {
    let services = "services: { voice: { type: Plain } }\n"
    for selection in [EnvironmentSelection.optional, .required] {
      let outcome = await run(["list"], selection, services: services)
      #expect(outcome.code == 0 && outcome.result.contains("voice") && outcome.problem == "")
    }
  }

  @Test(
    "is none of those that answer for all environments, or for none",
    arguments: [
      ["check"], ["env"], ["schema"], ["list", "environments"], ["completion", "bash"], ["help"],
    ])
  func others(_ words: [String]) async {
    for selection in [EnvironmentSelection.optional, .required, .default("nowhere")] {
      let outcome = await run(words, selection)
      #expect(outcome.code == 0 && outcome.problem == "", "\(selection): \(outcome)")
    }
  }

  @Test("lists the environments and ends with 64 if the program needs one", arguments: answers)
  func required(_ words: [String]) async {
    #expect(
      await run(words, .required)
        == Outcome(
          code: 64, result: "",
          problem: """
            error[unknown-environment]: no environment is selected
            help: choose one with `--environment`, or set PATCHBAY_ENV: `quiet` or `test`
            """))
    #expect(await run(words + ["--environment", "test"], .required).code == 0)
    #expect(await run(words, .required, variables: ["PATCHBAY_ENV": "test"]).code == 0)
    #expect(await run(words, .required, variables: ["PATCHBAY_ENV": ""]).code == 64)
  }

  @Test("takes the program's default, below an option and a variable")
  func byDefault() async {
    #expect(
      await run(["greet"], .default("quiet"))
        == Outcome(code: 0, result: "Hello, nobody!", problem: ""))
    let test = "HELLO, WORLD? HELLO, WORLD?"
    #expect(await run(["greet", "--environment", "test"], .default("quiet")).result == test)
    #expect(
      await run(["greet"], .default("quiet"), variables: ["PATCHBAY_ENV": "test"]).result == test)
    let list = await run(["list"], .default("quiet"))
    #expect(!list.result.contains("voice.loud"))
    #expect(list.problem == "environment `quiet`, the program's default")
    let show = await run(["show", "polite"], .default("quiet"))
    #expect(show.problem == "")
    #expect(
      show.result.hasPrefix("polite: a tag\n  environment: quiet, the program's default\n"))
    let json = await run(["show", "polite", "--format", "json"], .default("quiet"))
    #expect(json.problem == list.problem)
    #expect(await run(["list", "--quiet"], .default("quiet")).problem == "")
    #expect(
      await run(["config"], .default("quiet")).result.hasPrefix(
        "The effective configuration of Config/services.yaml in the environment quiet\n"))
  }

  @Test("reports a default that the configuration does not have")
  func unknownDefault() async {
    let greet = await run(["greet"], .default("quite"))
    #expect(greet.code == 64 && greet.result == "")
    #expect(
      greet.problem == """
        error[unknown-environment]: the configuration has no environment `quite`, \
        the program's default
         --> Config/services.yaml
          = note: the known environments are: quiet, test
        help: did you mean `quiet`?
        """)
    let list = await run(["list"], .default("quite"))
    #expect(list.code == 64 && list.result == "")
    #expect(
      list.problem == greet.problem)
  }

  @Test("is not needed to complete a line")
  func completion() async {
    for selection in [EnvironmentSelection.optional, .required] {
      #expect(
        await run(["__complete", "bash", "why", "vo"], selection)
          == Outcome(code: 0, result: "words\nvoice\nvoice.loud", problem: ""))
    }
    #expect(
      await run(["__complete", "bash", "why", "vo"], .default("quiet")).result == "words\nvoice")
  }

  @Test("is named by the help of its option")
  func help() async {
    func help(_ selection: EnvironmentSelection) async -> String {
      await run(["help", "list"], selection).result.split(separator: "\n")
        .map { $0.drop { $0 == " " } }.joined(separator: " ")
    }
    let text = "without it the one that PATCHBAY_ENV names"
    #expect(await help(.optional).contains("\(text), or the base alone --"))
    #expect(await help(.required).contains("\(text) --"))
    #expect(await help(.default("quiet")).contains("\(text), or `quiet` --"))
  }
}
