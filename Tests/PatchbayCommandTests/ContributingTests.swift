import Foundation
import TestSupport
import Testing

@Suite("The guide for contributors") struct ContributingTests {
  @Test("leads from a file to an instance through functions that exist, in ten files")
  func wayToAnInstance() throws {
    let guide = try String(
      contentsOf: Project.folder.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    let rows = guide.matches(of: /\| `(\w+)` \| `(\w+\/[\w\/+.]+\.swift)` \| .* \|/)
    #expect(rows.count == 10)
    for row in rows {
      let file = Project.folder.appending(path: "Sources/\(row.2)")
      let code = try #require(try? String(contentsOf: file, encoding: .utf8), "\(row.2)")
      let declaration = row.1 == "init" ? "init(" : "func \(row.1)"
      #expect(code.contains(declaration), "\(row.2) has no \(row.1)")
    }
  }
}
