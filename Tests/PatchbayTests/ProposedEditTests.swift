import Foundation
import Patchbay
import TestSupport
import Testing

/// After an edit, the same is not reported again, and no message proposes to take the edit back.
@Suite("Every proposed edit can be followed")
struct ProposedEditTests {
  /// What makes two findings of two runs the same, wherever lines moved.
  private static func identity(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.code): \(diagnostic.message)"
  }

  /// The diagnostics that each propose one edit of files, one for each such edit.
  private static func proposals(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.flatMap { diagnostic in
      diagnostic.fixIts.compactMap { fixIt in
        var single = diagnostic
        single.fixIts = [fixIt]
        single.fixIts[0].isCertain = true
        return single.certainFixIt == nil ? nil : single
      }
    }
  }

  /// Returns the texts of files after a proposed edit, by their names.
  private static func texts(after proposal: Diagnostic) -> [String: String] {
    var texts: [String: String] = [:]
    for change in FixItApplier([proposal]).changes {
      let name = URL(filePath: change.file.path ?? "").lastPathComponent
      texts[name] = String(decoding: change.bytes, as: UTF8.self)
    }
    return texts
  }

  private static func isCycle(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code == .dependencyCycle || diagnostic.code.name.hasPrefix("circular-")
  }

  private static func expectFollowed(
    _ proposal: Diagnostic, _ before: [Diagnostic], _ after: [Diagnostic],
    original: [String: String], in name: String
  ) {
    let own = identity(proposal)
    let advice = "\(name): \(own)\nhelp: \(proposal.fixIts[0].message)"
    #expect(
      after.count { identity($0) == own } < before.count { identity($0) == own },
      "\(advice)\nis said again")
    // No edit makes a service, a parameter or a template need itself.
    #expect(
      !after.contains { isCycle($0) && !before.map(identity).contains(identity($0)) },
      "\(advice)\nmakes a cycle")
    for next in proposals(after) {
      let texts = texts(after: next)
      let isBack = !texts.isEmpty && texts.allSatisfy { original[$0.key] == $0.value }
      #expect(
        !isBack,
        "\(advice)\nis taken back by \(identity(next))\nhelp: \(next.fixIts[0].message)")
    }
  }

  @Test("in the tables", arguments: TableCase.topics)
  func tables(topic: String) throws {
    for table in TableCase.cases(of: topic) {
      let setup = try TableSetup(table)
      let folder = try TemporaryFolder()
      let before = try setup.diagnostics(in: folder.url)
      for proposal in Self.proposals(before) {
        var edited = setup
        var original: [String: String] = [:]
        for (name, text) in Self.texts(after: proposal) {
          let index = try #require(edited.files.firstIndex { $0.name.hasSuffix(name) })
          original[name] = edited.files[index].text
          edited.files[index].text = text
        }
        let after = try edited.diagnostics(in: folder.url)
        Self.expectFollowed(
          proposal, before, after, original: original, in: table.description)
      }
    }
  }

  @Test("in the goldens", arguments: GoldenCase.all)
  func goldens(_ golden: GoldenCase) async throws {
    let temporary = try TemporaryFolder()
    let target = temporary.url.appending(path: golden.name)
    try FileManager.default.copyItem(at: golden.folder, to: target)
    let copy = GoldenCase(name: golden.name, in: temporary.url)
    let before = await copy.findings()
    for proposal in Self.proposals(before) {
      var original: [URL: Data] = [:]
      var texts: [String: String] = [:]
      for change in FixItApplier([proposal]).changes {
        let file = URL(filePath: try #require(change.file.path))
        original[file] = try Data(contentsOf: file)
        texts[file.lastPathComponent] = String(decoding: change.file.bytes, as: UTF8.self)
        try Data(change.bytes).write(to: file)
      }
      let after = await copy.findings()
      Self.expectFollowed(proposal, before, after, original: texts, in: golden.name)
      for (file, bytes) in original { try bytes.write(to: file) }
    }
  }
}
