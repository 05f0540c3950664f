import Foundation
import Testing

@testable import Shortlinks

/// What the commands answer about the configuration of this program, word by word.
///
/// `PATCHBAY_WRITE_GOLDENS=1` writes the files anew.
@Suite struct AnswerTests {
  private static let calls = [
    "check", "check --format line", "check --format json",
    "check --overlays Config/overlays/*.yaml",
    "env", "env --format json", "env --format dotenv",
    "list", "list --environment test", "list --tag health-check --environment development",
    "list --tag audit --format json --environment development",
    "list --type LinkStore --environment test",
    "list parameters --environment production",
    "list tags --environment development", "list tags --format json --environment development",
    "list types --format names --environment development",
    "list environments", "list environments --format json",
    "show store --environment development", "show codes --environment test",
    "show audit.file --environment test",
    "show http --environment development", "show token --environment production",
    "show health-check --environment development",
    "show HTTPServer --environment development", "show LinkStore --environment development",
    "show codes --format json --environment development",
    "why time --environment development", "why store server --environment development",
    "why codes --format json --environment development", "why server --environment development",
    "graph --environment development", "graph --environment production --format dot",
    "graph --environment test --format mermaid",
    "graph --to codes --environment development",
    "graph router --depth 1 --environment development",
    "graph --tag audit --format json --environment development",
    "config --environment production", "config --environment development --origins",
    "config --environment test --hash", "config --environment test --format json",
    "show stoer --environment development", "list --tag healthcheck --environment development",
    "why cods --environment development", "graph --to HTTPServer --environment development",
    "config --environment prod",
  ]

  private static let goldens = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Goldens")

  @Test(arguments: calls) func isExactly(call: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: ConfigurationTests.folder, to: folder.url.appending(path: "Config"))
    let words = call.split(separator: " ").map(String.init)
    let result = try ShortlinksProcess(folder: folder).start(words).finish()
    var text = "$ shortlinks \(call)\n\(result.output)\(result.errors)"
    if result.status != 0 { text += "exit code \(result.status)\n" }
    let name = String(call.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." ? $0 : "_" })
    let golden = Self.goldens.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE_GOLDENS"] != nil {
      try text.write(to: golden, atomically: true, encoding: .utf8)
    } else {
      #expect(text == (try String(contentsOf: golden, encoding: .utf8)))
    }
  }
}
