import Foundation
import Patchbay
import Testing

@Suite("Small files report exactly their mistakes, at exact places")
struct TableTests {
  @Test(
    "each case reports exactly its errors", arguments: TableCase.topics.flatMap(TableCase.cases))
  func exactly(_ table: TableCase) throws {
    let (expected, found, text) = try Self.run(table)
    #expect(found == expected, Comment(rawValue: text))
    let said = try TableSetup(table).said
    #expect(said.isEmpty || TableSetup.said(in: text) == said, Comment(rawValue: text))
  }

  /// The mistakes that people make first, with the messages that they get.
  @Test("the first hour has only messages that say what to do")
  func firstHour() throws {
    let cases = TableCase.cases(of: Self.firstHour)
    #expect(cases.count >= 50)
    for table in cases {
      #expect(try !TableSetup(table).said.isEmpty, "\(table) has no messages")
    }
  }

  private static let firstHour = "first-hour"

  static func run(_ table: TableCase) throws -> ([TableFinding], [TableFinding], text: String) {
    let temporary = try TemporaryFolder()
    let folder = temporary.url
    let setup = try TableSetup(table)
    let diagnostics = try setup.diagnostics(in: folder)
    return (
      setup.expected, diagnostics.map { TableFinding($0, in: folder) }.sorted(),
      TerminalRenderer().render(diagnostics).replacing("\(folder.path)/", with: "")
    )
  }

  @Test func thereAreMany() {
    let cases = TableCase.topics.flatMap(TableCase.cases)
    #expect(cases.count >= 150)
    #expect(Set(cases.map(\.description)).count == cases.count, "two cases of one name")
  }

  /// Run with `PATCHBAY_WRITE=1` to put marks where mistakes are found; read the change.
  @Test(
    "with `PATCHBAY_WRITE=1` the tables are written",
    .enabled(if: ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil))
  func write() throws {
    for topic in TableCase.topics {
      var text = ""
      for table in TableCase.cases(of: topic) {
        let (_, found, rendered) = try Self.run(table)
        let isRead = try topic == Self.firstHour || !TableSetup(table).said.isEmpty
        let says = isRead ? TableSetup.said(in: rendered) : []
        text +=
          "=== \(table.name)\n" + says.map { "@ says \($0)\n" }.joined()
          + Self.marked(table.lines, found)
      }
      try text.write(
        to: TableCase.folder.appending(path: "\(topic).txt"), atomically: true, encoding: .utf8)
    }
  }

  private static func marked(_ lines: [String], _ found: [TableFinding]) -> String {
    var (head, body): ([String], [String]) = ([], [])
    var left = found
    var file = "services.yaml"
    var number = 0
    for line in lines
    where !line.hasPrefix("@ expect") && !line.hasPrefix("@ says")
      && TableSetup.mark(line, file: "", line: 0) == nil
    {
      if line.hasPrefix("@ ") {
        head.append(line)
        continue
      }
      if line.hasPrefix(">>> ") { (file, number) = (String(line.dropFirst(4)), -1) }
      number += 1
      body.append(line)
      if line.contains("<") { continue }
      let here = left.filter { $0.file == file && $0.line == number && $0.column > 1 }
      for finding in here {
        left.removeAll { $0 == finding }
        // The sign of the comment is where the line's text begins, or at its start.
        let indentation = min(line.prefix { $0 == " " }.count, finding.column - 2)
        let mark =
          String(repeating: " ", count: indentation) + "#"
          + String(repeating: " ", count: finding.column - 2 - indentation)
          + String(repeating: "^", count: max(1, finding.length)) + " \(finding.code)"
        body.append(finding.length > 0 ? mark : "")
        if finding.length == 0 {
          body.removeLast()
          left.append(finding)
        }
      }
    }
    head += left.map { "@ expect \($0)" }
    return (head + body).joined(separator: "\n") + (body.last == "" ? "\n" : "\n\n")
  }
}
