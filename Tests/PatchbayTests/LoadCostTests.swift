import Patchbay
import TestSupport
import Testing

/// What steps of searches do not count (``WorkTests``): entries that are counted, and bytes that are read again.
@Suite("Ten times the mistakes cost about ten times as much", .serialized)
struct LoadCostTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: @Sendable (Int) -> String

    init(_ description: String, _ text: @escaping @Sendable (Int) -> String) {
      (testDescription, self.text) = (description, text)
    }
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  static let cases = [
    Case("unknown fields of a file") { count in lines(count) { "k\($0):" } },
    Case("templates, each of which extends the next") { count in
      "templates:\n" + lines(count) { "  t\($0): { extends: t\($0 + 1) }" }
        + "  t\(count): { type: T }\nservices: { s: { extends: t0 } }\n"
    },
    Case("credentials on one line") { count in
      "# " + String(repeating: "token: $(a) ", count: count) + "\n@"
    },
  ]

  @Test("ten times the mistakes cost about ten times as much", arguments: cases)
  func growth(_ test: Case) throws {
    let sizes = [500, 5_000]
    let texts = Dictionary(uniqueKeysWithValues: sizes.map { ($0, Array(test.text($0).utf8)) })
    let growth = growthOfCost(from: sizes[0], to: sizes[1]) { size in
      var collector = DiagnosticCollector()
      do throws(DiagnosticsError) {
        let configuration = try ServiceConfiguration(
          .bytes(texts[size] ?? [], name: "services.yaml"))
        _ = configuration.definitions(into: &collector)
      } catch { #expect(!error.diagnostics.isEmpty) }
    }
    #expect(growth < 25, "\(growth)")
  }

  @Test("a wrong secret in each line, marked or found before", arguments: [true, false])
  func secrets(areMarked: Bool) {
    let growth = growthOfCost(from: 1_000, to: 10_000) { size in
      let places = (0..<size).map { 4 * $0..<4 * $0 + 2 }
      let file = SourceFile(
        name: "s.yaml", bytes: Array(repeating: 0x61, count: 4 * size),
        redactions: areMarked ? places : [])
      if !areMarked { file.hide(places) }
      for place in places { SourceSpan(file, place).hide() }
      #expect(file.hiddenRanges == places)
    }
    #expect(growth < 25, "\(growth)")
  }
}
