import Foundation
import Patchbay
import Testing

@Suite("Behaviours: layers")
struct LayerBehaviours {
  private let named = FactoryCatalog.parts()

  private func file(_ name: String) -> String {
    "services: { vice: { type: Part, arguments: { name: \(name) } } }"
  }

  @Test("B16: of two definitions of a key the higher layer wins, and the lower one builds nothing")
  func upperHolds() throws {
    let journal = Journal()
    let container = try Container(
      file("lower"), overlays: [file("upper")], .parts(journal))
    #expect(try container.part("vice").name == "upper")
    #expect(journal.entries == ["make upper"])
  }

  @Test("B17: an overlay can define a new key, but a patch of an undefined key is an error")
  func notBelow() throws {
    let container = try Container(
      file("lower"), overlays: ["services: { jig: { type: Part } }"], named)
    #expect(try container.part("jig").name == "part")
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        file("lower"), overlays: ["services: { jig: { arguments: { name: new } } }"], named)
    }
    #expect(error?.codes == [.patchWithoutBase])
  }

  @Test("B18: of nested overlays the outermost wins")
  func outermostHolds() throws {
    let container = try Container(
      file("base"), overlays: [file("first"), file("second"), file("third")], named)
    #expect(try container.part("vice").name == "third")
  }

  @Test("B19: overlays of a key apply in the order given; imports that set the same key conflict")
  func sameLevel() throws {
    let texts = [file("first"), file("second")]
    for (order, expected) in [(texts, "second"), (texts.reversed(), "first")] {
      let container = try Container(file("base"), overlays: order, named)
      #expect(try container.part("vice").name == expected)
    }
    let folder = try TemporaryFolder()
    try folder.write(file("left"), to: "left.yaml")
    try folder.write(file("right"), to: "right.yaml")
    for imports in ["[left.yaml, right.yaml]", "[right.yaml, left.yaml]"] {
      let root = try folder.write("imports: \(imports)", to: "services.yaml")
      let error = #expect(throws: DiagnosticsError.self) {
        try Container(loading: ConfigurationSource(path: root), variables: [:], catalog: named)
      }
      #expect(error?.codes == [.importConflict])
    }
  }

  @Test(
    "B61: a plan and a container are immutable: later changes to their inputs do not affect them")
  func fixed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(file("old"), to: "services.yaml")
    let configuration = try ServiceConfiguration(ConfigurationSource(path: path))
    try folder.write(file("new"), to: "services.yaml")
    let plan = try configuration.plan(catalog: named)
    let container = Container(plan)
    #expect(try container.part("vice").name == "old")
    // A second one is created; the first is unaffected.
    let other = try Container(
      configuration.plan(overlays: [.inline(file("other"))], catalog: named))
    #expect(try other.part("vice").name == "other")
    #expect(try container.part("vice").name == "old")
    #expect(try Container(plan).part("vice").name == "old")
  }

  @Test("B63: only the structure of a replaced definition is checked")
  func replaced() throws {
    let container = try Container(
      "services: { vice: { type: Missing, arguments: { part: !ref nobody } } }",
      overlays: [file("good")], named)
    #expect(try container.part("vice").name == "good")
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(
        "services: { vice: { type: Part, argumnets: {} } }", overlays: [file("good")], named)
    }
    #expect(error?.codes == [.unknownField])
  }

  @Test("B72: an import that cannot be read is an error with both files and the line of the import")
  func failedImport() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("version: 1\nimports:\n  - missing.yaml\n", to: "services.yaml")
    let error = #expect(throws: DiagnosticsError.self) {
      try ServiceConfiguration(ConfigurationSource(path: path))
    }
    #expect(error?.codes == [.fileNotFound])
    let text = TerminalRenderer().render(error?.diagnostics ?? [])
    #expect(text.contains("missing.yaml") && text.contains("services.yaml:3:5"), "\(text)")
  }

  @Test("B73: containers of a configuration with different overlays are independent")
  func independentContainers() async throws {
    let configuration = try ServiceConfiguration(.inline(file("base")))
    let parts = try await withThrowingTaskGroup(of: Part.self) { group in
      for index in 0..<20 {
        group.addTask {
          let plan = try configuration.plan(
            overlays: [.inline(file("own\(index)"))], catalog: named)
          return try Container(plan).part("vice")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(parts.map(\.name)) == Set((0..<20).map { "own\($0)" }))
    #expect(try Container(configuration.plan(catalog: named)).part("vice").name == "base")
  }
}
