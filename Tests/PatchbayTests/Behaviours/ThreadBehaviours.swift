import Foundation
import Patchbay
import Testing

@Suite("Behaviours: many threads", .timeLimit(.minutes(15)))
struct ThreadBehaviours {
  @Test("B49: if many threads request a singleton first, its factory runs once")
  func oneCreation() throws {
    let journal = Journal()
    let container = try Container("services: { vice: { type: Part } }", .parts(journal))
    let seen = Guarded<[ObjectIdentifier]>([])
    onThreads(32) { _ in
      guard let vice = try? container.part("vice") else { return }
      seen.withLock { $0.append(ObjectIdentifier(vice)) }
    }
    #expect(journal.entries == ["make part"])
    #expect(seen.withLock { $0.count } == 32)
    #expect(seen.withLock { Set($0).count } == 1)
  }

  @Test("B50: a request for a service that another thread is building waits for it")
  func waitsForTheOther() throws {
    let journal = Journal()
    let (begun, isAsked) = (Gate(), Gate())
    let catalog = FactoryCatalog("slow") {
      FactoryCatalog.parts(journal)
      Factory("Slow") { () -> Part in
        journal.note("make slow")
        begun.open()
        isAsked.wait()
        return Part("slow")
      }
    }
    let container = try Container(
      "services: { a: { type: Owner, arguments: { part: !ref b } }, b: { type: Slow } }", catalog)
    let seen = Guarded<[ObjectIdentifier]>([])
    onThreads(2) { index in
      if index == 1 {
        begun.wait()
        isAsked.open()
      }
      guard let part = try? index == 0 ? container.part("a").inputs[0] : container.part("b") else {
        return
      }
      seen.withLock { $0.append(ObjectIdentifier(part)) }
    }
    #expect(journal.entries == ["make slow", "make owner"])
    #expect(seen.withLock { $0.count == 2 && $0[0] == $0[1] })
  }

  @Test(
    "B51: no lock is held across factories: one can wait for a lock that another requester holds")
  func noLockOverAll() throws {
    let own = NSLock()
    let begun = DispatchSemaphore(value: 0)
    let isHeld = DispatchSemaphore(value: 0)
    let catalog = FactoryCatalog("locked") {
      FactoryCatalog.parts()
      Factory("Locked") { () -> Part in
        begun.signal()
        isHeld.wait()
        return own.withLock { Part("x") }
      }
    }
    let container = try Container(
      "services: { x: { type: Locked }, y: { type: Part } }", catalog)
    let built = Journal()
    onThreads(2) { index in
      if index == 0 {
        if (try? container.part("x")) != nil { built.note("x") }
      } else {
        begun.wait()
        own.withLock {
          isHeld.signal()
          if (try? container.part("y")) != nil { built.note("y") }
        }
      }
    }
    #expect(built.entries.sorted() == ["x", "y"])
  }

  @Test("B52: factories of two threads that request each other both fail with an error")
  func cycleOverThreads() throws {
    let both = Gate(opensAfter: 2)
    let catalog = FactoryCatalog("crossed") {
      for index in 0..<2 {
        Factory("Crossed\(index)", .provider("other")) {
          (other: Provider<Part>) throws -> Part in
          // Both are under way, on threads of their own, before either asks.
          both.arriveAndWait()
          return Part("crossed", [try other()])
        }
      }
    }
    let container = try Container(
      """
      services:
        a: { type: Crossed0, arguments: { other: !ref b } }
        b: { type: Crossed1, arguments: { other: !ref a } }
      """, catalog)
    let codes = Guarded<[DiagnosticCode]>([])
    onThreads(2) { index in
      do throws(DiagnosticsError) {
        _ = try container.resolve(index == 0 ? "a" : "b", as: Part.self)
      } catch { codes.withLock { $0 += error.codes } }
    }
    #expect(codes.withLock { $0 } == [.reentrantResolution, .reentrantResolution])
  }

  @Test("B53: singletons that do not depend on each other are built concurrently")
  func atTheSameTime() throws {
    let begun = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let catalog = FactoryCatalog("slow") {
      for index in 0..<2 {
        // Each waits for the other to have begun: in turn, neither would ever end.
        Factory("Slow\(index)") { () -> Part in
          begun[1 - index].signal()
          begun[index].wait()
          return Part("slow")
        }
      }
    }
    let container = try Container(
      "services: { x: { type: Slow0 }, y: { type: Slow1 } }", catalog)
    let built = Journal()
    onThreads(2) { index in
      if (try? container.part(index == 0 ? "x" : "y")) != nil { built.note("built") }
    }
    #expect(built.entries.count == 2)
  }

  @Test("B54: each request has its own graph, on any thread")
  func graphsOfTheirOwn() throws {
    let container = try Container(
      """
      services:
        top: { type: Pair, scope: transient, arguments: { left: !ref base, right: !ref base } }
        base: { type: Part, scope: graph }
      """, .parts())
    let bases = Guarded<[Part]>([])
    let isWrong = Guarded(false)
    onThreads(16) { _ in
      for _ in 0..<50 {
        guard let top = try? container.part("top"), top.inputs[0] === top.inputs[1] else {
          isWrong.withLock { $0 = true }
          continue
        }
        bases.withLock { $0.append(top.inputs[0]) }
      }
    }
    #expect(isWrong.withLock { $0 } == false)
    #expect(Set(bases.withLock { $0.map(ObjectIdentifier.init) }).count == 16 * 50)
  }

  @Test(
    "B57: a weak service that another thread releases meanwhile is the old instance or a new one")
  func weakRace() throws {
    let journal = Journal()
    let container = try Container("services: { jig: { type: Part, scope: weak } }", .parts(journal))
    let isWrong = Guarded(false)
    onThreads(4) { _ in
      for _ in 0..<2_000 {
        guard let jig = try? container.part("jig"), jig.name == "part" else {
          isWrong.withLock { $0 = true }
          continue
        }
      }
    }
    #expect(isWrong.withLock { $0 } == false)
    #expect((1...8_000).contains(journal.entries.count))
  }
}
