/// A renderer that writes diagnostics as a JUnit report, which CI services show as tests.
///
/// Each file is a test suite, and each diagnostic a test with the text for terminals. An error is a
/// failure. A warning is the output of a test that passed: it does not fail a check, and a skipped
/// test would mean that something was not checked. Without diagnostics, there is one test that
/// passed. If diagnostics beyond the limit are omitted, one more test contains their number.
package struct JUnitRenderer: Sendable {
  /// The name of the tool: the suite of what belongs to no file.
  private let toolName: String
  /// The number of diagnostics that are tests before the rest is only counted.
  private let limit: Int

  package init(toolName: String = "patchbay", limit: Int = 1_000) {
    self.toolName = toolName
    self.limit = limit
  }

  /// Returns the report as XML, without a line break at the end.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    let shown = diagnostics.prefix(max(0, limit))
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
    for diagnostic in shown {
      add(Self.test(diagnostic), to: diagnostic.labels.first?.place.path() ?? toolName)
    }
    if diagnostics.isEmpty { add(Self.passed("no mistakes"), to: toolName) }
    if diagnostics.count > shown.count {
      add(Self.passed("and \(diagnostics.count - shown.count) more"), to: toolName)
    }
    // One statement for each line: as one expression, the compiler took two seconds for them.
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites\(Self.attributes(toolName, suites.flatMap(\.tests)))>")
    for suite in suites {
      lines.append("  <testsuite\(Self.attributes(suite.name, suite.tests))>")
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

  private static func test(_ diagnostic: Diagnostic) -> Test {
    let place = diagnostic.labels.first?.place
    var test = [
      ("classname", diagnostic.code.name),
      ("name", (place.map { $0.displayName + ": " } ?? "") + diagnostic.message),
    ]
    if let place { test.append(("file", place.path())) }
    if let line = place?.line { test.append(("line", "\(line)")) }
    let isFailure = diagnostic.severity == .error
    let element = isFailure ? "failure" : "system-out"
    let about = isFailure ? [("message", diagnostic.message), ("type", diagnostic.code.name)] : []
    return (
      """
          <testcase\(attributes(test))>
            <\(element)\(attributes(about))>\(escaped(TerminalRenderer().render(diagnostic)))</\(element)>
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
