import Patchbay
import Testing

@testable import PatchbayCommand

@Suite("The declaration of a command")
struct DeclarationMistakeTests {
  private static func command(
    _ arguments: [any CommandWord] = [], _ options: [any CommandWord] = []
  ) -> Subcommand {
    Subcommand("c", summary: "", arguments: arguments, options: options) { _ in 0 }
  }

  private static let (a, b) = (CommandArgument("A"), CommandArgument("B"))
  private static let optional = CommandArgument(optional: "O")
  private static let files = CommandArgument(repeated: .file)

  @Test("is wrong if a word on the command line could not be given, or could be two things")
  func wrong() {
    let twice = CommandOption("--a", summary: "")
    let wrong = [
      Self.command([Self.optional, Self.a]), Self.command([Self.files, Self.a]),
      Self.command([Self.a, Self.b, Self.a]), Self.command([], [twice, twice]),
      Self.command([], [CommandOption("limit", summary: "")]),
      Self.command([], [CommandOption("--limit=N", summary: "")]),
    ]
    #expect(wrong.filter(\.isCallable).isEmpty)
  }

  @Test("may replace an option of every command")
  func right() {
    let replaced = Self.command(
      [Self.a, Self.optional, CommandArgument(repeated: .file, isRequired: false)],
      [CommandOption("--config", value: .choice("O", of: ["a"]), summary: "")])
    #expect(replaced.isCallable && Self.command([Self.a, Self.files]).isCallable)
  }

  @Test("stops the program if it is wrong, or if its action reads something else")
  func stops() async throws {
    let declared = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = PatchbayCommand(
        "app", catalog: .greetings, configuration: "none.yaml", variables: [:],
        subcommands: [
          Subcommand("c", summary: "", arguments: [CommandArgument("A"), CommandArgument("A")]) {
            _ in 0
          }
        ],
        fileID: "App/Main.swift", line: 7)
    }
    let used = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let command = PatchbayCommand(
        "app", catalog: .greetings, configuration: "none.yaml", variables: [:],
        subcommands: [
          Subcommand("c", summary: "") { $0[CommandArgument("ADDRESS")] == "" ? 1 : 0 }
        ],
        fileID: "App/Main.swift", line: 8)
      _ = await command.run(["c"])
    }
    let texts = [declared, used].map {
      String(decoding: $0?.standardErrorContent ?? [], as: UTF8.self)
    }
    #expect(texts[0].contains("`PatchbayCommand` at App/Main.swift:7: the names of commands, "))
    #expect(texts[1].contains("App/Main.swift:8: the command `c` declares no `ADDRESS`"))
  }
}
