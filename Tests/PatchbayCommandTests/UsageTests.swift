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
                diff [MODEL]        Shows what a change does to the wiring.
                schema              Prints the JSON Schema of the program's configuration, for editors.
                init [FILE]         Writes a first configuration of the program's types.
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
                    `graph`: nothing leads to the service of --to
                    `diff`: with --exit-code, something differs or could not be compared
                    `schema`: with --check, the file is not the current schema
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

  @Test(
    "that is wrong says what was meant and ends with 64",
    arguments: [
      (["chekc"], "error: there is no command `chekc`\nhelp: did you mean `check`?", ""),
      (["hepl"], "error: there is no command `hepl`\nhelp: did you mean `help`?", ""),
      (["help", "chekc"], "error: there is no command `chekc`\nhelp: did you mean `check`?", ""),
      (
        ["xyz\u{1B}"],
        "error: there is no command `xyz\\u{1B}`\nhelp: `help` lists the commands", ""
      ),
      (["version"], "error: there is no command `version`\nhelp: did you mean `--version`?", ""),
      (
        ["-v"],
        "error: a command must come before the option `-v`\nhelp: did you mean `--version`?", ""
      ),
      (["--config"], "error: a command must come before the option `--config`", ""),
      // The value of an option is no command.
      (["--overlay", "check"], "error: a command must come before the option `--overlay`", ""),
      (
        ["--environment", "test", "check", "--base"],
        "error: a command must come before the option `--environment`\n"
          + "help: write `greeter check --environment test --base`", ""
      ),
      (
        ["--config=a b", "--quiet", "greet"],
        "error: a command must come before the option `--config=a b`\n"
          + "help: write `greeter greet --config='a b' --quiet`", ""
      ),
      (["validate"], "error: there is no command `validate`\nhelp: did you mean `check`?", ""),
      (["help", "lint"], "error: there is no command `lint`\nhelp: did you mean `check`?", ""),
      (
        ["show", "voice", "--json"],
        "error: `show` has no option `--json`\nhelp: write `greeter show voice --format json`",
        "show NAME"
      ),
      (
        ["check", "--set", "name=you"],
        "error: `check` has no option `--set`\nhelp: write the value to a file, such as "
          + "`parameters: { name: value }`, and name that with `--overlay FILE`", "check"
      ),
      (
        ["init", "--set", "name=you"],
        "error: `init` has no option `--set`\nhelp: `help init` lists its options", "init [FILE]"
      ),
      (
        ["list", "--depth", "2"],
        "error: `list` has no option `--depth`\nhelp: it is an option of `graph`", "list [KIND]"
      ),
      (
        ["config", "--strict"],
        "error: `config` has no option `--strict`\nhelp: it is an option of `check`", "config"
      ),
      (
        ["help", "serve"], "error: there is no command `serve`\nhelp: `help` lists the commands",
        ""
      ),
      (
        ["help", "check", "x"],
        "error: unexpected argument `x`\nhelp: `help` takes one command", ""
      ),
      (
        ["help", "--version"],
        "error: unexpected argument `--version`\nhelp: write `greeter --version`", ""
      ),
      (
        ["help", "--nope"],
        "error: unexpected argument `--nope`\nhelp: `help` takes one command", ""
      ),
      ([""], "error: the name of the command is empty\nhelp: `help` lists the commands", ""),
      (
        ["services", "--quiet"],
        "error: there is no command `services`\nhelp: write `greeter list services --quiet`", ""
      ),
      (["graf"], "error: there is no command `graf`\nhelp: did you mean `graph`?", ""),
      (
        ["-q", "list", "--no-color"],
        "error: a command must come before the option `-q`\n"
          + "help: write `greeter list --quiet --color never`", ""
      ),
      (
        ["--env", "test", "check"],
        "error: a command must come before the option `--env`\n"
          + "help: write `greeter check --environment test`", ""
      ),
      (
        ["check", "--enviroment", "x"],
        "error: `check` has no option `--enviroment`\nhelp: did you mean `--environment`?", "check"
      ),
      (
        ["check", "--wrong"],
        "error: `check` has no option `--wrong`\nhelp: `help check` lists its options", "check"
      ),
      (
        ["check", "test"],
        "error: unexpected argument `test`\n"
          + "help: write `greeter check --environment test`", "check"
      ),
      (
        ["check", "--environment", "test", "x"], "error: unexpected argument `x`", "check"
      ),
      (
        ["check", "services.yaml"],
        "error: unexpected argument `services.yaml`\n"
          + "help: the option `--config` names the configuration", "check"
      ),
      (
        ["check", "help"],
        "error: unexpected argument `help`\nhelp: write `help check`", "check"
      ),
      (
        ["check", "tset", "--quiet"],
        "error: unexpected argument `tset`\n"
          + "help: write `greeter check --environment test --quiet`", "check"
      ),
      (["check", "nope"], "error: unexpected argument `nope`", "check"),
      (
        ["list", "any", "Voice", "--environment", "test"],
        "error: unexpected argument `Voice`\n"
          + "help: write `greeter list --type 'any Voice' --environment test`", "list [KIND]"
      ),
      (
        ["show", "service", "voice"],
        "error: unexpected argument `voice`\nhelp: write `greeter show voice`", "show NAME"
      ),
      (
        ["list", "tags", "polite"],
        "error: unexpected argument `polite`\nhelp: write `greeter list --tag polite`",
        "list [KIND]"
      ),
      (
        ["list", "types", "Loud"],
        "error: unexpected argument `Loud`\nhelp: write `greeter list --type Loud`", "list [KIND]"
      ),
      (
        ["list", "services", "voice"],
        "error: unexpected argument `voice`\nhelp: write `greeter show voice`", "list [KIND]"
      ),
      (
        ["list", "services", "tags"],
        "error: unexpected argument `tags`\nhelp: `list` takes one KIND", "list [KIND]"
      ),
      (
        ["graph", "hello", "voice", "--depth", "2"],
        "error: unexpected argument `voice`\n"
          + "help: write `greeter graph hello --to voice --depth 2`", "graph [KEY]"
      ),
      (
        ["why", "a", "b", "c"],
        "error: unexpected argument `c`\nhelp: `why` takes KEY and FROM", "why KEY [FROM]"
      ),
      (
        ["diff", "test", "quiet"],
        "error: unexpected argument `quiet`\nhelp: write `greeter diff --from test --to quiet`",
        "diff [MODEL]"
      ),
      (
        ["diff", "test", "nope"],
        "error: unexpected argument `nope`\nhelp: `diff` takes one MODEL", "diff [MODEL]"
      ),
      (
        ["init", "a.yaml", "b.yaml"],
        "error: unexpected argument `b.yaml`\nhelp: `init` takes one FILE", "init [FILE]"
      ),
      (
        ["init", "my app.json"],
        "error: `init` writes YAML, and `my app.json` has another ending\n"
          + "help: write `greeter init 'my app.yaml'`", "init [FILE]"
      ),
      (
        ["schema", "no.schema.json"],
        "error: unexpected argument `no.schema.json`\n"
          + "help: write `greeter schema > no.schema.json`", "schema"
      ),
      (
        ["env", "API_TOKEN"],
        "error: unexpected argument `API_TOKEN`\nhelp: `env` lists all variables", "env"
      ),
      (
        ["env", "Package.swift", "--environment", "test"],
        "error: unexpected argument `Package.swift`\n"
          + "help: write `greeter env --check Package.swift --environment test`", "env"
      ),
      (
        ["list", "-o", "json", "--environment", "test"],
        "error: `list` has no option `-o`\n"
          + "help: write `greeter list --format json --environment test`", "list [KIND]"
      ),
      (
        ["config", "--output", "a b.yaml", "--origins"],
        "error: `config` has no option `--output`\n"
          + "help: write `greeter config --origins > 'a b.yaml'`", "config"
      ),
      (
        ["init", "--output=a.yaml"],
        "error: `init` has no option `--output`\nhelp: write `greeter init a.yaml`", "init [FILE]"
      ),
      (
        ["why", "--from", "hello", "voice", "--environment", "test"],
        "error: `why` has no option `--from`\n"
          + "help: write `greeter why voice --environment test hello`", "why KEY [FROM]"
      ),
      (
        ["graph", "--from", "hello"],
        "error: `graph` has no option `--from`\nhelp: write `greeter graph hello`", "graph [KEY]"
      ),
      (
        ["graph", "--from"],
        "error: `graph` has no option `--from`\nhelp: `help graph` lists its options",
        "graph [KEY]"
      ),
      (
        ["check", "--file", "a.yaml"],
        "error: `check` has no option `--file`\nhelp: write `greeter check --config a.yaml`",
        "check"
      ),
      (
        ["completion", "--shell", "bash"],
        "error: `completion` has no option `--shell`\nhelp: write `greeter completion bash`",
        "completion SHELL"
      ),
      (
        ["check", "-v"], "error: `check` has no option `-v`\nhelp: `help check` lists its options",
        "check"
      ),
      (
        ["list", "--nope"],
        "error: `list` has no option `--nope`\nhelp: `help list` lists its options", "list [KIND]"
      ),
      (
        ["list", "params"], "error: `KIND` cannot be `params`\nhelp: did you mean `parameters`?",
        "list [KIND]"
      ),
      (["list", ""], "error: KIND is an empty text", "list [KIND]"),
      (
        ["graph", "--format", "svg"],
        "error: `--format` cannot be `svg`\nhelp: write `--format dot | dot -Tsvg`", "graph [KEY]"
      ),
      (
        ["list", "--scope", "request"],
        "error: the configuration has no scope `request`\n"
          + "help: it has `singleton`, `transient`, `graph`, and `weak`", "list [KIND]"
      ),
      (
        ["list", "--tag", "nope"],
        "error: no service has the tag `nope`\nhelp: those with services: `polite`", "list [KIND]"
      ),
      (
        ["list", "environments", "--unused"],
        "error: `--unused` does not select environments\n"
          + "help: it selects services, parameters, and types", "list [KIND]"
      ),
      (
        ["list", "--type", "LoudThing", "--environment", "test"],
        "error: the catalog has no type `LoudThing`", "list [KIND]"
      ),
      (
        ["show", "services.voice"],
        "error: nothing has the name `services.voice`\nhelp: write `greeter show voice`",
        "show NAME"
      ),
      (
        ["show", "!ref voice"],
        "error: nothing has the name `!ref voice`\nhelp: write `greeter show voice`", "show NAME"
      ),
      (
        ["show", "test"],
        "error: nothing has the name `test`\n"
          + "help: it is an environment: `greeter config --environment test` shows it", "show NAME"
      ),
      (
        ["show", "env:PORT", "--environment", "test"],
        "error: nothing has the name `env:PORT` in the environment `test`\n"
          + "help: `greeter env --environment test` lists the variables", "show NAME"
      ),
      (
        ["show", "a/b.yaml"],
        "error: nothing has the name `a/b.yaml`\n"
          + "help: `greeter list --file a/b.yaml` lists what a file defines", "show NAME"
      ),
      (
        ["show", "Voce"],
        "error: nothing has the name `Voce`\nhelp: did you mean `Voice` or `voice`?",
        "show NAME"
      ),
      (
        ["why", "Loud", "--environment", "test", "--quiet"],
        "error: no service has the key `Loud` in the environment `test`\n"
          + "help: `Loud` is a type: "
          + "`greeter list --type Loud --environment test` lists its services",
        "why KEY [FROM]"
      ),
      (["check", "--format"], "error: the option `--format` needs a value, FORMAT", "check"),
      (
        ["check", "--overlay", "--base"], "error: the option `--overlay` needs a value, FILE",
        "check"
      ),
      (["check", "--base=1"], "error: the option `--base` takes no value", "check"),
      (
        ["check", "--format=jsno"],
        "error: `--format` cannot be `jsno`\nhelp: did you mean `json`?", "check"
      ),
      (
        ["check", "--format", "xml"],
        "error: `--format` cannot be `xml`\nhelp: it is one of `terminal`, `line`, `json`, `sarif`, "
          + "`github`, `gitlab`, `junit`, `markdown`, or `text`",
        "check"
      ),
      (
        ["check", "--environment", "tset"],
        "error: the configuration has no environment `tset`\nhelp: did you mean `test`?", "check"
      ),
      (
        ["show", "hello", "--environment", "production"],
        "error: the configuration has no environment `production`\nhelp: it has `quiet` and `test`",
        "show NAME"
      ),
      (["show"], "error: `show` needs NAME", "show NAME"),
      (
        ["show", "a", "b"],
        "error: unexpected argument `b`\n"
          + "help: `show` takes one NAME", "show NAME"
      ),
      (
        ["show", "greter"],
        "error: nothing has the name `greter`\nhelp: did you mean `Greeter` or `greeter`?",
        "show NAME"
      ),
      (
        ["greet", "--config", "a", "--config", "b"], "error: the option `--config` is given twice",
        "greet"
      ),
      (["greet", "--only", "none"], "error: no one to greet", "greet"),
    ])
  func wrong(_ words: [String], _ text: String, _ usage: String) async {
    let outcome = await run(words: words)
    let line = usage.isEmpty ? "COMMAND [OPTION ...]" : "\(usage) [OPTION ...]"
    #expect(outcome == Outcome(code: 64, result: "", problem: "\(text)\nusage: greeter \(line)"))
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
