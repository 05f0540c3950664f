import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("What affects the services of a scope affects those of later ones")
struct LaterScopeEffectTests {
  typealias Part = LaterScopeTests.Part
  typealias Plain = LaterScopeTests.Plain
  typealias World = LaterScopeTests.World

  /// The service that is replaced, in the tree of `top`.
  @Test(
    arguments: ["shared", "fresh", "leaf", "top"], LaterScopeTests.requests.indices.dropLast())
  func anOverrideHoldsInLaterScopes(_ key: String, _ request: Int) async throws {
    let container = try LaterScopeTests.container {
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
        has(try LaterScopeTests.requests[request](scope, "top"))
      }
    }
    for _ in 0..<3 { _ = try await finds(Plain()) }
    for _ in 0..<2 {
      let other = Plain()
      let override = try container.override(ServiceKey<any Part>(key), with: other)
      for _ in 0..<3 { #expect(try await finds(other)) }
      override.remove()
      for _ in 0..<3 { #expect(try await !finds(other)) }
    }
  }

  @Test(arguments: LaterScopeTests.requests.indices.dropLast())
  func aCallbackIsCalledForWhatLaterScopesTake(_ request: Int) async throws {
    let container = try LaterScopeTests.container {
      $0.define("leaf", "Leaf", scope: "request")
      $0.define("top", "One", ["a": .ref("leaf")], scope: "request")
    }
    func isWrapped() async throws -> Bool {
      try await container.withScope("request") { scope in
        // The scope keeps the original before `top` takes it.
        _ = try LaterScopeTests.requests[request](scope, "leaf")
        let top = try LaterScopeTests.requests[request](scope, "top")
        return top.inputs.first?.inputs.count == 1
      }
    }
    for _ in 0..<3 { #expect(try await !isWrapped()) }
    let override = try container.override(ServiceKey<any Part>("leaf")) { Plain([$0]) }
    for _ in 0..<4 { #expect(try await isWrapped()) }
    override.remove()
    for _ in 0..<3 { #expect(try await !isWrapped()) }
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
  }

  @Test func aChildBuildsItsOwnAndThoseOfItsParent() async throws {
    let world = World()
    let parent = try LaterScopeTests.container(world) {
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
          shapes.insert(LaterScopeTests.shape(parts))
        }
      }
    }
    #expect(shapes.count == 1)
  }
}
