import PatchbayConfiguration
import PatchbayCore
import PatchbayDiagnostics
import Testing

@Suite("The sections of a file") struct ShapeTests {
  @Test("a key may have 256 bytes", arguments: [(256, []), (257, [tooLong])])
  func lengthOfKeys(_ length: Int, _ reported: [String]) throws {
    let key = String(repeating: "k", count: length)
    let load = try Load("services: { \(key): { type: T } }")
    #expect(load.reported == reported)
  }

  private static let tooLong =
    "services.yaml:1:13 limit-exceeded: a service's key is longer than 256 bytes"

  @Test func rootsAreUnited() throws {
    let load = try Load(
      "roots: [a, b]\nenvironments: { test: { roots: [c, a] } }", environment: "test",
      overlays: [.overlay("roots: [d]")])
    #expect(load.set.roots.map(\.text) == ["a", "b", "c", "d"])
  }

  @Test func anchorsAndMergeKeysWork() throws {
    let load = try Load(
      """
      x-common: &common { type: T, arguments: { a: 1 } }
      services:
        one: { <<: *common, scope: transient }
        two: *common
      """)
    #expect(load.reported == [])
    #expect(load.definition("one")?.type?.text == "T")
    #expect(load.argument("two", "a").map { load.text($0) } == "1")
  }
}
