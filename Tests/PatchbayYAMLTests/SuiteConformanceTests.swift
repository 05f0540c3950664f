import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayYAML

@Suite("The event reader agrees with libyaml on the YAML test suite")
struct SuiteConformanceTests {
  @Test("the cases are all there")
  func count() {
    #expect(SuiteCase.all.count == 402)
    #expect(SuiteCase.all.count { $0.error != nil } == 129)
    #expect(Set(SuiteCase.all.map(\.name)).count == 402)
  }

  @Test("the same verdict, events, and place of the error", arguments: SuiteCase.all)
  func agrees(_ test: SuiteCase) throws {
    let notation = try EventNotation(test.bytes, showsFlow: true)
    #expect(notation.lines == test.events)
    let file = SourceFile(name: test.name, bytes: test.bytes)
    let error = notation.problem.map { problem in
      let place = file.lineColumn(at: problem.offset)
      return "\(place.line):\(place.column) \(problem.message)"
    }
    #expect(error == test.error)
  }

  @Test("what libyaml reads and our rules refuse is known, case by case")
  func refusals() throws {
    let file = SuiteCase.folder.appending(path: "refusals.txt")
    var refusals = ""
    for test in SuiteCase.all {
      let parsed = Parsed(test.bytes)
      if test.error != nil {
        // What libyaml refuses, we refuse as well, and for no reason but syntax or a rule above.
        #expect(parsed.document == nil && !parsed.codes.isEmpty, "\(test)")
      } else {
        for (code, place) in zip(parsed.codes, parsed.diagnostics.map(\.primaryPlace)) {
          refusals += "\(test.name) \(code) \(place)\n"
        }
        #expect(!parsed.codes.contains("yaml-syntax"), "\(test)")
      }
    }
    if ProcessInfo.processInfo.environment["PATCHBAY_WRITE"] != nil {
      try refusals.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == refusals)
  }
}
