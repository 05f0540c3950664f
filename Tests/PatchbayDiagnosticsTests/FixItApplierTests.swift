import PatchbayDiagnostics
import TestSupport
import Testing

@Suite("Certain fix-its")
struct FixItApplierTests {
  private static let text = "# top\r\na: 1 # keep\r\nb: two\r\n"
  private let file = SourceFile(
    name: "Config/services.yaml", bytes: Array(text.utf8), path: "/app/Config/services.yaml")

  private func mistake(
    _ edits: [TextEdit], isCertain: Bool = true
  ) -> Diagnostic {
    Diagnostic(
      .unknownField, "m", labels: edits.prefix(1).map { .init(.span($0.span)) },
      fixIts: [.init("f", edits: edits, isCertain: isCertain)])
  }

  private func edit(_ wanted: String, _ replacement: String) -> TextEdit {
    .init(SourceSpan(file, file.find(wanted, from: 0) ?? 0..<0), replacement)
  }

  private func result(_ applier: FixItApplier) -> String? {
    applier.changes.first.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("change their bytes and no others")
  func bytes() {
    let applier = FixItApplier([
      mistake([edit("two", "a long replacement")]), mistake([edit("a", "first")]),
    ])
    #expect(result(applier) == "# top\r\nfirst: 1 # keep\r\nb: a long replacement\r\n")
    #expect(applier.changes.count == 1)
    #expect(applier.applied.count == 2 && applier.refused.isEmpty)
  }

  @Test("of overlapping ones the first diagnostic's is made")
  func overlap() {
    let applier = FixItApplier([
      mistake([edit("two", "2")]), mistake([edit("b: two", "c: 3")]), mistake([edit("wo", "x")]),
    ])
    #expect(result(applier) == "# top\r\na: 1 # keep\r\nb: 2\r\n")
    #expect(applier.refused.count == 2)
  }

  @Test("with several edits are made as a whole or not at all")
  func whole() {
    let applier = FixItApplier([
      mistake([edit("two", "2")]), mistake([edit("1", "9"), edit("two", "3")]),
    ])
    #expect(result(applier) == "# top\r\na: 1 # keep\r\nb: 2\r\n")
    let both = FixItApplier([mistake([edit("1", "9"), edit("two", "3")])])
    #expect(result(both) == "# top\r\na: 9 # keep\r\nb: 3\r\n")
  }

  @Test("that two diagnostics share are made once")
  func same() {
    let applier = FixItApplier([mistake([edit("two", "2")]), mistake([edit("two", "2")])])
    #expect(result(applier) == "# top\r\na: 1 # keep\r\nb: 2\r\n")
    #expect(applier.applied.count == 2)
  }

  @Test("insertions at one place have no order, and the second is refused")
  func insertions() {
    let start = SourceSpan(file, 7..<7)
    let applier = FixItApplier([
      mistake([.init(start, "x: 0 ")]), mistake([.init(start, "y: 0 ")]),
    ])
    #expect(applier.applied.count == 1 && applier.refused.count == 1)
  }

  @Test("are the only ones applied, and never to a text of the program")
  func uncertain() {
    let inline = SourceFile(name: file.name, bytes: file.bytes)
    let applier = FixItApplier([
      mistake([edit("two", "2")], isCertain: false), mistake([]),
      mistake([.init(SourceSpan(inline, 7..<8), "c")]),
      mistake([.init(SourceSpan(file, 0..<9_999), "c")]),
    ])
    #expect(applier.changes.isEmpty && applier.applied.isEmpty && applier.refused.isEmpty)
  }

  @Test("are none where an alias repeats the text")
  func repeated() {
    let file = SourceFile(
      name: "a", bytes: Array("x: &a { typ: T }".utf8), path: "/a", repeated: [3..<16])
    var collector = DiagnosticCollector()
    for range in [8..<11, 0..<1] {
      collector.add(mistake([.init(SourceSpan(file, range), "type")]))
    }
    #expect(collector.diagnostics.map { $0.fixIts[0].isCertain } == [false, true])
  }
}
