import Foundation
import TestSupport
import Testing

/// The mistakes in `Mistakes.swift.txt`, as the real compiler reports them.
@Suite("The compiler reports a mistake in the use of the library")
struct CompilerMessageTests {
  /// What a line of the file says about the messages at it.
  struct Expectation {
    /// Words of one message each.
    var words: [String]
    /// Whether the line may have further messages, which say nothing new.
    var isNoisy: Bool
  }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Mistakes.swift.txt")
  private static let source = (try? String(contentsOf: file, encoding: .utf8)) ?? ""

  private static let expected: [Int: Expectation] = Dictionary(
    uniqueKeysWithValues: source.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in
        let marks = line.matches(of: /\/\/ (error|first of several): (.*?)(?=\ \/\/\ |$)/)
        guard !marks.isEmpty else { return nil }
        let expectation = Expectation(
          words: marks.map { String($0.2) }, isNoisy: marks.contains { $0.1 != "error" })
        return (index + 1, expectation)
      })

  private static let reported = Result {
    let messages = Compiler.messages(in: try Compiler.output(of: source))
    return Dictionary(grouping: messages, by: \.line)
  }

  static let lines = expected.keys.sorted()

  @Test("at its line, in words that say what to do", arguments: lines)
  func message(line: Int) throws {
    let expected = try #require(Self.expected[line])
    let messages = try Self.reported.get()[line] ?? []
    for words in expected.words {
      #expect(messages.contains { $0.text.contains(words) }, "\(messages.map(\.text))")
    }
    #expect(messages.allSatisfy { $0.severity == "error" })
    if !expected.isNoisy {
      #expect(messages.count == expected.words.count, "\(messages.map(\.text))")
    }
  }

  @Test("and nothing at the other lines")
  func noOther() throws {
    let others = try Self.reported.get().filter { Self.expected[$0.key] == nil }
    #expect(others.isEmpty)
    #expect(Self.lines.count > 50)
  }

  @Test("once for each catalog, at the line of the factory, however many there are")
  func amongMany() throws {
    let factories = (0..<40).map {
      "  Factory(\"Banner\($0)\", .value(\"text\"), make: Banner.init(text:))\n"
    }
    let source = """
      import Patchbay
      protocol Mailer: Sendable {}
      struct Banner: Sendable { init(text: String) {} }
      let many = FactoryCatalog("many") {
      \(factories[..<20].joined())\
        Factory("Last", .value("text"), make: Banner.init).provides((any Mailer).self) { $0 }
      \(factories[20...].joined())}

      """
    let messages = Compiler.messages(in: try Compiler.output(of: source))
    #expect(messages.map(\.line) == [25])
    #expect(messages.first?.text.contains("does not conform to this protocol") == true)
  }
}
