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

  /// A diagnostic with one edit of files, and whether it is applied without being asked for.
  private struct Proposal {
    var diagnostic: Diagnostic
    var isCertain: Bool
  }

  /// The proposals, one for each edit of files.
  private static func proposals(_ diagnostics: [Diagnostic]) -> [Proposal] {
    diagnostics.flatMap { diagnostic in
      let certain = diagnostic.certainFixIt?.message
      return diagnostic.fixIts.compactMap { fixIt -> Proposal? in
        var single = diagnostic
        single.fixIts = [fixIt]
        single.fixIts[0].isCertain = true
        return single.certainFixIt == nil
          ? nil : Proposal(diagnostic: single, isCertain: fixIt.message == certain)
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
    _ proposal: Proposal, _ before: [Diagnostic], _ after: [Diagnostic],
    original: [String: String], in name: String
  ) {
    let own = identity(proposal.diagnostic)
    let advice = "\(name): \(own)\nhelp: \(proposal.diagnostic.fixIts[0].message)"
    #expect(
      after.count { identity($0) == own } < before.count { identity($0) == own },
      "\(advice)\nis said again")
    // No edit makes a service, a parameter or a template need itself.
    #expect(
      !after.contains { isCycle($0) && !before.map(identity).contains(identity($0)) },
      "\(advice)\nmakes a cycle")
    // What could not be read before may be wrong in other ways.
    if proposal.isCertain, proposal.diagnostic.code != .yamlSyntax {
      // A name that the edit separates from its value may be that of a secret.
      let others = after.filter { $0.code != .literalSecret }
      let added = Set(others.map(identity)).subtracting(before.map(identity))
      #expect(added == [], "\(advice)\nis certain, and brings another error")
    }
    for next in proposals(after).map(\.diagnostic) {
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
        for (name, text) in Self.texts(after: proposal.diagnostic) {
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
      for change in FixItApplier([proposal.diagnostic]).changes {
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
