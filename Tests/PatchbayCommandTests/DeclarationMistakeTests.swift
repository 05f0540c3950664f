import Patchbay
import Testing

@testable import PatchbayCommand

@Suite("The declaration of a command")
struct DeclarationMistakeTests {
  private static func command(
    _ arguments: [CommandArgument] = [], _ options: [CommandOption] = []
  ) -> Subcommand {
    Subcommand("c", summary: "", arguments: arguments, options: options) { _ in 0 }
  }

  private static func optional(_ name: CommandValue) -> CommandArgument {
    CommandArgument(name, isOptional: true, summary: "")
  }

  private static let repeatable = CommandArgument(.file, isRepeatable: true, summary: "")

  @Test("is wrong if a word on the command line could not be given, or could be two things")
  func wrong() {
    let wrong = [
      Self.command([Self.optional("A"), "B"]), Self.command([Self.repeatable, "B"]),
      Self.command(["A", "B", "A"]),
      Self.command([], [CommandOption("--a", summary: "x"), CommandOption("--a", summary: "y")]),
      Self.command([], [CommandOption("limit", summary: "")]),
      Self.command([], [CommandOption("--limit=N", summary: "")]),
    ]
    #expect(wrong.filter(\.isCallable).isEmpty)
  }

  @Test("may replace an option of every command")
  func right() {
    let replaced = Self.command(
      [
        "A", Self.optional("B"),
        CommandArgument(.file, isOptional: true, isRepeatable: true, summary: ""),
      ],
      [CommandOption("--config", value: .choice("O", of: ["a"]), summary: "")])
    #expect(replaced.isCallable && Self.command(["A", Self.repeatable]).isCallable)
  }

  @Test("stops the program if it is wrong, or if its action reads something else")
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
    #expect(texts[0].contains("`PatchbayCommand` at App/Main.swift:7: the names of commands, "))
    #expect(texts[1].contains("App/Main.swift:8: the command `c` declares no `ADRESS`"))
  }
}
