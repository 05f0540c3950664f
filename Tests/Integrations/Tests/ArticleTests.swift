import Foundation
import Testing

/// What the article shows is what the other tests run.
@Suite("The article")
struct ArticleTests {
  private let article: String

  init() throws {
    article = try String(
      contentsOf: Files.package.appending(
        path: "../../Sources/Patchbay/Patchbay.docc/WithOtherPackages.md"), encoding: .utf8)
  }

  @Test("shows all recipes")
  func recipes() throws {
    let files = try files(in: "Tests/Recipes") + files(in: "VaporFour/Sources/Recipes")
    let blocks = blocks(in: "swift")
    for block in blocks where !files.contains(block) {
      Issue.record("no file of Tests/Recipes is the block\n\(block)")
    }
    for file in files where !blocks.contains(file) {
      Issue.record("no block of the article is the file\n\(file)")
    }
  }

  @Test("shows the configurations that the tests load")
  func configurations() throws {
    let files = try files(in: "Config")
    for block in blocks(in: "yaml") where !files.contains(block) {
      Issue.record("no file of Config is the block\n\(block)")
    }
  }

  @Test("has recipes of at most 25 lines")
  func lines() {
    for block in blocks(in: "swift") {
      #expect(block.count { $0 == "\n" } <= 25, "\(block)")
    }
  }

  @Test("has the version of each package")
  func versions() throws {
    let stubs = try FileManager.default.contentsOfDirectory(
      atPath: Files.package.appending(path: "Stubs").path)
    for name in stubs where !["stub-network", "vapor-4", ".swift-format"].contains(name) {
      #expect(article.contains("| [\(name)]("), "\(name)")
    }
  }

  private func files(in folder: String) throws -> [String] {
    let folder = Files.package.appending(path: folder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).map {
      try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    }
  }

  /// The blocks of a language, as files.
  private func blocks(in language: String) -> [String] {
    article.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
  }
}
