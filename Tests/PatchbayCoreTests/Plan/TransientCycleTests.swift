import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// Nothing keeps a transient, but a thread may wait for what its construction needs.
@Suite("A cycle through a transient is an error, and no wait without end")
struct TransientCycleTests {
  private final class Plain: Sendable {}
  private class Part: @unchecked Sendable {}
  private final class Kept: Injectable, @unchecked Sendable {
    @Injected("fresh") var fresh: Fresh
  }
  private final class Fresh: Injectable, @unchecked Sendable {
    @Injected("kept") var kept: Kept
  }
  private final class Asking: Part, Injectable, InjectionObserver, @unchecked Sendable {
    @Injected("kept") var kept: Provider<Plain>
    let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    func didInject() {
      onThreads(1) { [journal, kept] _ in journal.note(TransientCycleTests.code { try kept() }) }
    }
  }

  private static func code(_ body: () throws -> Any) -> String {
    do {
      _ = try body()
      return "built"
    } catch let error as DiagnosticsError {
      return error.codes.map { "\($0)" }.joined(separator: " ")
    } catch { return "\(error)" }
  }

  /// Runs a body that may never end on a thread of its own.
  private static func ends(_ body: @escaping @Sendable () -> Void) -> Bool {
    let done = DispatchSemaphore(value: 0)
    Thread {
      body()
      done.signal()
    }.start()
    return done.wait(timeout: .now() + 60) == .success
  }

  @Test("a cycle through the injected properties of a transient is reported")
  func byInjectedProperties() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Kept") { Kept() }
      Factory("Fresh") { Fresh() }
    }
    let plan = try definitions {
      $0.define("kept", "Kept")
      $0.define("fresh", "Fresh", scope: "transient")
    }.plan(catalog)
    let journal = Journal()
    let container = Container(plan)
    #expect(
      Self.ends {
        journal.note(Self.code { try container.resolve("kept", as: Kept.self) })
        journal.note(Self.code { try container.resolve("fresh", as: Fresh.self) })
      })
    #expect(journal.takeEntries() == ["reentrant-resolution", "reentrant-resolution"])
  }

  /// The container has built the transient before, as another class, and so it has a producer.
  @Test("a cycle through a handle that another thread uses is reported")
  func byTheHandleOfAProductUsedOnAnotherThread() throws {
    let make = Locked<@Sendable () -> Part>({ Part() })
    let holder = Locked<Container?>(nil)
    let catalog = FactoryCatalog("t") {
      Factory("Part") { () -> Part in make.withLock { $0 }() }
      Factory("Kept") { () throws -> Plain in
        _ = try holder.withLock { $0 }?.resolve(ServiceKey<Part>("part"))
        return Plain()
      }
    }
    let plan = try definitions {
      $0.define("part", "Part", scope: "transient")
      $0.define("kept", "Kept")
    }.plan(catalog)
    for warm in [0, 3] {
      let journal = Journal()
      let container = Container(plan)
      holder.withLock { $0 = container }
      make.withLock { $0 = { Part() } }
      for _ in 0..<warm { _ = try container.resolve(ServiceKey<Part>("part")) }
      make.withLock { $0 = { Asking(journal) } }
      #expect(Self.ends { _ = try? container.resolve("kept", as: Plain.self) })
      #expect(journal.takeEntries() == ["reentrant-resolution"])
    }
    holder.withLock { $0 = nil }
  }

  /// The transient's factory runs on the thread, and has no other way to know for whom.
  @Test("a cycle through a provider that another thread calls is reported", arguments: [0, 1, 2])
  func byAProviderThatIsCalledOnAnotherThread(callsBefore: Int) throws {
    let asks = Locked(false)
    let holder = Locked<Container?>(nil)
    let journal = Journal()
    let catalog = FactoryCatalog("t") {
      Factory("Part") { () -> Part in
        if asks.withLock({ $0 }) {
          let container = holder.withLock { $0 }
          journal.note(Self.code { try container?.resolve("kept", as: Plain.self) as Any })
        }
        return Part()
      }
      Factory("Kept", .provider("part")) { (part: Provider<Part>) -> Plain in
        onThreads(1) { _ in
          for _ in 0..<callsBefore { _ = try? part() }
          asks.withLock { $0 = true }
          _ = try? part()
        }
        return Plain()
      }
    }
    let plan = try definitions {
      $0.define("part", "Part", scope: "transient")
      $0.define("kept", "Kept", ["part": .ref("part")])
    }.plan(catalog)
    let container = Container(plan)
    holder.withLock { $0 = container }
    #expect(Self.ends { _ = try? container.resolve("kept", as: Plain.self) })
    #expect(journal.takeEntries() == ["reentrant-resolution"])
    holder.withLock { $0 = nil }
  }
}
