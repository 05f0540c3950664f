import Foundation
import Testing

@testable import Shortlinks

/// What `check`, `env` and `graph` print about the configuration of this program. The tests of Patchbay cover the other
/// commands.
///
/// `PATCHBAY_WRITE=1` writes the files anew.
@Suite struct AnswerTests {
  private static let calls = [
    "check", "check --format line", "check --format json",
    "check --overlays Config/overlays/*.yaml",
    "env", "env --format json", "env --format dotenv",
    "graph --environment development", "graph --environment production --format dot",
    "graph --environment test --format mermaid",
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
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil {
      try text.write(to: golden, atomically: true, encoding: .utf8)
    } else {
      #expect(text == (try String(contentsOf: golden, encoding: .utf8)))
    }
  }
}
