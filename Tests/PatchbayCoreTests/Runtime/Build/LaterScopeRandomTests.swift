import Foundation
import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Random plans do the same in later scopes")
struct LaterScopeRandomTests {
  struct Refused: Error, CustomStringConvertible { let description = "no" }

  protocol Part: Sendable {
    var name: String { get }
    var inputs: [any Part] { get }
  }
  final class Plain: Part {
    let name: String
    let inputs: [any Part]
    /// The round in which it was built.
    let round: Int
    init(_ name: String, _ inputs: [any Part] = [], round: Int = 0) {
      self.name = name
      self.inputs = inputs
      self.round = round
    }
  }

  /// What factories do now: by the key.
  final class World: Sendable {
    let journal = Journal()
    let action = Locked<@Sendable (String) throws -> Void>({ _ in })
    let quiet = Locked(false)
    let rounds = Counter()

    func build(_ name: String, _ inputs: [any Part]) throws -> Plain {
      if !quiet.withLock({ $0 }) {
        journal.note("build \(name) of \(inputs.map(\.name))")
        try action.withLock { $0 }(name)
      }
      return Plain(name, inputs, round: rounds.value)
    }
    var catalog: FactoryCatalog {
      FactoryCatalog("parts") {
        Factory("Leaf", .value("n")) { (n: String) in try self.build(n, []) }
          .provides { $0 as any Part }
        Factory("One", .value("n"), .service("a", as: (any Part).self)) {
          (n: String, a: any Part) in
          try self.build(n, [a])
        }
        .provides { $0 as any Part }
        Factory(
          "Two", .value("n"), .service("a", as: (any Part).self), .service("b", as: Plain.self)
        ) {
          (n: String, a: any Part, b: Plain) in try self.build(n, [a, b])
        }
        .provides { $0 as any Part }
        Factory("Optional", .value("n"), .optional("a", as: (any Part).self)) {
          (n: String, a: (any Part)?) in try self.build(n, a.map { [$0] } ?? [])
        }
        .provides { $0 as any Part }
        Factory("Later", .value("n"), .provider("a", as: (any Part).self)) {
          (n: String, a: Provider<any Part>) in
          try self.build(n, n.hasSuffix("1") ? [] : [try a()])
        }
        .provides { $0 as any Part }
        Factory("Many", .value("n"), .services("all", as: (any Part).self)) {
          (n: String, all: [any Part]) in try self.build(n, all)
        }
        .provides { $0 as any Part }
        Factory("Hooked", .value("n"), .service("a", as: (any Part).self)) {
          (n: String, a: any Part) in try self.build(n, [a])
        }
        .provides { $0 as any Part }
        .onStop { part in
          // What is built too late is stopped by a task, when another round may have begun.
          if part.round == self.rounds.value { self.journal.note("stop \(part.name)") }
        }
      }
    }
  }

  struct Spec {
    var scopes: [String] = []
    let plan: Plan
    let world: World
  }

  static func spec(_ seed: UInt64) throws -> Spec {
    var random = SplitMix(state: seed)
    let world = World()
    var scopes: [String] = []
    let set = definitions(scopes: ["session", "request"]) { definitions in
      for index in 0..<14 {
        let scope = ["singleton", "transient", "graph", "request", "session", "request", "request"]
          .randomElement(using: &random)!
        func depth(_ scope: String) -> Int { ["session": 1, "request": 2][scope] ?? 0 }
        let usable = (0..<index).filter { depth(scopes[$0]) <= depth(scope) }
        func input() -> TestValue { .ref("s\(usable.randomElement(using: &random)!)") }
        let (key, n) = ("s\(index)", TestValue.quoted("s\(index)"))
        let kind = usable.isEmpty ? 0 : Int.random(in: 0...9, using: &random)
        switch kind {
        case 0: definitions.define(key, "Leaf", ["n": n], scope: scope)
        case 1, 2: definitions.define(key, "One", ["n": n, "a": input()], scope: scope)
        case 3, 4, 5:
          definitions.define(key, "Two", ["n": n, "a": input(), "b": input()], scope: scope)
        case 6: definitions.define(key, "Optional", ["n": n, "a": input()], scope: scope)
        case 7: definitions.define(key, "Later", ["n": n, "a": input()], scope: scope)
        case 8:
          definitions.define(
            key, "Many", ["n": n, "all": .list([input(), input()])], scope: scope)
        default:
          let kept = scope == "transient" || scope == "graph" ? "request" : scope
          definitions.define(key, "Hooked", ["n": n, "a": input()], scope: kept)
          scopes.append(kept)
          continue
        }
        scopes.append(scope)
        if kind == 2, scope == "request" || scope == "session" {
          definitions.define(
            "d\(index)", "One", ["n": .quoted("d\(index)"), "a": .inner], decorates: key)
        }
      }
    }
    return Spec(scopes: scopes, plan: try set.plan(world.catalog), world: world)
  }

  /// Keeps the parts, so that no address is used again.
  struct Known {
    var numbers: [ObjectIdentifier: Int] = [:]
    var kept: [any Part] = []
  }

  static func shape(_ part: any Part, _ numbers: inout Known) -> String {
    let id = ObjectIdentifier(part as! Plain)
    if let number = numbers.numbers[id] { return "#\(number)" }
    let number = numbers.kept.count
    numbers.numbers[id] = number
    numbers.kept.append(part)
    var texts: [String] = []
    for input in part.inputs { texts.append(shape(input, &numbers)) }
    return "\(part.name)#\(number)(" + texts.joined(separator: " ") + ")"
  }

  static func ask(_ way: Int, _ key: String, _ scope: ServiceScope) throws -> any Part {
    switch way {
    case 0: try scope.resolve(ServiceKey<any Part>(key))
    case 1: try scope.container.resolve(ServiceKey<any Part>(key))
    case 2: try scope.resolve(key, as: (any Part).self)
    case 3: try scope.resolve(ServiceKey<Plain>(key))
    default: try scope.container.resolve(ServiceKey<Plain>(key))
    }
  }
  static func text(_ numbers: inout Known, _ body: () throws -> any Part) -> String {
    do { return shape(try body(), &numbers) } catch let error as DiagnosticsError {
      return TerminalRenderer().render(error.diagnostics)
    } catch { return "other: \(error)" }
  }

  /// One round: opens scopes, asks, closes; returns what was seen.
  static func round(_ seed: UInt64, _ spec: Spec, _ container: Container) async throws -> [String] {
    var random = SplitMix(state: seed)
    let world = spec.world
    world.rounds.increment()
    var numbers = Known()
    world.quiet.withLock { $0 = true }
    for (index, scope) in spec.scopes.enumerated() where scope == "singleton" {
      _ = try? container.resolve("s\(index)", as: (any Part).self)
    }
    world.quiet.withLock { $0 = false }
    _ = world.journal.takeEntries()
    var seen: [String] = []
    let names = [
      ["session", "request"], ["request"], ["session"], ["session", "request", "request"],
      ["session", "session", "request"],
    ].randomElement(using: &random)!
    var scopes: [ServiceScope] = []
    for name in names {
      if let last = scopes.last {
        scopes.append(try await last.openScope(ScopeName(name)))
      } else {
        scopes.append(try await container.openScope(ScopeName(name)))
      }
    }
    // Overrides
    var tokens: [OverrideToken] = []
    for _ in 0..<[0, 0, 0, 1, 2].randomElement(using: &random)! {
      let key = "s\(Int.random(in: 0..<14, using: &random))"
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        tokens.append(try container.override(ServiceKey<any Part>(key), with: Plain("over-" + key)))
      case 1:
        tokens.append(try container.override(ServiceKey<Plain>(key), with: Plain("plain-" + key)))
      default:
        tokens.append(
          try container.override(ServiceKey<any Part>(key)) { Plain("wrap-" + key, [$0]) })
      }
    }
    // What factories do.
    let victim = "s\(Int.random(in: 0..<14, using: &random))"
    let other = "s\(Int.random(in: 0..<14, using: &random))"
    let isFresh = ["transient", "graph"].contains(spec.scopes[Int(victim.dropFirst())!])
    let (drawn, way) = (
      Int.random(in: 0..<8, using: &random), Int.random(in: 0..<5, using: &random)
    )
    // A transient may have no construction of its own.
    let kind = drawn == 4 && isFresh ? 5 : drawn
    let (target, open) = (scopes.randomElement(using: &random)!, scopes)
    let count = Counter()
    world.action.withLock { action in
      action = { name in
        guard name == victim else { return }
        switch kind {
        case 0: throw Refused()
        case 1: _ = target.closesAtOnce()
        case 2, 3:
          guard count.increment() < 3 else { return }
          do {
            let part = try ask(way, other, target)
            world.journal.note("asked: \(part.name)")
          } catch let error as DiagnosticsError {
            world.journal.note(TerminalRenderer().render(error.diagnostics))
            if kind == 3 { throw error }
          }
        case 4:
          world.journal.note(
            "current \(TaskContext.current.scope.map { scope in open.firstIndex { $0.store === scope.store } ?? -1 } ?? -2) on behalf of \(Construction.current?.chain.map(\.key) ?? [])"
          )
        default: return
        }
      }
    }
    let current: ServiceScope? =
      Bool.random(using: &random) ? scopes.randomElement(using: &random)! : nil
    let requests = (0..<8).map { _ in
      (
        Int.random(in: 0..<5, using: &random), "s\(Int.random(in: 0..<14, using: &random))",
        scopes.randomElement(using: &random)!
      )
    }
    func all() {
      for (way, key, scope) in requests {
        let text = text(&numbers) { try ask(way, key, scope) }
        seen += world.journal.takeEntries()
        seen.append("\(way) \(key): \(text)")
      }
    }
    if let current {
      TaskContext.$current.withValue(TaskContext.current.inside(current), operation: all)
    } else {
      all()
    }
    world.action.withLock { $0 = { _ in } }
    let removesFirst = Bool.random(using: &random)
    if removesFirst { for token in tokens { token.remove() } }
    for scope in scopes.reversed() {
      try await scope.close()
      // Services that do not need each other stop at the same time: their order is not compared.
      seen += world.journal.takeEntries().sorted()
    }
    if !removesFirst { for token in tokens { token.remove() } }
    // A factory that closes a scope may build its service too late: when tasks stop it is not compared.
    return kind == 1 ? seen.filter { !$0.hasPrefix("stop ") } : seen
  }

  @Test(.timeLimit(.minutes(15)), arguments: UInt64(0)..<12)
  func laterScopesDoWhatTheFirstOneDid(_ seed: UInt64) async throws {
    guard let spec = try? Self.spec(seed) else { return }
    let warm = Container(spec.plan)
    for number in 0..<30 {
      let roundSeed = seed &* 1000 &+ UInt64(number)
      let later = try await Self.round(roundSeed, spec, warm)
      let first = try await Self.round(roundSeed, spec, Container(spec.plan))
      if later != first {
        let place = zip(later, first).enumerated().first { $0.element.0 != $0.element.1 }
        Issue.record("seed \(seed), round \(number): \("\(place ?? (-1, ("", "")))")")
        return
      }
    }
  }

  @Test(.timeLimit(.minutes(15)), arguments: UInt64(0)..<4)
  func threadsGetOneInstanceOfEachServiceOfAScope(_ seed: UInt64) async throws {
    guard let spec = try? Self.spec(seed &+ 500) else { return }
    weak var gone: Container?
    weak var goneStore: InstanceStore?
    do {
      let container = Container(spec.plan)
      gone = container
      for number in 0..<60 {
        // One scope that all threads ask, while one overrides and one closes.
        let outer = try await container.openScope("session")
        let scope = try await outer.openScope("request")
        goneStore = scope.store
        let found = Locked<[String: Set<ObjectIdentifier>]>([:])
        let overriding = number % 3 == 1
        let closing = number % 5 == 4
        onThreads(5) { thread in
          var random = SplitMix(state: seed &* 977 &+ UInt64(number * 5 + thread))
          if thread == 0, overriding {
            for _ in 0..<10 {
              let key = "s\(Int.random(in: 0..<14, using: &random))"
              let token = try? container.override(ServiceKey<any Part>(key), with: Plain("over"))
              token?.remove()
            }
            return
          }
          if thread == 1, closing {
            usleep(UInt32.random(in: 0...300, using: &random))
            _ = (Bool.random(using: &random) ? scope : outer).closesAtOnce()
            return
          }
          TaskContext.$current.withValue(TaskContext.current.inside(scope)) {
            for _ in 0..<14 {
              let index = Int.random(in: 0..<14, using: &random)
              let key = "s\(index)"
              guard let part = try? Self.ask(Int.random(in: 0..<5, using: &random), key, scope)
              else {
                continue
              }
              if spec.scopes[index] == "request" || spec.scopes[index] == "session",
                part.name != "over"
              {
                _ = found.withLock { $0[key, default: []].insert(ObjectIdentifier(part as! Plain)) }
              }
            }
          }
        }
        for (key, ids) in found.withLock({ $0 }) where ids.count != 1 {
          Issue.record("\(ids.count) of \(key), seed \(seed) round \(number)")
        }
        try await outer.close()
      }
    }
    // What was built too late is stopped by a task.
    for _ in 0..<300 where gone != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(gone == nil)
    #expect(goneStore == nil)
  }
}
