import Patchbay
import PatchbayCommand
import Testing

@Suite("A command line that is wrong")
struct WrongLineTests {
  @Test(
    "says what was meant and ends with 64",
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
        ["why", "a", "b", "c"],
        "error: unexpected argument `c`\nhelp: `why` takes KEY and FROM", "why KEY [FROM]"
      ),
      (
        ["diff", "test", "quiet"],
        "error: unexpected argument `test`\nhelp: write `greeter diff --environment test`", "diff"
      ),
      (
        ["diff", "tset"],
        "error: unexpected argument `tset`\nhelp: write `greeter diff --environment test`", "diff"
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
        ["list", "--tag", "nope"],
        "error: no service has the tag `nope`\nhelp: those with services: `polite`", "list [KIND]"
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
          + "`github`, or `text`",
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
}
