import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Deferred dependencies can close cycles, and cycles during construction are errors")
struct DeferredTests {
  final class Later: Sendable {
    let next: Provider<Later>
    init(_ next: Provider<Later>) { self.next = next }
  }

  final class Kept: Sendable {
    let leaf: Lazy<Node>
    init(_ leaf: Lazy<Node>) { self.leaf = leaf }
  }

  @Test func aLazyServiceIsBuiltOnFirstUseAndKept() throws {
    let counter = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Kept", .lazy("leaf"), make: Kept.init)
      Factory("Leaf") { () -> Node in
        counter.increment()
        return Node("leaf")
      }
    }
    let plan = try definitions {
      $0.define("kept", "Kept", ["leaf": .ref("leaf")])
      $0.define("leaf", "Leaf", scope: "transient")
    }.plan(catalog)
    let container = Container(plan)
    let kept = try container.resolve("kept", as: Kept.self)
    #expect(counter.value == 0)
    let first = try kept.leaf.value
    #expect(try kept.leaf.value === first)
    #expect(counter.value == 1)
  }

  @Test func aHandleDoesNotRetainItsContainer() throws {
    let catalog = FactoryCatalog("t") { Factory("Later", .provider("next"), make: Later.init) }
    let plan = try definitions { $0.define("a", "Later", ["next": .ref("a")]) }.plan(catalog)
    let a = try Container(plan).resolve("a", as: Later.self)
    let error = #expect(throws: DiagnosticsError.self) { try a.next() }
    #expect(error?.codes == [.containerShutDown])
  }

  /// Services in a ring, each of which asks for the next while it is built.
  private func ring(_ count: Int) throws -> Plan {
    let catalog = FactoryCatalog("ring") {
      Factory("Eager", .provider("next")) { (next: Provider<Node>) throws -> Node in
        Node("x", [try next()])
      }
    }
    return try definitions { definitions in
      for index in 0..<count {
        definitions.define("s\(index)", "Eager", ["next": .ref("s\((index + 1) % count)")])
      }
    }.plan(catalog)
  }

  @Test func aCycleOnOneThreadNamesItsPath() throws {
    let container = Container(try ring(3))
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("s0", as: Node.self)
    }
    #expect(error?.codes == [.reentrantResolution])
    #expect(
      error?.diagnostics.first?.message
        == "the factories of `s0`, `s1`, and `s2` wait for each other"
    )
    let alone = #expect(throws: DiagnosticsError.self) {
      try Container(ring(1)).resolve("s0", as: Node.self)
    }
    #expect(
      alone?.diagnostics.first?.message == "the factory of `s0` asks for `s0` while it runs"
    )
  }

  @Test(.timeLimit(.minutes(15)), arguments: [1, 2, 3, 8])
  func aCycleAcrossThreadsIsAlwaysAnError(_ count: Int) throws {
    let plan = try ring(count)
    let rounds = 50
    let errors = Counter()
    for _ in 0..<rounds {
      let container = Container(plan)
      onThreads(count) { index in
        do throws(DiagnosticsError) {
          _ = try container.resolve("s\(index)", as: Node.self)
        } catch { if error.codes == [.reentrantResolution] { errors.increment() } }
      }
    }
    #expect(errors.value == rounds * count)
  }

  @Test func aHandleRequestsForItsConstructionFromAnyThread() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Eager", .provider("next")) { (next: Provider<Node>) throws -> Node in
        // Another thread asks, and this one waits for it: without the handle's own construction
        // the two would wait for each other for ever.
        let failed = Counter()
        onThreads(1) { _ in if (try? next()) == nil { failed.increment() } }
        if failed.value == 1 { throw Broken() }
        return Node("x")
      }
    }
    let plan = try definitions { $0.define("a", "Eager", ["next": .ref("a")]) }.plan(catalog)
    let error = #expect(throws: DiagnosticsError.self) {
      try Container(plan).resolve("a", as: Node.self)
    }
    #expect(error?.underlying is Broken)
  }
}
