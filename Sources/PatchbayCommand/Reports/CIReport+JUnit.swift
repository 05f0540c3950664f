package import PatchbayDiagnostics

extension CIReport {
  /// Returns diagnostics as a JUnit report, which CI services show as tests, without a line break at
  /// the end.
  ///
  /// Each file is a test suite, and each diagnostic a test with the text for terminals. An error is a
  /// failure. A warning is the output of a test that passed: it does not fail a check, and a skipped
  /// test would mean that something was not checked. Without diagnostics, there is one test that
  /// passed. If diagnostics beyond the limit are omitted, one more test contains their number. What
  /// belongs to no file is in a suite with the name of the tool.
  package static func junit(
    _ diagnostics: [Diagnostic], toolName: String = "patchbay", limit: Int = 1_000
  ) -> String {
    let (rows, omitted) = ReportRow.rows(diagnostics, limit: limit)
    var suites: [(name: String, tests: [Test])] = []
    var indices: [String: Int] = [:]
    func add(_ test: Test, to name: String) {
      let index = indices[name, default: suites.count]
      if index == suites.count {
        indices[name] = index
        suites.append((name, []))
      }
      suites[index].tests.append(test)
    }
    for (row, diagnostic) in zip(rows, diagnostics) {
      add(test(row, TerminalRenderer().render(diagnostic)), to: row.place?.path ?? toolName)
    }
    if diagnostics.isEmpty { add(passed("no mistakes"), to: toolName) }
    if omitted > 0 { add(passed("and \(omitted) more"), to: toolName) }
    // One statement for each line: as one expression, the compiler took two seconds for them.
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites\(attributes(toolName, suites.flatMap(\.tests)))>")
    for suite in suites {
      lines.append("  <testsuite\(attributes(suite.name, suite.tests))>")
      lines += suite.tests.map(\.text)
      lines.append("  </testsuite>")
    }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n")
  }

  private typealias Test = (text: String, isFailure: Bool)

  private static func passed(_ name: String) -> Test {
    ("    <testcase\(attributes([("classname", "check"), ("name", name)]))/>", false)
  }

  private static func test(_ row: ReportRow, _ text: String) -> Test {
    var test = [
      ("classname", row.code), ("name", (row.place.map { $0.name + ": " } ?? "") + row.message),
    ]
    if let place = row.place { test.append(("file", place.path)) }
    if let line = row.place?.line { test.append(("line", "\(line)")) }
    let isFailure = row.severity == .error
    let element = isFailure ? "failure" : "system-out"
    let about = isFailure ? [("message", row.message), ("type", row.code)] : []
    return (
      """
          <testcase\(attributes(test))>
            <\(element)\(attributes(about))>\(escaped(text))</\(element)>
          </testcase>
      """, isFailure
    )
  }

  private static func attributes(_ name: String, _ tests: [Test]) -> String {
    attributes([
      ("name", name), ("tests", "\(tests.count)"),
      ("failures", "\(tests.count(where: \.isFailure))"),
    ])
  }

  private static func attributes(_ attributes: [(String, String)]) -> String {
    attributes.map { name, value in " \(name)=\"\(escaped(DisplayText.line(value)))\"" }.joined()
  }

  /// Returns a text with what has a meaning in XML escaped, and what XML forbids replaced.
  private static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&apos;"
      case "\t", "\n", "\r", " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...: nil
      default: "\u{FFFD}"
      }
    }
  }
}
