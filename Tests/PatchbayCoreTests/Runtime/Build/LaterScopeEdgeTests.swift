import Foundation
import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Later scopes differ in nothing from the first one")
struct LaterScopeEdgeTests {
  typealias Part = LaterScopeTests.Part
  typealias Plain = LaterScopeTests.Plain
  typealias World = LaterScopeTests.World

  static func render(_ body: () throws -> Any) -> String {
    do { return "ok: \(type(of: try body()))" } catch let error as DiagnosticsError {
      return TerminalRenderer().render(error.diagnostics)
    } catch { return "other: \(error)" }
  }

  @Test func anInnerScopeWithoutTheOuterOne() async throws {
    let container = try LaterScopeTests.container {
      $0.define("outer", "Leaf", scope: "session")
      $0.define("inner", "One", ["a": .ref("outer")], scope: "request")
    }
    func without() async throws -> String {
      let scope = try await container.openScope("request")
      defer { _ = scope.closesAtOnce() }
      return Self.render { try scope.resolve(ServiceKey<Plain>("inner")) }
    }
    let first = try await without()
    for _ in 0..<4 {
      try await container.withScope("session") { _ in
        try await container.withScope("request") { scope in
          _ = try scope.resolve(ServiceKey<Plain>("inner"))
        }
      }
    }
    let later = try await without()
    #expect(first == later)
  }

  class Base: @unchecked Sendable {}
  final class WithHandle: Base, Injectable, @unchecked Sendable {
    @Injected("top") var top: Provider<Plain>
  }
  final class WithGraph: Base, Injectable, @unchecked Sendable {
    @Injected("g") var g: Plain
  }
  final class WithFailing: Base, Injectable, @unchecked Sendable {
    @Injected("failing") var g: Plain
  }
  final class Watching: Base, InjectionObserver, @unchecked Sendable {
    static let ask = Locked<(@Sendable () -> Void)?>(nil)
    func didInject() { Self.ask.withLock { $0 }?() }
  }

  @Test(.timeLimit(.minutes(15)))
  func aHandleOfATransientOfAnotherClassUsedOnAThread() async throws {
    let make = Locked<@Sendable () -> Base>({ Base() })
    let seen = Journal()
    let catalog = FactoryCatalog("c") {
      Factory("Base") { () -> Base in make.withLock { $0 }() }
      Factory("Top", .service("b", as: Base.self)) { (base: Base) -> Plain in
        if let handle = base as? WithHandle {
          let done = DispatchSemaphore(value: 0)
          Thread {
            seen.note(FastPathOfScopesTests.code { try handle.top() }.map { "\($0)" } ?? "none")
            done.signal()
          }.start()
          if done.wait(timeout: .now() + 60) == .timedOut { seen.note("hangs") }
        }
        return Plain()
      }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("base", "Base", scope: "transient")
        $0.define("top", "Top", ["b": .ref("base")], scope: "request")
      }.plan(catalog))
    func round() async throws {
      try await container.withScope("request") { scope in
        _ = Self.render { try scope.resolve(ServiceKey<Plain>("top")) }
      }
    }
    // So that a plain type is known.
    try await round()
    make.withLock { $0 = { WithHandle() } }
    try await round()
    #expect(seen.takeEntries() == ["reentrant-resolution"])
    make.withLock { $0 = { Base() } }
    for _ in 0..<3 { try await round() }
    make.withLock { $0 = { WithHandle() } }
    try await round()
    #expect(seen.takeEntries() == ["reentrant-resolution"])
  }

  // A service of a scope that notes whether it shares a `graph` service with an injected property of a
  // transient that it takes.
  static func sharing(
    _ scope: String, _ make: @escaping @Sendable () -> Base, _ seen: Journal
  ) throws -> Container {
    let catalog = FactoryCatalog("c") {
      Factory("G") { Plain() }
      Factory("Base") { () -> Base in make() }
      Factory("Top", .service("b", as: Base.self), .service("g", as: Plain.self)) {
        (base: Base, g: Plain) -> Plain in
        if let other = base as? WithGraph { seen.note(other.g === g ? "same" : "other") }
        return Plain()
      }
    }
    return Container(
      try definitions(scopes: ["request"]) {
        $0.define("g", "G", scope: "graph")
        $0.define("base", "Base", scope: "transient")
        $0.define("top", "Top", ["b": .ref("base"), "g": .ref("g")], scope: scope)
      }.plan(catalog))
  }

  @Test func aPropertyOfATransientHasAGraphOfItsOwn() async throws {
    let make = Locked<@Sendable () -> Base>({ Base() })
    let seen = Journal()
    let container = try Self.sharing("request", { make.withLock { $0 }() }, seen)
    func round() async throws {
      try await container.withScope("request") { scope in
        _ = try scope.resolve(ServiceKey<Plain>("top"))
      }
    }
    try await round()
    make.withLock { $0 = { WithGraph() } }
    try await round()
    let first = seen.takeEntries()
    make.withLock { $0 = { Base() } }
    for _ in 0..<3 { try await round() }
    make.withLock { $0 = { WithGraph() } }
    try await round()
    #expect(seen.takeEntries() == first)
    #expect(first == ["other"])
  }

  @Test func aNeedWhoseFactoryClosesTheScope() async throws {
    let world = World()
    let container = try LaterScopeTests.container(world) {
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("top", "One", ["a": .ref("leaf")], scope: "request")
    }
    func round(_ closes: Bool) async throws -> Int {
      let scope = try await container.openScope("request")
      let before = world.built.value
      if closes { world.hook.withLock { hook in hook = { _ = scope.closesAtOnce() } } }
      defer { world.hook.withLock { $0 = nil } }
      _ = Self.render { try scope.resolve(ServiceKey<Plain>("top")) }
      return world.built.value - before
    }
    let first = try await round(true)
    for _ in 0..<3 { _ = try await round(false) }
    #expect(try await round(true) == first)
  }

  // `over` takes a service that takes a transient, and `over2` one that takes a service of the scope.
  static func nested(_ make: @escaping @Sendable () -> Base) throws -> Container {
    let catalog = FactoryCatalog("c") {
      Factory("G") { () throws -> Plain in throw LaterScopeTests.Refused() }
      Factory("Base") { () -> Base in make() }
      Factory("Top", .service("b", as: Base.self)) { (base: Base) -> Plain in Plain() }
      Factory("Over", .service("p", as: Plain.self)) { (p: Plain) -> Plain in Plain([p]) }
    }
    return Container(
      try definitions(scopes: ["request"]) {
        $0.define("failing", "G", scope: "request")
        $0.define("base", "Base", scope: "transient")
        $0.define("scopedBase", "Base", scope: "request")
        $0.define("top", "Top", ["b": .ref("base")], scope: "request")
        $0.define("top2", "Top", ["b": .ref("scopedBase")], scope: "request")
        $0.define("over", "Over", ["p": .ref("top")], scope: "request")
        $0.define("over2", "Over", ["p": .ref("top2")], scope: "request")
      }.plan(catalog))
  }

  @Test func theFailureOfAPropertyOfATransient() async throws {
    let make = Locked<@Sendable () -> Base>({ Base() })
    let container = try Self.nested { make.withLock { $0 }() }
    func round() async throws -> String {
      try await container.withScope("request") { scope in
        Self.render { try scope.resolve(ServiceKey<Plain>("over")) } + "\n--\n"
          + Self.render { try scope.resolve(ServiceKey<Plain>("over2")) }
      }
    }
    _ = try await round()
    make.withLock { $0 = { WithFailing() } }
    let first = try await round()
    make.withLock { $0 = { Base() } }
    for _ in 0..<3 { _ = try await round() }
    make.withLock { $0 = { WithFailing() } }
    #expect(try await round() == first)
  }

  @Test("a request of an observer in a later scope is answered as in the first one")
  func whatAnObserverAsksFor() async throws {
    let make = Locked<@Sendable () -> Base>({ Base() })
    let seen = Journal()
    let container = try Self.nested { make.withLock { $0 }() }
    Watching.ask.withLock { ask in
      ask = {
        for key in ["failing", "over", "over2", "top", "top2", "base"] {
          seen.note(Self.render { try container.resolve(key, as: Plain.self) })
        }
      }
    }
    defer { Watching.ask.withLock { $0 = nil } }
    func round() async throws -> [String] {
      try await container.withScope("request") { scope in
        seen.note(Self.render { try scope.resolve(ServiceKey<Plain>("over")) })
        seen.note(Self.render { try scope.resolve(ServiceKey<Plain>("over2")) })
        return seen.takeEntries()
      }
    }
    _ = try await round()
    make.withLock { $0 = { Watching() } }
    let first = try await round()
    make.withLock { $0 = { Base() } }
    for _ in 0..<3 { _ = try await round() }
    make.withLock { $0 = { Watching() } }
    let later = try await round()
    #expect(later == first)
    #expect(first.count > 10)
  }

  @Test(.timeLimit(.minutes(15)))
  func twoFactoriesThatNeedEachOther() async throws {
    let hook = Locked<(@Sendable (String) -> Void)?>(nil)
    let catalog = FactoryCatalog("c") {
      Factory("A") { () -> Plain in
        hook.withLock { $0 }?("b"); return Plain()
      }
      Factory("B") { () -> Plain in
        hook.withLock { $0 }?("a"); return Plain()
      }
      Factory("Top", .service("p", as: Plain.self)) { (p: Plain) -> Plain in Plain([p]) }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("a", "A", scope: "request")
        $0.define("b", "B", scope: "request")
        $0.define("ta", "Top", ["p": .ref("a")], scope: "request")
        $0.define("tb", "Top", ["p": .ref("b")], scope: "request")
      }.plan(catalog))
    for round in 0..<300 {
      let scope = try await container.openScope("request")
      let seen = Journal()
      if round > 4 {
        hook.withLock { hook in
          hook = { key in
            usleep(UInt32(round % 7) * 20)
            let ask: @Sendable () -> Void = {
              if let code = FastPathOfScopesTests.code({ try scope.resolve(ServiceKey<Plain>(key)) }
              ) {
                seen.note("\(code)")
              }
            }
            if round % 3 == 0 {
              // As on a task, which inherits it; a blocked one would take a thread of the pool.
              let (done, context) = (DispatchSemaphore(value: 0), TaskContext.current)
              Thread {
                TaskContext.$current.withValue(context, operation: ask)
                done.signal()
              }.start()
              if done.wait(timeout: .now() + 60) == .timedOut { seen.note("hangs") }
            } else {
              ask()
            }
          }
        }
      }
      onThreads(2) { thread in
        let key = (round % 2 == 0 ? "" : "t") + (thread == 0 ? "a" : "b")
        _ = try? scope.resolve(ServiceKey<Plain>(key))
      }
      hook.withLock { $0 = nil }
      if round > 4 {
        let entries = seen.takeEntries()
        #expect(entries.count >= 1 && Set(entries) == ["reentrant-resolution"], "\(entries)")
      }
      #expect(WaitGraph.edgeCount(to: "a") == 0)
      try await scope.close()
    }
  }
}
