import Patchbay
import Testing

@Suite("Behaviours: child containers")
struct ChildBehaviours {
  private let journal = Journal()

  private func child(_ yaml: String, of parent: Container) throws -> Container {
    let configuration = try ServiceConfiguration(.inline(yaml))
    return try Container(
      configuration.plan(parent: parent.plan, catalog: .parts(journal)), parent: parent)
  }

  @Test(
    "B55: parent and child can be used from many threads, and share the parent's singletons",
    .timeLimit(.minutes(15)))
  func manyThreads() throws {
    for _ in 0..<20 {
      _ = journal.takeEntries()
      let parent = try Container(
        """
        services:
          a: { type: Owner, arguments: { name: a, part: !ref b } }
          b: { type: Part, arguments: { name: b } }
        """, .parts(journal))
      let child = try child(
        "services: { c: { type: Owner, arguments: { name: c, part: !ref a } } }", of: parent)
      let seen = Guarded<Set<ObjectIdentifier>>([])
      onThreads(8) { index in
        let part = try? index % 2 == 0 ? parent.part("b") : child.part("c").inputs[0].inputs[0]
        if let part { seen.withLock { _ = $0.insert(ObjectIdentifier(part)) } }
      }
      #expect(seen.withLock { $0.count } == 1)
      #expect(journal.entries.sorted() == ["make a", "make b", "make c"])
    }
  }

  @Test("B60: a child's own definition of a key does not affect its parent")
  func ownFirst() throws {
    let parent = try Container(
      """
      services:
        vice: { type: Part, arguments: { name: parent } }
        bench: { type: Owner, arguments: { part: !ref vice } }
      """, .parts(journal))
    let child = try child(
      """
      services:
        vice: { type: Part, arguments: { name: child } }
        drawer: { type: Owner, arguments: { part: !ref vice } }
        own: { type: Part }
      """, of: parent)
    #expect(try child.part("vice").name == "child")
    #expect(try child.part("drawer").inputs[0].name == "child")
    #expect(try parent.part("vice").name == "parent")
    // What the parent builds uses only what the parent sees, even if a child asks.
    #expect(try child.part("bench").inputs[0].name == "parent")
    let error = #expect(throws: DiagnosticsError.self) { try parent.part("own") }
    #expect(error?.codes == [.noSuchService])
  }
}
