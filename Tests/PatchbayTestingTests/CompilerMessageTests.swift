import Foundation
import TestSupport
import Testing

/// The mistakes in `Fixtures/Mistakes.swift.txt`, as the real compiler reports them.
@Suite("The compiler reports a mistake in a test")
struct CompilerMessageTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/Mistakes.swift.txt")
  private static let source = (try? String(contentsOf: file, encoding: .utf8)) ?? ""

  /// The lines of the file that a mistake is on, with words of its message.
  private static let expected: [Int: String] = Dictionary(
    uniqueKeysWithValues: source.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated().compactMap { index, line in
        line.firstMatch(of: /\/\/ error: (.*)/).map { (index + 1, String($0.1)) }
      })

  /// The messages of each line, each once: those in a trait are repeated in what the test expands to.
  private static let reported = Result {
    let output = try Compiler.output(
      of: source, options: ["-plugin-path", try Compiler.pluginsOfTesting()])
    return Dictionary(grouping: Compiler.messages(in: output), by: \.line)
      .mapValues { Set($0.map(\.text)) }
  }

  @Test("at its line, in words that say what to do", arguments: expected.keys.sorted())
  func message(line: Int) throws {
    let messages = try Self.reported.get()[line] ?? []
    let words = try #require(Self.expected[line])
    #expect(messages.count == 1 && messages.allSatisfy { $0.contains(words) }, "\(messages)")
  }

  @Test("and nothing at the other lines")
  func noOther() throws {
    let others = try Self.reported.get().filter { Self.expected[$0.key] == nil }
    #expect(others.isEmpty)
    #expect(Self.expected.count == 5)
  }
}
