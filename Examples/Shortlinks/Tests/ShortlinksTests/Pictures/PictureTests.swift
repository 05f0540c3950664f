import Foundation
import Testing

@testable import Shortlinks

/// The pictures of the README are drawn from what the program writes. `Scripts/pictures` draws them anew.
@Suite struct PictureTests {
  private let folder: TemporaryFolder
  private let program: ShortlinksProcess

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: ConfigurationTests.folder, to: folder.url.appending(path: "Config"))
    program = ShortlinksProcess(folder: folder)
  }

  @Test func theTerminalShowsAnErrorInColors() throws {
    let file = "Config/services.yaml"
    let text = try folder.text(of: file)
    let misspelt = text.replacingOccurrences(
      of: "type: SequentialCodeGenerator", with: "type: SequentalCodeGenerator")
    try folder.write(misspelt, to: file)
    let result = try program.run("check", "--color", "always")
    #expect(result.status == 78)
    let picture = TerminalPicture(
      "$ shortlinks check\n" + result.output.trimmingCharacters(in: .newlines))
    try compare(picture.svg("An error in a configuration, as a terminal shows it"), "terminal.svg")
  }

  @Test func theGraphIsThatOfProduction() throws {
    let result = try program.run("graph", "--environment", "production", "--format", "json")
    let picture = try JSONDecoder().decode(GraphPicture.self, from: Data(result.output.utf8))
    try compare(picture.svg("The services of Shortlinks, and what each needs"), "graph.svg")
  }

  /// Compares a picture with the committed one, or writes it.
  private func compare(_ svg: String, _ name: String) throws {
    let file = ConfigurationTests.folder.appending(path: "../Documentation/\(name)")
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil {
      try svg.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == svg, "Scripts/pictures draws it anew")
  }
}
