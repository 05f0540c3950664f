import Foundation
import PatchbayCommand
import PatchbayDiagnostics
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("As a JUnit report")
struct JUnitTests {
  /// The elements of a document, each with its path and attributes, and with its text.
  private final class Elements: NSObject, XMLParserDelegate {
    var found: [(path: String, attributes: [String: String], text: String)] = []
    private var open: [(name: String, index: Int)] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append((name, found.count))
      found.append((open.map(\.name).joined(separator: "/"), attributes, ""))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let index = open.last?.index { found[index].text += text }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      open.removeLast()
    }
  }

  private func parse(
    _ text: String
  ) throws -> [(path: String, attributes: [String: String], text: String)] {
    let elements = Elements()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = elements
    try #require(parser.parse(), "\(text)")
    return elements.found
  }

  @Test("an error is a failure, and a warning the output of a test that passed")
  func example() {
    let warning = Diagnostic(.unusedService, severity: .warning, "m")
    #expect(
      CIReport.junit([ExampleDiagnostics.misspeltField, warning], toolName: "app") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="app" tests="2" failures="1">
          <testsuite name="Config/services.yaml" tests="1" failures="1">
            <testcase classname="unknown-field" name="Config/services.yaml:14:5: a service entry has \
        no field `argments`" file="Config/services.yaml" line="14">
              <failure message="a service entry has no field `argments`" type="unknown-field">\
        error[unknown-field]: a service entry has no field `argments`
          --&gt; Config/services.yaml:14:5
           |
        14 |     argments:
           |     ^^^^^^^^ unknown field
           |
           = note: a service entry accepts: after, alias, arguments, autowire, decorates, \
        deprecated, description, eager, enabled, ends, extends, priority, properties, provides, \
        retry, scope, tags, timeouts, type
        help: did you mean `arguments`?
             - argments:
             + arguments:</failure>
            </testcase>
          </testsuite>
          <testsuite name="app" tests="1" failures="0">
            <testcase classname="unused-service" name="m">
              <system-out>warning[unused-service]: m</system-out>
            </testcase>
          </testsuite>
        </testsuites>
        """)
  }

  @Test("without diagnostics, one test passed")
  func none() {
    #expect(
      CIReport.junit([], toolName: "app") == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="app" tests="1" failures="0">
          <testsuite name="app" tests="1" failures="0">
            <testcase classname="check" name="no mistakes"/>
          </testsuite>
        </testsuites>
        """)
  }

  @Test("each file is a suite, and every kind of place has a test")
  func places() throws {
    let found = try parse(CIReport.junit(CIExamples.places, toolName: "app"))
    let suites = found.filter { $0.path == "testsuites/testsuite" }.map(\.attributes)
    #expect(
      suites.map { $0["name"] }
        == ["Config/a,b:c.yaml", "T/T.swift", "A/B.swift", "f.yaml", "app"])
    #expect(suites.map { $0["tests"] } == ["2", "1", "1", "1", "1"])
    let tests = found.filter { $0.path == "testsuites/testsuite/testcase" }.map(\.attributes)
    #expect(
      tests.map { $0["name"] } == [
        "Config/a,b:c.yaml:3:3: m", "Config/a,b:c.yaml:3:6: m", "T/T.swift:4, line 1:4: m",
        "A/B.swift:3: m", "f.yaml: m", "m",
      ])
    #expect(tests.map { $0["line"] } == ["3", "3", "4", "3", nil, nil])
  }

  @Test("no text is more than text, and what XML forbids is replaced")
  func hostile() throws {
    let found = try parse(CIReport.junit([CIExamples.hostile], toolName: CIExamples.evil))
    #expect(
      found.map(\.path) == [
        "testsuites", "testsuites/testsuite", "testsuites/testsuite/testcase",
        "testsuites/testsuite/testcase/failure",
      ])
    let shown = """
      ::error::x\\n##[group]g %0A a,b:c a,\u{301}b:\u{301} | `c` @team #12 me@a.example \
      https://a.example **b** <b>&amp;"' ]]> --> \\| \\u{1B}[31m\\u{202E}\\u{0}\u{FFFD}é
      """
    #expect(found[0].attributes["name"] == shown)
    #expect(found[1].attributes["name"] == shown)
    #expect(found[2].attributes["file"] == shown)
    #expect(found[2].attributes["name"] == "\(shown):1:4: \(shown)")
    #expect(found[3].attributes["message"] == shown)
    #expect(found[3].text.hasPrefix("error[unknown-field]: \(shown)\n"))
  }

  @Test("no line shows a secret of the file")
  func secrets() throws {
    let file = sourceText([2: "  db: { usr: app, password: hunter2 }"])
    file.span(2, "hunter2").hide()
    let text = CIReport.junit([
      Diagnostic(.unknownField, "m", labels: [file.label(2, "usr")]),
      Diagnostic(.literalSecret, severity: .warning, "m", labels: [file.label(2, "hunter2")]),
    ])
    #expect(!text.contains("hunter2") && text.contains("password: [secret]"))
  }

  @Test("what is beyond the limit is counted in a test of its own")
  func limit() throws {
    let diagnostics = (1...3).map { Diagnostic(.unknownType, "\($0)") }
    let found = try parse(CIReport.junit(diagnostics, limit: 1))
    let tests = found.filter { $0.path == "testsuites/testsuite/testcase" }.map(\.attributes)
    #expect(tests.map { $0["name"] } == ["1", "and 2 more"])
    #expect(found[0].attributes["tests"] == "2" && found[0].attributes["failures"] == "1")
  }
}
