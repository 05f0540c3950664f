import PatchbayConfiguration
import PatchbayCore
import Testing

/// What an overlay makes of whole entries.
@Suite struct EntryRuleTests {
  static let base = """
    services:
      pool: { type: Pool, arguments: { size: 8 }, tags: [db], scope: transient }
      other: { alias: pool }
    templates:
      client: { type: Client, arguments: { timeout: 1s } }
    """

  @Test func definitionReplacesTheWholeEntry() throws {
    let load = try Load(Self.base, overlays: [.overlay("services: { pool: { type: Fake } }")])
    let pool = try #require(load.definition("pool"))
    #expect(load.reported == [])
    #expect(pool.type?.text == "Fake")
    #expect(pool.arguments.isEmpty && pool.tags.isEmpty && pool.scope == nil)
    #expect(
      load.trace(pool.provenance)
        == """
        @ overlay.yaml:1:13 overlay.yaml over services.yaml:2:3 \
        services.yaml
        """)
  }

  @Test func patchKeepsWhatItDoesNotName() throws {
    let load = try Load(
      Self.base, overlays: [.overlay("services: { pool: { arguments: { size: 9, name: x } } }")])
    let pool = try #require(load.definition("pool"))
    #expect(load.reported == [])
    #expect(pool.type?.text == "Pool")
    #expect(pool.scope?.text == "transient")
    #expect(pool.tags.map(\.name.text) == ["db"])
    #expect(pool.arguments.map(\.name) == ["size", "name"])
    #expect(load.trace(pool.provenance) == "@ services.yaml:2:3 services.yaml")
  }

  @Test func removedEntryIsKnownWithItsPlace() throws {
    let load = try Load(Self.base, overlays: [.overlay("services: { pool: !remove }")])
    #expect(load.definition("pool") == nil)
    let removal = try #require(load.set.removed["pool"])
    #expect(load.shown(removal.place) == "overlay.yaml:1:13")
    #expect(load.set.layers[removal.layer] == "overlay.yaml")
  }

  @Test func removedEntryCanBeDefinedAgain() throws {
    let load = try Load(
      Self.base,
      overlays: [
        .overlay("services: { pool: !remove }"), .overlay("services: { pool: { type: New } }"),
      ])
    #expect(load.reported == [])
    #expect(load.definition("pool")?.type?.text == "New")
    #expect(load.set.removed.isEmpty)
  }

  @Test func patchOfARemovedEntryNamesTheRemoval() throws {
    let load = try Load(
      Self.base,
      overlays: [
        .overlay("services: { pool: !remove }"),
        .overlay("services: { pool: { scope: singleton } }", "second.yaml"),
      ])
    #expect(
      load.reported == [
        """
        second.yaml:1:13 patch-without-base: this overlay changes `pool`, but a lower \
        layer removed it
        """
      ])
    #expect(load.labels.last == "overlay.yaml:1:13 removed here")
    #expect(load.set.faultyKeys == ["pool"])
  }

  @Test func replaceOnServicesRemovesAllOthers() throws {
    let load = try Load(
      Self.base, overlays: [.overlay("services: !replace { only: { type: Only } }")])
    #expect(load.reported == [])
    #expect(load.set.definitions.map(\.key) == ["only"])
    #expect(load.set.removed.keys.sorted() == ["other", "pool"])
  }

  @Test func tagsMergeByNameInBothForms() throws {
    let load = try Load(
      "services: { s: { type: T, tags: [a, b] } }",
      overlays: [
        .overlay("services: { s: { tags: { b: { priority: 5 }, c: } } }"),
        .overlay("services: { s: { tags: !append [d] } }"),
        .overlay("services: { s: { tags: { a: !remove } } }"),
      ])
    #expect(load.reported == [])
    let tags = load.definition("s")?.tags ?? []
    #expect(tags.map { "\($0.name.text)\($0.priority)" } == ["b5", "c0", "d0"])
  }

  @Test func replaceSwapsAllTags() throws {
    let load = try Load(
      "services: { s: { type: T, tags: [a, b] } }",
      overlays: [.overlay("services: { s: { tags: !replace [c] } }")])
    #expect(load.reported == [])
    #expect(load.definition("s")?.tags.map(\.name.text) == ["c"])
  }

  @Test func fieldsOfNamesTakeMarks() throws {
    let load = try Load(
      "services: { s: { type: T, after: [a], provides: [P], scope: transient } }",
      overlays: [
        .overlay(
          "services: { s: { after: !prepend [b], provides: !append [Q], scope: !remove } }")
      ])
    let definition = try #require(load.definition("s"))
    #expect(load.reported == [])
    #expect(definition.after.map(\.text) == ["b", "a"])
    #expect(definition.provides?.map(\.text) == ["P", "Q"])
    #expect(definition.scope == nil)
  }
}
