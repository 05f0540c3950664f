import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("Limits are exact, and their messages say how to raise them")
struct LimitTests {
  /// One text and the limit that it meets exactly.
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var text: String
    var limit: any WritableKeyPath<YAMLLimits, Int> & Sendable
    var exact: Int
    var message: String

    var description: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "fileBytes", text: "a: b\n", limit: \.fileBytes, exact: 5,
      message: "- the file `services.yaml` is larger than 4 bytes"),
    Case(
      name: "depth", text: "a: [{b: c}]", limit: \.depth, exact: 3,
      message: "1:5-6 lists and maps nest deeper than 2 levels"),
    Case(
      name: "depth", text: "- - - x", limit: \.depth, exact: 3,
      message: "1:5-6 lists and maps nest deeper than 2 levels"),
    Case(
      name: "depth", text: "a: &a [[1]]\nb: [*a]", limit: \.depth, exact: 4,
      message: "2:5-7 lists and maps nest deeper than 3 levels"),
    // Stream, document, map, key, value, and the ends.
    Case(
      name: "events", text: "a: b", limit: \.events, exact: 8,
      message: "1:5-5 the file has more than 7 parser events"),
    Case(
      name: "events", text: "a: &a [1, 2, 3]\nb: *a", limit: \.events, exact: 18,
      message: "2:6-6 the file has more than 17 parser events"),
    Case(
      name: "anchors", text: "[&a 1, !t &b 2]", limit: \.anchors, exact: 2,
      message: "1:11-13 the file defines more than 1 anchors"),
    Case(
      name: "aliases", text: "[&a 1, *a, *a]", limit: \.aliases, exact: 2,
      message: "1:12-14 the file uses more than 1 aliases"),
    Case(
      name: "directiveLines", text: "%TAG !a! !b\n# c\n\n%TAG !c! !d\n---\na: b",
      limit: \.directiveLines, exact: 2,
      message: "4:1-12 more than 1 directive lines precede a document"),
    Case(
      name: "keyBytes", text: "key: b", limit: \.keyBytes, exact: 3,
      message: "1:1-4 a key is longer than 2 bytes"),
    Case(
      name: "keyBytes", text: "k\u{E9}: b", limit: \.keyBytes, exact: 3,
      message: "1:1-3 a key is longer than 2 bytes"),
  ]

  @Test("a text may reach each limit, and not exceed it", arguments: cases)
  func bounds(of test: Case) throws {
    var limits = YAMLLimits()
    for room in [0, 1] {
      limits[keyPath: test.limit] = test.exact + room
      #expect(Parsed(test.text, limits: limits).messages == [])
    }
    limits[keyPath: test.limit] = test.exact - 1
    let parsed = Parsed(test.text, limits: limits)
    #expect(parsed.messages == [test.message])
    #expect(parsed.document == nil)
    let found = try #require(parsed.diagnostics.first)
    #expect(found.code == .limitExceeded)
    #expect(found.notes == ["the limit `\(test.name)` is \(test.exact - 1)"])
    #expect(
      found.fixIts.map(\.message) == [
        "if it is meant to be so, raise `LoadSettings.limits.\(test.name)`"
      ])
  }

  @Test("the limits are those of the format reference")
  func defaults() {
    let limits = YAMLLimits()
    #expect(limits.fileBytes == 1 << 20)
    #expect(
      [
        limits.depth, limits.events, limits.anchors, limits.aliases, limits.directiveLines,
        limits.keyBytes,
      ] == [64, 200_000, 1_000, 1_000, 16, 1_024])
  }

  @Test("a key that libyaml takes for none because of its length is a long key")
  func longKeys() {
    let key = String(repeating: "k", count: 1_025)
    for text in ["\(key): v", "a: b\n\(key): v", "{\(key): v}", "'\(key)': v", "? \(key)\n: v"] {
      let parsed = Parsed(text)
      #expect(parsed.codes == ["limit-exceeded"], "\(text.prefix(10))")
      #expect(parsed.diagnostics.map(\.message) == ["a key is longer than 1,024 bytes"])
    }
    #expect(Parsed("\(key.dropLast()): v").messages == [])
  }

  @Test(
    "numbers are grouped",
    arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_048_576, "1,048,576")])
  func grouping(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}

@Suite("Hostile texts are refused at little cost")
struct HostileTests {
  @Test("nesting is refused at the first bracket too deep, however many follow")
  func nesting() {
    for unit in ["[", "{", "{a: ", "[{"] {
      let parsed = Parsed(String(repeating: unit, count: 100_000))
      #expect(parsed.codes == ["limit-exceeded"])
      #expect((parsed.diagnostics.first?.labels.first?.place.span?.range.lowerBound ?? .max) < 400)
    }
    for unit in ["- ", "? "] {
      #expect(Parsed(String(repeating: unit, count: 100_000)).codes == ["limit-exceeded"])
    }
  }

  @Test("aliases of aliases stop when what they expand to is too much")
  func laughs() {
    var text = "a0: &a0 x\n"
    for level in 1..<30 {
      let aliases = repeatElement("*a\(level - 1)", count: 9).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let parsed = Parsed(text)
    #expect(
      parsed.diagnostics.map(\.message) == [
        "with its aliases expanded, the file has more than 200,000 parser events"
      ])
    #expect(parsed.diagnostics.first?.labels.first?.place.span?.start.line == 7)
  }

  @Test(
    "directive lines are counted before libyaml compares each with each",
    arguments: ["", "a: b\n...\n", "a: b\n"])
  func directives(before: String) {
    let lines = (0..<1_000).map { "%TAG !a\($0)! x\n" }.joined()
    let parsed = Parsed(before + lines + "---\na: b\n")
    #expect(parsed.codes == ["limit-exceeded"])
    #expect(
      parsed.diagnostics.map(\.message) == ["more than 16 directive lines precede a document"])
  }

  @Test("lines that begin with % inside a value are no directives")
  func percentInText() {
    let lines = (0..<20).map { "%\($0)\n" }.joined()
    #expect(Parsed("\"\n\(lines)\"").messages == [])
  }
}
