import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("The first injection into any object injects all instances that the program provides")
struct FirstInjectionTests {
  /// No service needs it. Its only state is the property, which is synchronized.
  final class Notes: Injectable, @unchecked Sendable {
    @Injected var store: Store
    var isComplete: Bool { _store.cell.isSet }
  }

  private func container(
    _ notes: Notes, parent: Container? = nil,
    store: @escaping @Sendable (Resolver) throws -> Store = { _ in Store() }
  ) throws -> Container {
    try Container(parent: parent) {
      Provide("notes", instance: notes)
      Provide("analytics", as: (any Analytics).self) { Remote() }
      Provide("store", as: Store.self, make: store)
    }
  }

  @Test func anInstanceThatNoServiceNeedsIsInjected() throws {
    let notes = Notes()
    let container = try container(notes)
    try container.inject(into: Report())
    #expect(notes.isComplete)
    #expect(notes.store === (try container.resolve("store", as: Store.self)))
  }

  @Test func laterInjectionsLeaveTheInstancesAlone() throws {
    let notes = Notes()
    let container = try container(notes)
    try container.inject(into: Report())
    let replacement = Store()
    notes.store = replacement
    try container.inject(into: Report())
    #expect(notes.store === replacement)
  }

  @Test func theInstancesOfAParentAreInjected() throws {
    let (outer, inner) = (Notes(), Notes())
    let parent = try container(outer)
    let child = try container(inner, parent: parent)
    try child.inject(into: Report())
    #expect(outer.store === (try parent.resolve("store", as: Store.self)))
    #expect(inner.store === (try child.resolve("store", as: Store.self)))
  }

  @Test func noCallerReturnsBeforeTheInstancesAreInjected() throws {
    for _ in 0..<100 {
      let notes = Notes()
      let container = try container(notes)
      onThreads(4) { _ in
        do { try container.inject(into: Report()) } catch { Issue.record(error) }
        #expect(notes.isComplete)
      }
    }
  }

  @Test func anInstanceThatRequiresAwaitIsLeftOut() async throws {
    let notes = Notes()
    let catalog = FactoryCatalog("t") { Factory(async: "Store") { () async in Store() } }
    let container = try Container(catalog: catalog) {
      Provide("notes", instance: notes)
      Provide("analytics", as: (any Analytics).self) { Remote() }
      Define("store", "Store")
    }
    try container.inject(into: Report())
    #expect(!notes.isComplete)
    try await container.inject(awaiting: Report())
    #expect(notes.isComplete)
  }

  @Test func theErrorOfAnInstanceIsReportedUntilItsInjectionSucceeds() throws {
    let notes = Notes()
    let isBroken = Locked(true)
    let container = try container(notes) { _ in
      if isBroken.withLock({ $0 }) { throw Broken() }
      return Store()
    }
    let error = #expect(throws: DiagnosticsError.self) { try container.inject(into: Report()) }
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["notes", "store"])
    isBroken.withLock { $0 = false }
    try container.inject(into: Report())
    #expect(notes.isComplete)
  }

  @Test func aFactoryThatInjectsCanBuildWhatAnInstanceNeeds() throws {
    let notes = Notes()
    let container = try container(notes) { resolver in
      try resolver.inject(into: Report())
      return Store()
    }
    _ = try container.resolve("notes", as: Notes.self)
    #expect(notes.isComplete)
  }
}
