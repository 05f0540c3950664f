import Patchbay
import PatchbayCommand
import Testing

@Suite("A command line that is wrong")
struct WrongLineTests {
  @Test(
    "says what is wrong, a similar word and the usage, and ends with 64",
    arguments: [
      (["chekc"], "there is no command `chekc`\nhelp: did you mean `check`?", ""),
      (["help", "chekc"], "there is no command `chekc`\nhelp: did you mean `check`?", ""),
      (["xyz\u{1B}"], "there is no command `xyz\\u{1B}`\nhelp: `help` lists the commands", ""),
      (["version"], "there is no command `version`\nhelp: did you mean `--version`?", ""),
      (["-v"], "a command must come before the option `-v`\nhelp: did you mean `--version`?", ""),
      (
        ["--environment", "test", "check"],
        "a command must come before the option `--environment`\nhelp: `help` lists the commands", ""
      ),
      (["help", "check", "x"], "unexpected argument `x`", ""),
      (["help", "--nope"], "`help` has no option `--nope`", ""),
      (
        ["config", "--strict"],
        "`config` has no option `--strict`\nhelp: it is an option of `check`", "config"
      ),
      (
        ["schema", "--environment", "test"],
        "`schema` has no option `--environment`\nhelp: it is an option of `check`, `env`, and `diff`",
        "schema"
      ),
      (
        ["check", "--enviroment", "x"],
        "`check` has no option `--enviroment`\nhelp: did you mean `--environment`?", "check"
      ),
      (["list", "-q"], "`list` has no option `-q`\nhelp: did you mean `--quiet`?", "list [KIND]"),
      (["check", "--wrong"], "`check` has no option `--wrong`", "check"),
      (["check", "test"], "unexpected argument `test`", "check"),
      (["why", "a", "b", "c"], "unexpected argument `c`", "why KEY [FROM]"),
      (
        ["list", "paramters"], "`KIND` cannot be `paramters`\nhelp: did you mean `parameters`?",
        "list [KIND]"
      ),
      (["list", ""], "KIND is an empty text", "list [KIND]"),
      (
        ["graph", "--format", "svg"],
        "`--format` cannot be `svg`\nhelp: it is one of `tree`, `dot`, `mermaid`, `json`, or `text`",
        "graph [KEY]"
      ),
      (["list", "--tag", "nope"], "there is no tag `nope`", "list [KIND]"),
      (["list", "--type", "LoudThing"], "there is no type `LoudThing`", "list [KIND]"),
      (
        ["list", "--type", "polite", "--environment", "test"],
        "there is no type `polite` in the environment `test`\nhelp: it is a tag", "list [KIND]"
      ),
      (
        ["show", "USER_NAME", "--environment", "quiet", "--quiet"],
        "there is no service, parameter, tag or type `USER_NAME` in the environment `quiet`\n"
          + "help: it is a variable: `env` lists what reads it", "show NAME"
      ),
      (
        ["show", "Voce"],
        "there is no service, parameter, tag or type `Voce`\nhelp: did you mean `Voice` or `voice`?",
        "show NAME"
      ),
      (["why", "Loud"], "there is no service `Loud`\nhelp: it is a type", "why KEY [FROM]"),
      (["check", "--format"], "the option `--format` needs a value, FORMAT", "check"),
      (["check", "--overlay", "--base"], "the option `--overlay` needs a value, FILE", "check"),
      (["check", "--base=1"], "the option `--base` takes no value", "check"),
      (["show"], "`show` needs NAME", "show NAME"),
      (
        ["greet", "--config", "a", "--config", "b"], "the option `--config` is given twice", "greet"
      ),
      (["greet", "--only", "none"], "no one to greet", "greet"),
    ])
  func wrong(_ words: [String], _ text: String, _ usage: String) async {
    let outcome = await run(words: words)
    let line = usage.isEmpty ? "COMMAND [OPTION ...]" : "\(usage) [OPTION ...]"
    let problem = "error: \(text)\nusage: greeter \(line)"
    #expect(outcome == Outcome(code: 64, result: "", problem: problem))
  }
}
