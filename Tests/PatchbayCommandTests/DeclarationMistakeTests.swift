import Patchbay
import Testing

@testable import PatchbayCommand

@Suite("A mistake in the declaration or the use of a command's arguments")
struct DeclarationMistakeTests {
  static let commands = [
    command(
      "copy", ["FROM", .init("TO", summary: "")],
      [
        CommandOption("--limit", value: .number, summary: ""),
        CommandOption("--dry-run", summary: ""),
      ])
  ]

  private static func command(
    _ name: String, _ arguments: [CommandArgument] = [], _ options: [CommandOption] = []
  ) -> Subcommand {
    Subcommand(name, summary: "", arguments: arguments, options: options) { _ in 0 }
  }

  private static func optional(_ name: CommandValue) -> CommandArgument {
    CommandArgument(name, isOptional: true, summary: "")
  }

  private static let repeatable = CommandArgument(.file, isRepeatable: true, summary: "")

  @Test(
    "is named with what to write",
    arguments: [
      (
        [command("c", [optional("A"), "B"])],
        "the command `c`: `B` is required, and follows `A`, which is optional: write optional arguments last"
      ),
      (
        [command("c", [repeatable, "B"])],
        "the command `c`: no word is left for `B` after `FILE ...`: write the repeatable argument last"
      ),
      (
        [command("c", ["A", "B", "A"])],
        "the command `c`: two arguments are named `A`: give one of them another name, as in `.file.named(\"TARGET\")`"
      ),
      (
        [
          command(
            "c", [], [CommandOption("--a", summary: "x"), CommandOption("--a", summary: "y")])
        ],
        "the command `c`: two options are named `--a`"
      ),
      ([command("c"), command("d"), command("c")], "two commands are named `c`"),
      (
        [command("c", [], [CommandOption("--o", value: .choice("O", of: []), summary: "")])],
        "the command `c`: nothing can be chosen for `O`: `.choice(\"O\", of: …)` needs at least one word"
      ),
      (
        [command("c", [.init(.choice("O", of: []), summary: "")])],
        "the command `c`: nothing can be chosen for `O`: `.choice(\"O\", of: …)` needs at least one word"
      ),
      (
        [command("c", [], [CommandOption("limit", summary: "")])],
        "the command `c`: the option `limit` does not begin with dashes: write `CommandOption(\"--limit\", …)`"
      ),
      (
        [command("c", [], [CommandOption("--limit=N", summary: "")])],
        "the command `c`: the option `--limit=N` contains its value: "
          + "write `CommandOption(\"--limit\", value: \"N\", …)`"
      ),
    ])
  func declarations(_ commands: [Subcommand], _ mistake: String) {
    #expect(commands.declarationMistakes == [mistake])
  }

  @Test("is none where every rule is kept, also for an option of every command that is replaced")
  func right() {
    let replaced = Self.command(
      "c", ["A", Self.repeatable],
      [CommandOption("--config", value: .choice("O", of: ["a"]), summary: "")])
    #expect([replaced, Self.command("d", ["A"])].declarationMistakes == [])
  }

  @Test(
    "in a name that the command does not declare names the one that was meant",
    arguments: [
      ("--limt", "the command `copy` declares no option `--limt`: did you mean `--limit`?"),
      ("limit", "the command `copy` declares no argument `limit`: did you mean `--limit`?"),
      ("--dryrun", "the command `copy` declares no option `--dryrun`: did you mean `--dry-run`?"),
      ("FORM", "the command `copy` declares no argument `FORM`: did you mean `FROM`?"),
      (
        "ADDRESS",
        """
        the command `copy` declares no argument `ADDRESS`: it declares `FROM`, `TO`, `--limit`, `--dry-run`, \
        `--environment`, `--overlay`, `--config`, `--env-file`, `--color`, and `--quiet`
        """
      ),
    ])
  func names(_ name: String, _ mistake: String) {
    #expect(Self.commands[0].mistake(inName: name) == mistake)
    #expect(Self.commands[0].mistake(inName: "TO") == nil)
    #expect(Self.commands[0].mistake(inName: "--overlay") == nil)
  }

  @Test("stops the program with its place")
  func stops() async throws {
    let declared = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PatchbayCommand(
        "app", catalog: .greetings, configuration: "none.yaml", variables: [:],
        subcommands: [Subcommand("c", summary: "", arguments: ["A", "A"]) { _ in 0 }],
        fileID: "App/Main.swift", line: 7)
    }
    let used = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let command = PatchbayCommand(
        "app", catalog: .greetings, configuration: "none.yaml", variables: [:],
        subcommands: [
          Subcommand("c", summary: "", arguments: ["ADDRESS"]) { invocation in
            try invocation.requiredValue(of: "ADRESS") == "" ? 1 : 0
          }
        ],
        fileID: "App/Main.swift", line: 8)
      _ = await command.run(["c", "x"])
    }
    let texts = [declared, used].map {
      String(decoding: $0?.standardErrorContent ?? [], as: UTF8.self)
    }
    #expect(
      texts[0].contains("`PatchbayCommand` at App/Main.swift:7: the command `c`: two arguments"))
    #expect(
      texts[1].contains(
        "App/Main.swift:8: the command `c` declares no argument `ADRESS`: did you mean `ADDRESS`?"))
  }
}
