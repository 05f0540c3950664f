import PatchbayCommand
import TestSupport
import Testing

/// What the article shows is what happens.
@Suite("The article on the commands")
struct CommandsArticleTests {
  private let article: CommandArticle

  init() throws { article = try CommandArticle("Commands") }

  @Test("shows what each command writes")
  func outputs() async throws {
    try await article.checkOutputs(with: article.files)
  }

  @Test("names options that exist, and all that every command has")
  func options() async throws {
    let folder = try TemporaryFolder(article.files)
    var common: Set<String>?
    var all: Set<String> = []
    for command in Subcommand.builtIn.map(\.name) {
      let help = await AppCall("app help \(command)").run(in: folder).result
      let own = Set(help.matches(of: /\n  (--[a-z-]+)/).map { String($0.1) })
      all.formUnion(own)
      // These refuse some of the common options.
      if !["schema", "completion"].contains(command) { common = common?.intersection(own) ?? own }
    }
    let named = Set(article.text.matches(of: /[ `](--[a-z][a-z-]*)/).map { String($0.1) })
    // The only option without a built-in command.
    #expect(named.subtracting(all) == ["--version"])
    let listed = try article.table(
      after: "Every command has these options, including the program's own:")
    let shown: Set<String> = Set(listed.map { String($0.prefix { $0 != " " }) } + ["--help"])
    #expect(shown == common?.subtracting(["--format"]))
  }

  @Test(
    "lists the formats that there are",
    arguments: [
      ("Commands", "env", "an environment. `--format` selects the output:"),
      ("Commands", "graph", "`--format` selects the output:"),
      ("Commands", "config", "texts of secrets. `--format` selects the output:"),
      (
        "Commands", "diff",
        "something differs or could not be compared. `--format` selects the output:"
      ),
      ("InCI", "check", "`--format` selects the output:"),
    ])
  func formats(_ name: String, _ command: String, _ line: String) throws {
    #expect(try CommandArticle(name).table(after: line) == Subcommand.formats(of: command))
  }
}
