import Foundation
import Patchbay
import Testing

@Suite("Every certain fix-it of a golden fixes it")
struct CertainFixItTests {
  /// A copy of a golden's folder, for edits.
  private func copy(of golden: GoldenCase) throws -> GoldenCase {
    let folder = FileManager.default.temporaryDirectory.appending(path: "patchbay-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let target = folder.appending(path: golden.name)
    try FileManager.default.copyItem(at: golden.folder, to: target)
    return GoldenCase(name: golden.name, in: folder)
  }

  /// What makes two findings of two runs the same, wherever lines moved.
  private func identity(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.code): \(diagnostic.message)"
  }

  @Test(arguments: GoldenCase.all)
  func byItsEditsAlone(_ golden: GoldenCase) async throws {
    let before = await golden.findings()
    for diagnostic in before where diagnostic.certainFixIt != nil {
      let copy = try copy(of: golden)
      defer { try? FileManager.default.removeItem(at: copy.folder.deletingLastPathComponent()) }
      let fixable = await copy.findings().filter {
        identity($0).replacing(copy.folder.path, with: golden.folder.path)
          == identity(diagnostic)
      }
      let applier = FixItApplier(fixable.prefix(1))
      try #require(applier.applied.count == 1 && applier.refused.isEmpty)
      for change in applier.changes {
        try Data(change.bytes).write(to: URL(filePath: try #require(change.file.path)))
      }
      let after = await copy.findings().map {
        identity($0).replacing(copy.folder.path, with: golden.folder.path)
      }
      #expect(!after.contains(identity(diagnostic)), "still there")
      #expect(Set(after).subtracting(before.map(identity)) == [], "brought something new")
    }
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

  /// The same for every small file of the table, each fix-it on its own.
  @Test func ofEveryCaseOfTheTable() throws {
    var count = 0
    for table in TableCase.topics.flatMap(TableCase.cases) {
      let setup = try TableSetup(table)
      let temporary = try TemporaryFolder()
      let folder = temporary.url
      let before = try setup.diagnostics(in: folder)
      for diagnostic in before where diagnostic.certainFixIt != nil {
        var fixed = setup
        for change in FixItApplier([diagnostic]).changes {
          let path = try #require(change.file.path)
          let name = URL(filePath: path).lastPathComponent
          let index = try #require(fixed.files.firstIndex { $0.name.hasSuffix(name) })
          fixed.files[index].text = String(decoding: change.bytes, as: UTF8.self)
        }
        let after = try fixed.diagnostics(in: folder).map(identity)
        let comment = Comment(rawValue: "\(table)")
        let known = before.map(identity)
        let own = identity(diagnostic)
        #expect(after.count { $0 == own } < known.count { $0 == own }, comment)
        // What could not be read before may be wrong in other ways.
        if diagnostic.code != .yamlSyntax {
          #expect(Set(after).subtracting(known) == [], comment)
        }
        count += 1
      }
    }
    #expect(count > 30)
  }

  @Test func someGoldensHaveThem() async {
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
