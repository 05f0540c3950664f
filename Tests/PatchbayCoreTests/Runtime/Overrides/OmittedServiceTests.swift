import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A start leaves out what an instance replaces", .timeLimit(.minutes(15)))
struct OmittedServiceTests {
  /// A container of `loop`, which needs `database` and has a decorator, and of `user`, which needs `loop`. Each notes
  /// what becomes of it.
  private func container(
    _ journal: Journal, userTakes contract: String = "Greeter", decorated: Bool = true
  ) throws -> Container {
    let catalog = FactoryCatalog("t") {
      Factory("Database") { () -> Node in
        journal.note("database")
        return Node("database")
      }.onStart { _ in }
      Factory("Loop", .service("database")) { (_: Node) -> Plain in
        journal.note("loop")
        return Plain("live")
      }
      .provides { $0 as any Greeter }
      .onRun { _ in
        journal.note("run")
        try await Gate().opened()
      }
      Factory("Polite", .service("inner")) { (inner: any Greeter) -> Polite in
        journal.note("polite")
        return Polite(inner: inner)
      }
      .provides { $0 as any Greeter }
      .onStart { _ in journal.note("start polite") }
      Factory("Greeter", .provider("loop")) { (loop: Provider<any Greeter>) in loop }
        .onStart { journal.note("user of \(try $0().greeting)") }
      Factory("Plain", .service("loop")) { (loop: Plain) in loop }
        .onStart { journal.note("user of \($0.greeting)") }
    }
    let decorator =
      decorated ? "polite: { type: Polite, decorates: loop, arguments: { inner: !inner } }" : ""
    let text = """
      services:
        database: { type: Database }
        loop: { type: Loop, arguments: { database: !ref database } }
        \(decorator)
        user: { type: \(contract), arguments: { loop: !ref loop } }
      """
    let plan = try ServiceConfiguration(.inline(text)).plan(catalog: catalog)
    return Container(plan, forTesting: true)
  }

  @Test("with its decorators: neither built, nor started, nor run")
  func omitted() async throws {
    let journal = Journal()
    let container = try container(journal)
    let token = try container.override("loop", with: Plain("fake") as any Greeter)
    let report = try await container.start()
    // What only the original needs is started.
    #expect(Set(report.services.map(\.key)) == ["database", "user"])
    #expect(
      journal.entries == ["database", "user of fake"]
        || journal.entries == ["user of fake", "database"])
    #expect(Set(container.readiness.services.map(\.key)) == ["database", "user"])
    #expect(container.readiness.isReady)
    token.remove()
    // Stays in effect, as the original was not started.
    #expect(try container.greeting("loop") == "fake")
    #expect(container.overrideReceipts.compactMap(\.problem) == [])
    try await container.stop()
  }

  @Test("and releases what replaced it, when it has stopped")
  func released() async throws {
    let container = try container(Journal())
    var fake: Plain? = Plain("fake")
    weak let released = fake
    do {
      let token = try container.override("loop", with: fake! as any Greeter)
      try await container.start()
      token.remove()
    }
    fake = nil
    #expect(released != nil)
    try await container.stop()
    #expect(released == nil)
  }

  @Test("if all others receive it by this type")
  func otherContract() async throws {
    let journal = Journal()
    let container = try container(journal, userTakes: "Plain", decorated: false)
    let token = try container.override("loop", with: Plain("fake") as any Greeter)
    try await container.start()
    defer { token.remove() }
    #expect(journal.entries.contains("run"))
    #expect(journal.entries.contains("user of live"))
    try await container.stop()
  }

  @Test("and by no callback, which receives the original")
  func callback() async throws {
    let journal = Journal()
    let container = try container(journal, decorated: false)
    let token = try container.override(ServiceKey<any Greeter>("loop")) { Polite(inner: $0) }
    try await container.start()
    defer { token.remove() }
    #expect(journal.entries.contains("run"))
    #expect(journal.entries.contains("user of please, live"))
    try await container.stop()
  }

  @Test("one that comes too late is a problem of a test")
  func tooLate() async throws {
    let container = try container(Journal(), decorated: false)
    try await container.start()
    let token = try container.override("loop", with: Plain("fake") as any Greeter)
    defer { token.remove() }
    #expect(try container.greeting("loop") == "fake")
    #expect(
      container.overrideReceipts.compactMap(\.problem) == [
        """
        the override of `loop` as `any Greeter` came too late: the container had started the original
        help: override it before `start()` and without `starting: true`, or replace it in an overlay
        """
      ])
    try await container.stop()
  }
}
