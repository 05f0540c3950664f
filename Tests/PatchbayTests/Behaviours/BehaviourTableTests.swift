import Foundation
import Testing

@Suite("The table of behaviors matches the tests")
struct BehaviourTableTests {
  /// The ids and texts of the behaviors that the tests in this folder are named after, sorted.
  private static func tested() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "swift" }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8)
        .matches(of: /@Test\(\s*"(B\d\d: [^"]+)"/).map { String($0.output.1) }
    }.sorted()
  }

  private static func listed() throws -> [String] {
    try ReferenceExample.text(of: "HowPatchbayBehaves")
      .matches(of: /\| (B\d\d) \| (.+) \|/).map { "\($0.output.1): \($0.output.2)" }
  }

  @Test func eachRowIsTestedAndEachTestHasARow() throws {
    #expect(try Self.listed() == Self.tested())
  }

  @Test func noneOfTheSeventyThreeIsMissing() throws {
    let ids = (1...73).map { $0 < 10 ? "B0\($0)" : "B\($0)" }
    #expect(try Self.listed().map { String($0.prefix(3)) } == ids)
  }
}
