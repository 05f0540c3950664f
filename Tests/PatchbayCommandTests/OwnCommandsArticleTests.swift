import Foundation
import PatchbayCommand
import TestSupport
import Testing

@Suite("The article on commands of a program's own")
struct OwnCommandsArticleTests {
  private let article: CommandArticle

  init() throws { article = try CommandArticle("CommandsOfYourOwn") }

  @Test("shows what the commands write")
  func outputs() async throws {
    try await article.checkOutputs(
      with: article.files, catalog: .accounts, subcommands: [importing, migrate, serve, slug],
      codes: [0, 64])
  }

  @Test("shows the commands that write it")
  func sources() throws {
    let path = Project.folder.appending(path: "Tests/PatchbayCommandTests/OwnCommands.swift")
    // The module has other things of the names of arguments.
    let source = try String(contentsOf: path, encoding: .utf8)
      .replacing("private let ", with: "let ")
    let shown = try article.blocks("swift").filter { $0.hasPrefix("let ") }
    #expect(shown.count == 4)
    for block in shown { #expect(source.contains(block), "\(block)") }
  }
}
