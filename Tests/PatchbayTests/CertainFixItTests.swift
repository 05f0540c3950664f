import Foundation
import Patchbay
import Testing

/// ``ProposedEditTests`` applies each edit, and checks that a certain one brings no other error.
@Suite("Fix-its of goldens are certain where they are right in every case")
struct CertainFixItTests {
  /// A copy of a golden's folder, for edits.
  private func copy(of golden: GoldenCase) throws -> GoldenCase {
    let folder = FileManager.default.temporaryDirectory.appending(path: "patchbay-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let target = folder.appending(path: golden.name)
    try FileManager.default.copyItem(at: golden.folder, to: target)
    return GoldenCase(name: golden.name, in: folder)
  }

  @Test(
    "a file with no-break spaces is loaded after its fix-its",
    arguments: GoldenCase.all.filter { $0.name.contains("no-break-space") })
  func aFileWithNoBreakSpacesIsLoadedAfterwards(_ golden: GoldenCase) async throws {
    let copy = try copy(of: golden)
    defer { try? FileManager.default.removeItem(at: copy.folder.deletingLastPathComponent()) }
    let applier = FixItApplier(await copy.findings())
    for change in applier.changes {
      try Data(change.bytes).write(to: URL(filePath: try #require(change.file.path)))
    }
    #expect(await copy.run() == (codes: [], text: ""))
  }

  @Test("the goldens of these codes have certain fix-its")
  func someGoldensHaveThem() async {
    var codes: Set<String> = []
    for golden in GoldenCase.all {
      for diagnostic in await golden.findings() where diagnostic.certainFixIt != nil {
        codes.insert(diagnostic.code.name)
      }
    }
    #expect(
      codes.sorted() == [
        "argument-kind", "argument-type", "contract-not-provided", "decorator-target",
        "dependency-cycle", "not-sendable", "runtime-arguments",
        "unknown-argument", "unknown-field", "unknown-scope", "unknown-type", "unknown-yaml-tag",
        "wrong-node-kind", "yaml-syntax",
      ])
  }
}
