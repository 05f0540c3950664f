import Patchbay
import PatchbayCommand
import Testing

@Suite("A command line")
struct UsageTests {
  @Test("lists the program's commands and the library's")
  func generalHelp() async {
    for words in [["--help"], ["-h"], ["help"], ["help", "help"], ["help", "--help"]] {
      #expect(
        await run(words: words)
          == Outcome(
            code: 0,
            result: """
              usage: greeter COMMAND [OPTION ...]

              commands:
                greet               Greets as often as the configuration says.

              commands for the configuration:
                check               Checks the configuration and builds nothing.
                env                 Lists the variables and files that the configuration reads.
                list [KIND]         Lists services, parameters, tags, types or environments.
                show NAME           Shows everything about a service, parameter, tag or type.
                why KEY [FROM]      Shows why a service is needed.
                graph [KEY]         Draws the dependencies of services.
                config              Prints the effective configuration of an environment.
                diff                Shows what a change does to the wiring.
                schema              Prints the JSON Schema of the program's configuration, for editors.
                completion SHELL    Prints a script that completes the command line in bash or zsh.

              help and version:
                help COMMAND        Shows help for a command.
                --version           Shows the versions of the program and of Patchbay.

              options of most commands:
                --environment NAME  the environment; without it the one that PATCHBAY_ENV names, or the base alone
                --overlay FILE      a file whose values override those of the others; may be given several times,
                                    later ones win
                --config FILE       the configuration's root file instead of the program's own
                --color WHEN        colours: auto (on a terminal, unless NO_COLOR is set), always, or never
                --quiet             show errors and results, but no warnings next to them, summary or progress

              options of the program's own commands:
                --env-file FILE     a file of lines NAME=VALUE, for variables that the process does not have; may
                                    be given several times, later ones win

              exit codes:
                0   all is well
                1   `check`: with --strict, something could not be checked without values
                    `why`: nothing needs the service
                    `diff`: with --exit-code, something differs or could not be compared
                3   `greet`: it greeted more than once
                64  wrong usage; nothing was done
                69  a service could not be built, started or stopped
                70  a command failed
                74  the result could not be written
                78  the configuration has mistakes
              """,
            problem: ""))
    }
  }

  @Test("shows the summary of the program above the list of its commands")
  func summary() async {
    let recorder = Recorder()
    let command = PatchbayCommand(
      "greeter", summary: "Greets people.", catalog: .greetings,
      configuration: .bytes(Array(Texts.services.utf8), name: "services.yaml"), variables: [:],
      output: recorder.output())
    #expect(await command.run(["--help"]) == 0)
    #expect(
      recorder.result.hasPrefix(
        """
        Greets people.

        usage: greeter COMMAND [OPTION ...]

        commands:
          check               Checks the configuration and builds nothing.
          env   \("")
        """))
  }

  @Test("without any word shows the help on standard error and ends with 64")
  func nothing() async {
    let help = await run("help")
    #expect(await run(words: []) == Outcome(code: 64, result: "", problem: help.result))
  }

  @Test("shows the help of a command")
  func commandHelp() async {
    let text = """
      Greets as often as the configuration says.

      usage: greeter greet [OPTION ...]

      options:
        --only COUNT        greet less often

      options of all commands:
        --environment NAME  the environment; without it the one that PATCHBAY_ENV names, or the base alone
        --overlay FILE      a file whose values override those of the others; may be given several times,
                            later ones win
        --config FILE       the configuration's root file instead of the program's own
        --env-file FILE     a file of lines NAME=VALUE, for variables that the process does not have; may
                            be given several times, later ones win
        --color WHEN        colours: auto (on a terminal, unless NO_COLOR is set), always, or never
        --quiet             show errors and results, but no warnings next to them, summary or progress
        --help              this text

      examples:
        greeter greet --only 1

      exit codes:
        0   all is well
        3   it greeted more than once
        64  wrong usage; nothing was done
        69  a service could not be built, started or stopped
        70  a command failed
        74  the result could not be written
        78  the configuration has mistakes
      """
    #expect(await run("help", "greet") == Outcome(code: 0, result: text, problem: ""))
    #expect(await run("greet", "--help") == Outcome(code: 0, result: text, problem: ""))
    for words in [["--only", "1", "-h"], ["--nope", "--help"], ["--only", "--help", "x"]] {
      #expect(
        await run(words: ["greet"] + words) == Outcome(code: 0, result: text, problem: ""))
    }
    let check = await run("help", "check").result
    #expect(check.contains("usage: greeter check [OPTION ...]"))
    #expect(check.hasSuffix("\n  78  the configuration has mistakes"))
    #expect(await run("help", "show").result.contains("usage: greeter show NAME [OPTION ...]"))
    #expect(
      await run("help", "list").result.hasSuffix(
        """
        examples:
          greeter list --tag TAG
          greeter list --type TYPE --format names
          greeter list parameters --environment NAME

        exit codes:
          0   all is well
          64  wrong usage; nothing was done
          74  the result could not be written
          78  the configuration has mistakes
        """))
    #expect(await !run("help", "completion").result.contains("\n  78  "))
  }

  @Test("runs the program's own command with the plan of the options")
  func ownCommand() async {
    #expect(
      await run("greet") == Outcome(code: 3, result: "HELLO, WORLD! HELLO, WORLD!", problem: ""))
    #expect(
      await run("greet", "--environment", "quiet", variables: ["USER_NAME": "Ada"])
        == Outcome(code: 0, result: "Hello, Ada!", problem: ""))
    #expect(
      await run("greet", variables: ["PATCHBAY_ENV": "quiet"])
        == Outcome(code: 0, result: "Hello, nobody!", problem: ""))
    #expect(
      await run("greet", "--environment=test", variables: ["PATCHBAY_ENV": "quiet"]).result
        == "HELLO, WORLD? HELLO, WORLD?")
  }

  @Test("ends with 70 where a command throws an error of its own")
  func failure() async {
    #expect(
      await run("greet", "--only", "fail")
        == Outcome(code: 70, result: "", problem: "error: out of breath"))
  }

  @Test("ends with 64 where no environment has the name, whichever command was given it")
  func unknownEnvironments() async {
    for words in [["check"], ["show", "greeter"], ["greet"]] {
      let outcome = await run(words: words + ["--environment", "tset"])
      #expect(outcome.code == 64, "\(words)")
      #expect(outcome.result.isEmpty && outcome.problem.contains("did you mean `test`?"))
    }
    for words in [["show", "greeter"], ["greet"]] {
      let variables = ["PATCHBAY_ENV": "tset"]
      let outcome = await run(words: words, variables: variables)
      #expect(outcome.code == 64)
      #expect(outcome.problem.contains("`tset`, which PATCHBAY_ENV names\n"))
      let option = await run(words: words + ["--environment", "tse"], variables: variables)
      #expect(!option.problem.contains("PATCHBAY_ENV"))
    }
    // Other mistakes change nothing: they are not those of the environment that was meant.
    let broken = "services: { a: { type: Plain } }\nenvironments: { a: { services: 1 } }\n"
    #expect(await run("greet", "--environment", "x", services: broken).code == 64)
  }

  @Test("ends with 78 where a command meets a configuration with mistakes")
  func mistakes() async {
    let services = "services:\n  greeter: { type: Greter }\n"
    let outcome = await run("greet", services: services)
    #expect(outcome.code == 78)
    #expect(outcome.problem.hasPrefix("error[unknown-type]: "))
    #expect(await run("greet", services: services, color: true).problem.hasPrefix("\u{1B}[1;31m"))
  }
}
