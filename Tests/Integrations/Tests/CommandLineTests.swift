import ArgumentParser
import Patchbay
import Synchronization
import Testing

extension Recipes {
  @Suite("Commands of swift-argument-parser")
  struct CommandLine {
    @Test(
      "run a container",
      arguments: [([String](), "by default"), (["--environment", "test"], "in a test")])
    func serves(_ options: [String], _ text: String) async throws {
      var command = try #require(
        try await App.asyncParseAsRoot(["serve"] + options) as? any AsyncParsableCommand)
      async let end: Void = command.run()
      #expect(await Once.next() == text)
      try await end
    }

    @Test(
      "pass a command on", arguments: [(["check", "--quiet"], Int32(0)), (["unknown"], Int32(64))])
    func wiring(_ words: [String], _ expected: Int32) async throws {
      var command = try #require(
        try await App.asyncParseAsRoot(["wiring"] + words) as? any AsyncParsableCommand)
      let exit = await #expect(throws: ArgumentParser.ExitCode.self) { try await command.run() }
      #expect(exit?.rawValue == expected)
    }
  }
}

/// Its run ends at once, and so does the program.
struct Once: Sendable {
  private static let texts = AsyncStream.makeStream(of: String.self)

  let text: String

  func run() { Self.texts.continuation.yield(text) }

  static func next() async -> String? {
    for await text in texts.stream { return text }
    return nil
  }
}

extension FactoryCatalog {
  static let app = FactoryCatalog("app") {
    Factory("Once", .value("text"), make: Once.init(text:)).onRun { $0.run() }
  }
}
