import Testing

@testable import Shortlinks

@Suite struct OptionsTests {
  @Test func readsCommandsAndOptions() throws {
    let options = try Options(parsing: [
      "--environment", "test", "explain", "store", "--overlay", "a.yaml", "--overlay", "b.yaml",
      "--config", "c.yaml",
    ])
    #expect(options.command == .explain(key: "store"))
    #expect(options.environment == "test")
    #expect(options.overlays == ["a.yaml", "b.yaml"])
    #expect(options.config == "c.yaml")
  }

  @Test(arguments: [["--help"], ["help"], ["serve", "--help", "--nonsense"], ["-h"]])
  func helps(words: [String]) throws {
    #expect(try Options(parsing: words).command == .help)
  }

  @Test(arguments: [
    ([], "a command is missing"),
    (["brew"], "unknown command brew"),
    (["serve", "now"], "unexpected now"),
    (["explain"], "explain needs the key of a service"),
    (["explain", "a", "b"], "unexpected b"),
    (["serve", "--loud"], "unknown option --loud"),
    (["serve", "--environment"], "--environment needs a value"),
    (["serve", "--overlay", "--config", "x"], "--overlay needs a value"),
    (["serve", "--config", ""], "--config needs a value"),
  ])
  func refusesWhatItDoesNotKnow(words: [String], message: String) {
    #expect(throws: Options.UsageError(message: message)) { try Options(parsing: words) }
  }
}
