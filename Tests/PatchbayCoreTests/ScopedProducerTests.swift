import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// The container has a producer for what a scope keeps from the second scope on. Each test compares what
/// later scopes return with what the first one did.
@Suite("Later scopes build their services as the first one did", .enabled(if: FastPath.isOn))
struct ScopedProducerTests {
  struct Refused: Error, CustomStringConvertible { let description = "no" }

  /// A service that was given others.
  protocol Part: Sendable { var inputs: [any Part] { get } }
  final class Plain: Part {
    let inputs: [any Part]
    init(_ inputs: [any Part] = []) { self.inputs = inputs }
  }

  /// Counts the services that were built; the factory of `Fails` throws while `mayFail` says so.
  final class World: Sendable {
    let built = Counter()
    let failures = Counter()
    let hook = Locked<(@Sendable () throws -> Void)?>(nil)

    func build(_ inputs: [any Part]) throws -> Plain {
      built.increment()
      try hook.withLock { $0 }?()
      return Plain(inputs)
    }

    var catalog: FactoryCatalog {
      FactoryCatalog("parts") {
        Factory("Leaf") { try self.build([]) }.provides { $0 as any Part }
        Factory("One", .service("a", as: (any Part).self)) { try self.build([$0]) }
          .provides { $0 as any Part }
        Factory("Two", .service("a", as: (any Part).self), .service("b", as: (any Part).self)) {
          try self.build([$0, $1])
        }
        .provides { $0 as any Part }
        Factory("Many", .services("all", as: (any Part).self)) { try self.build($0) }
          .provides { $0 as any Part }
        Factory("Fails", .service("a", as: (any Part).self)) { (part: any Part) throws -> Plain in
          if self.failures.value > 0 { throw Refused() }
          return Plain([part])
        }
        .provides { $0 as any Part }
      }
    }
  }

  static func container(
    _ world: World = World(), scopes: [String] = ["session", "request"],
    _ build: (inout TestDefinitions) -> Void
  ) throws -> Container {
    Container(try definitions(scopes: scopes) { build(&$0) }.plan(world.catalog))
  }

  /// Whether the container has the producer of a service.
  static func hasProducer(_ key: String, _ container: Container) throws -> Bool {
    let index = try #require(container.wiring.index(ofKey: key))
    return container.wiring.facets.facets(of: index).allSatisfy {
      container.cells.scopedProducer($0) != nil
    }
  }

  /// The requests that a scope may get for a key.
  static let requests: [@Sendable (ServiceScope, String) throws -> any Part] = [
    { try $0.resolve(ServiceKey<any Part>($1)) },
    { try $0.container.resolve(ServiceKey<any Part>($1)) },
    { try $0.resolve($1, as: (any Part).self) },
    { try $0.resolve(ServiceKey<Plain>($1)) },
  ]

  /// Which services of a graph are the same, by numbers in the order in which they are found.
  static func shape(_ parts: [any Part], _ known: [any Part] = []) -> String {
    var numbers: [ObjectIdentifier: Int] = [:]
    func text(_ part: any Part) -> String {
      let id = ObjectIdentifier(part as! Plain)
      if let number = numbers[id] { return "\(number)" }
      numbers[id] = numbers.count
      return "\(numbers.count - 1)(" + part.inputs.map(text).joined(separator: " ") + ")"
    }
    return (known + parts).map(text).joined(separator: ", ")
  }

  @Test(arguments: requests.indices)
  func eachScopeGetsItsOwnGraphOfThem(_ request: Int) async throws {
    let world = World()
    let container = try Self.container(world) {
      $0.define("shared", "Leaf")
      $0.define("fresh", "One", ["a": .ref("shared")], scope: "transient")
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("left", "Two", ["a": .ref("leaf"), "b": .ref("fresh")], scope: "request")
      $0.define("right", "Two", ["a": .ref("leaf"), "b": .ref("shared")], scope: "request")
      $0.define("top", "Two", ["a": .ref("left"), "b": .ref("right")], scope: "request")
    }
    let shared = try container.resolve("shared", as: (any Part).self)
    var tops: [ObjectIdentifier] = []
    var all: [any Part] = []
    for _ in 0..<5 {
      let before = world.built.value
      try await container.withScope("request") { scope in
        let top = try Self.requests[request](scope, "top")
        let leaf = try Self.requests[request](scope, "leaf")
        let again = try Self.requests[request](scope, "top")
        #expect(
          Self.shape([top, leaf, again], [shared])
            == "0(), 1(2(3() 4(0)) 5(3 0)), 3, 1")
        tops.append(ObjectIdentifier(top as! Plain))
        all.append(top)
      }
      #expect(world.built.value - before == 5)
    }
    #expect(Set(tops).count == 5)
    for key in ["leaf", "left", "right", "top"] { #expect(try Self.hasProducer(key, container)) }
  }

  /// Plans of services of all scopes that take each other in all ways.
  @Test(arguments: UInt64(0)..<60)
  func anyGraphIsTheSame(_ seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let count = 12
    let world = World()
    var scopes: [String] = []
    let container = try Self.container(world) { definitions in
      for index in 0..<count {
        // Only what lives as long may be taken.
        let scope = ["singleton", "transient", "graph", "request", "session", "request"]
          .randomElement(using: &random)!
        func depth(_ scope: String) -> Int { ["session": 1, "request": 2][scope] ?? 0 }
        let usable = (0..<index).filter { depth(scopes[$0]) <= depth(scope) }
        let inputs =
          usable.isEmpty
          ? []
          : (0..<Int.random(in: 0...3, using: &random)).map { _ in
            usable.randomElement(using: &random)!
          }
        let refs = inputs.map { TestValue.ref("s\($0)") }
        switch (inputs.count, Bool.random(using: &random)) {
        case (0, _): definitions.define("s\(index)", "Leaf", scope: scope)
        case (1, false): definitions.define("s\(index)", "One", ["a": refs[0]], scope: scope)
        case (2, false):
          definitions.define("s\(index)", "Two", ["a": refs[0], "b": refs[1]], scope: scope)
        default: definitions.define("s\(index)", "Many", ["all": .list(refs)], scope: scope)
        }
        scopes.append(scope)
      }
    }
    let kept = try (0..<count).filter { scopes[$0] == "singleton" }
      .map { try container.resolve("s\($0)", as: (any Part).self) }
    var shapes: [String] = []
    for _ in 0..<4 {
      try await container.withScope("session") { session in
        for _ in 0..<2 {
          try await container.withScope("request") { scope in
            let parts = try (0..<count).reversed().map {
              try Self.requests[Int($0) % Self.requests.count](scope, "s\($0)")
            }
            shapes.append(Self.shape(parts, kept))
          }
        }
      }
    }
    #expect(Set(shapes).count == 1)
  }

  @Test(arguments: requests.indices)
  func aFailureIsReportedAsBefore(_ request: Int) async throws {
    let world = World()
    let container = try Self.container(world) {
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("inner", "Fails", ["a": .ref("leaf")], scope: "request")
      $0.define("fresh", "Leaf", scope: "transient")
      $0.define("outer", "Two", ["a": .ref("inner"), "b": .ref("fresh")], scope: "request")
    }
    func message() async throws -> String {
      try await container.withScope("request") { scope in
        world.failures.increment()
        defer { world.failures.decrement() }
        let error = #expect(throws: DiagnosticsError.self) {
          try Self.requests[request](scope, "outer")
        }
        #expect(error?.underlying is Refused)
        return TerminalRenderer().render(error?.diagnostics ?? [])
      }
    }
    let first = try await message()
    #expect(first.contains("requested by: outer"))
    for _ in 0..<3 {
      try await container.withScope("request") { scope in
        _ = try Self.requests[request](scope, "outer")
      }
    }
    #expect(try Self.hasProducer("inner", container))
    #expect(try await message() == first)
    // The failure is not remembered.
    try await container.withScope("request") { scope in
      world.failures.increment()
      _ = try? Self.requests[request](scope, "outer")
      world.failures.decrement()
      let outer = try Self.requests[request](scope, "outer")
      #expect(outer.inputs.count == 2)
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func manyThreadsBuildOne() async throws {
    let world = World()
    let container = try Self.container(world) {
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("left", "One", ["a": .ref("leaf")], scope: "request")
      $0.define("top", "Two", ["a": .ref("left"), "b": .ref("leaf")], scope: "request")
    }
    let keys = ["top", "leaf", "left"]
    for round in 0..<200 {
      let scope = try await container.openScope("request")
      let before = world.built.value
      let found = Locked<[String: Set<ObjectIdentifier>]>([:])
      onThreads(4) { thread in
        for number in 0..<3 {
          let key = keys[(number + thread) % 3]
          // Threads have no current scope.
          guard let part = try? Self.requests[(round + thread) % 2 * 2](scope, key) else { return }
          found.withLock { _ = $0[key, default: []].insert(ObjectIdentifier(part as! Plain)) }
        }
      }
      #expect(world.built.value - before == 3)
      #expect(found.withLock { found in keys.allSatisfy { found[$0]?.count == 1 } })
      try await scope.close()
    }
  }

  @Test func whatAFactoryAsksForIsOnItsBehalf() async throws {
    let world = World()
    let container = try Self.container(world) {
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("other", "Many", ["all": .list([])], scope: "request")
    }
    for _ in 0..<3 {
      try await container.withScope("request") { _ = try $0.resolve("leaf", as: (any Part).self) }
    }
    for _ in 0..<2 {
      try await container.withScope("request") { scope in
        // Its factory asks for itself, on its thread and on another.
        world.hook.withLock { hook in
          hook = {
            #expect(
              FastPathOfScopesTests.code { try scope.resolve("leaf", as: (any Part).self) }
                == .reentrantResolution)
            #expect(
              FastPathOfScopesTests.code { try container.resolve("leaf", as: (any Part).self) }
                == .reentrantResolution)
          }
        }
        defer { world.hook.withLock { $0 = nil } }
        let leaf = try scope.resolve("leaf", as: (any Part).self)
        let again = try scope.resolve("leaf", as: (any Part).self)
        #expect(again as! Plain === leaf as! Plain)
      }
    }
  }

  @Test func aScopeThatItsFactoryClosesReturnsNothing() async throws {
    let world = World()
    let container = try Self.container(world) { $0.define("leaf", "Leaf", scope: "request") }
    for _ in 0..<3 {
      try await container.withScope("request") { _ = try $0.resolve("leaf", as: (any Part).self) }
    }
    let scope = try await container.openScope("request")
    world.hook.withLock { hook in hook = { _ = scope.closesAtOnce() } }
    #expect(
      FastPathOfScopesTests.code { try scope.resolve("leaf", as: (any Part).self) } == .scopeClosed)
    world.hook.withLock { $0 = nil }
    #expect(
      FastPathOfScopesTests.code { try scope.resolve("leaf", as: (any Part).self) } == .scopeClosed)
    try await container.stop()
    #expect(
      FastPathOfScopesTests.code { try scope.resolve("leaf", as: (any Part).self) }
        == .containerShutDown)
  }

  /// The service that is replaced, in the tree of `top`.
  @Test(arguments: ["shared", "fresh", "leaf", "top"], requests.indices.dropLast())
  func anOverrideHoldsInLaterScopes(_ key: String, _ request: Int) async throws {
    let container = try Self.container {
      $0.define("shared", "Leaf")
      $0.define("fresh", "One", ["a": .ref("shared")], scope: "transient")
      $0.define("leaf", "One", ["a": .ref("shared")], scope: "request")
      $0.define("top", "Two", ["a": .ref("leaf"), "b": .ref("fresh")], scope: "request")
    }
    func finds(_ part: Plain) async throws -> Bool {
      func has(_ other: any Part) -> Bool {
        other as! Plain === part || other.inputs.contains(where: has)
      }
      return try await container.withScope("request") { scope in
        has(try Self.requests[request](scope, "top"))
      }
    }
    for _ in 0..<3 { _ = try await finds(Plain()) }
    for _ in 0..<2 {
      #expect(try Self.hasProducer("top", container))
      let other = Plain()
      let override = try container.override(ServiceKey<any Part>(key), with: other)
      for _ in 0..<3 { #expect(try await finds(other)) }
      override.remove()
      for _ in 0..<3 { #expect(try await !finds(other)) }
    }
  }

  @Test func anOverrideElsewhereLeavesTheProducers() async throws {
    let world = World()
    let container = try Self.container(world) {
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("other", "Leaf")
    }
    let override = try container.override(ServiceKey<Plain>("other"), with: Plain())
    defer { override.remove() }
    for _ in 0..<4 {
      let before = world.built.value
      try await container.withScope("request") { scope in
        let leaf = try scope.resolve(ServiceKey<Plain>("leaf"))
        #expect(try scope.resolve(ServiceKey<Plain>("leaf")) === leaf)
      }
      #expect(world.built.value - before == 1)
    }
    #expect(try Self.hasProducer("leaf", container))
  }

  @Test func hooksStopInReverseAndObserversAreNotified() async throws {
    let (journal, observed) = (Journal(), Journal())
    let catalog = FactoryCatalog("hooks") {
      Factory("Leaf") { Plain() }.onStop { _ in journal.note("stop leaf") }
      Factory("Top", .service("a", as: Plain.self)) { (a: Plain) in Plain([a]) }
        .onStop { _ in journal.note("stop top") }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("leaf", "Leaf", scope: "request")
        $0.define("top", "Top", ["a": .ref("leaf")], scope: "request")
      }.plan(catalog))
    for number in 0..<6 {
      if number == 4 {
        #expect(try Self.hasProducer("top", container))
        container.observe(
          ContainerObserver(built: { observed.note("\($0.key) in \($0.scope ?? "no scope")") }))
      }
      try await container.withScope("request") { _ = try $0.resolve(ServiceKey<Plain>("top")) }
      #expect(journal.takeEntries() == ["stop top", "stop leaf"])
    }
    // Delivers what observers have not received yet.
    try await container.stop()
    let each = ["leaf in request", "top in request"]
    #expect(observed.takeEntries() == each + each)
  }

  @Test func aServiceThatMustNotBeBuiltInTestsIsRefusedInEachScope() async throws {
    let catalog = FactoryCatalog("live") { Factory("Leaf") { Plain() }.notInTests() }
    let plan = try definitions(scopes: ["request"]) { $0.define("leaf", "Leaf", scope: "request") }
      .plan(catalog)
    let container = Container(plan, forTesting: true)
    for _ in 0..<4 {
      try await container.withScope("request") { scope in
        #expect(
          FastPathOfScopesTests.code { try scope.resolve(ServiceKey<Plain>("leaf")) }
            == .liveService)
      }
    }
  }

  @Test func aProductOfAnotherClassGetsItsProperties() async throws {
    class Base: @unchecked Sendable {}
    final class Injected: Base, Injectable, @unchecked Sendable {
      @PatchbayCore.Injected(ServiceKey<Plain>("leaf")) var leaf: Plain
    }
    let count = Counter()
    let catalog = FactoryCatalog("classes") {
      Factory("Leaf") { Plain() }
      Factory("Base") { () -> Base in count.increment() % 4 == 0 ? Injected() : Base() }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("leaf", "Leaf", scope: "request")
        $0.define("base", "Base", scope: "request")
      }.plan(catalog))
    for _ in 0..<12 {
      // Not the current scope of the task.
      let scope = try await container.openScope("request")
      let base = try scope.resolve(ServiceKey<Base>("base"))
      if let injected = base as? Injected {
        let leaf = try scope.resolve(ServiceKey<Plain>("leaf"))
        #expect(injected.leaf === leaf)
      }
      try await scope.close()
    }
    #expect(try Self.hasProducer("base", container))
  }

  @Test func aChildBuildsItsOwnAndThoseOfItsParent() async throws {
    let world = World()
    let parent = try Self.container(world) {
      $0.define("shared", "Leaf")
      $0.define("leaf", "Leaf", scope: "request")
    }
    let child = try parent.child(world.catalog, scopes: ["session", "request"]) {
      $0.define("top", "Two", ["a": .ref("own"), "b": .ref("shared")], scope: "request")
      $0.define("own", "Leaf", scope: "request")
    }
    var shapes: Set<String> = []
    for _ in 0..<4 {
      try await parent.withScope("request") { outer in
        try await child.withScope("request") { scope in
          let parts = try ["top", "own", "shared"].map {
            try scope.resolve($0, as: (any Part).self)
          }
          shapes.insert(Self.shape(parts))
        }
      }
    }
    #expect(shapes.count == 1)
  }
}
