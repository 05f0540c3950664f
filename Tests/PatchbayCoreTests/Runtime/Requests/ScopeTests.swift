import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// The services of the suites below: nodes that hold what they were given.
private let catalog = FactoryCatalog("scopes") {
  Factory("Leaf") { Node("leaf") }
  Factory("Pair", .service("left"), .service("right")) { (left: Node, right: Node) in
    Node("pair", [left, right])
  }
  Factory("Holder", .service("held")) { (held: Node) in Node("holder", [held]) }
  Factory("Asker", .provider("asked"), make: Asker.init)
  Factory("Number") { 7 }
}

private final class Asker: Sendable {
  let asked: Provider<Node>
  init(_ asked: Provider<Node>) { self.asked = asked }
}

private func container(
  scopes: [String] = [],
  _ build: (inout TestDefinitions) -> Void
) throws -> Container {
  Container(try definitions(scopes: scopes, build).plan(catalog))
}

@Suite("A graph service has one instance in each request")
struct GraphScopeTests {
  @Test func aSingletonHasItsOwnGraph() throws {
    let container = try container {
      $0.define("base", "Leaf", scope: "graph")
      $0.define("kept", "Holder", ["held": .ref("base")])
      $0.define(
        "top", "Pair", ["left": .ref("kept"), "right": .ref("base")], scope: "transient")
    }
    let top = try container.resolve("top", as: Node.self)
    #expect(top.inputs[0].inputs[0] !== top.inputs[1])
  }

  @Test func classesReferToEachOtherWithinARequest() throws {
    let plan = try definitions {
      $0.define("a", "Alone", ["name": "a"], scope: "graph")
      $0.define("b", "Given", ["name": "b", "first": .ref("a")], scope: "graph")
      $0.set("second", of: "a", .ref("b"))
    }.plan(PropertyTests.catalog)
    let container = Container(plan)
    let a = try container.resolve("a", as: PropertyTests.Partner.self)
    #expect(a.second?.first === a)
    let b = try container.resolve("b", as: PropertyTests.Partner.self)
    #expect(b.first?.second === b)
    #expect(b !== a.second)
  }
}

@Suite("A weak service has one instance while it has an owner")
struct WeakScopeTests {
  @Test func aStructIsRefused() {
    let definitions = definitions { $0.define("number", "Number", scope: "weak") }
    let error = #expect(throws: DiagnosticsError.self) { try definitions.plan(catalog) }
    #expect(error?.codes == [.unknownScope])
    #expect(
      error?.diagnostics.first?.message
        == "`number` cannot have the scope `weak`: `Int` is no class")
  }

  protocol Plugin: AnyObject, Sendable {}
  protocol Named { var name: String { get } }
  final class Extension: Plugin, Named { let name = "extension" }
  struct Problem: Error {}

  @Test("and so has one whose type is `any` of a protocol for classes")
  func anyOfAProtocolOfClasses() throws {
    let built = Counter()
    let container = try Container {
      Provide("plugin", as: (any Plugin).self) {
        built.increment()
        return Extension()
      }
      .scope(.weak)
      Provide("both", as: (any Plugin & Named).self) { Extension() }.scope(.weak)
    }
    do {
      let held = try container.resolve("plugin", as: (any Plugin).self)
      #expect(try container.resolve("plugin", as: (any Plugin).self) === held)
      let both = try container.resolve("both", as: (any Plugin & Named).self)
      #expect(try container.resolve("both", as: (any Plugin & Named).self) === both)
      #expect(both.name == "extension")
    }
    _ = try container.resolve("plugin", as: (any Plugin).self)
    #expect(built.value == 2)
  }

  @Test("`any` of a protocol that a struct can conform to is refused, with what to write instead")
  func anyOfAnotherProtocol() throws {
    let error = #expect(throws: DiagnosticsError.self) {
      try Container {
        Provide("greeter", as: (any Greeter).self, fileID: "App/Main.swift", line: 1) { Plain() }
          .scope(.weak, fileID: "App/Main.swift", line: 2)
        Provide("problem", as: (any Error).self, fileID: "App/Main.swift", line: 3) { Problem() }
          .scope(.weak, fileID: "App/Main.swift", line: 4)
      }
    }
    #expect(error?.diagnostics.map(\.code) == [.unknownScope, .unknownScope])
    #expect(
      error.map { TerminalRenderer().render(Array($0.diagnostics.prefix(1))) } == """
        error[unknown-scope]: `greeter` cannot have the scope `weak`: `any Greeter` is no class
         --> App/Main.swift:2: only an instance of a class can be held
          = note: `closure of greeter` is declared at App/Main.swift:1
        """)
    let container = try Container {
      Provide("greeter", as: Plain.self) { Plain() }.provides { $0 as any Greeter }.scope(.weak)
    }
    let held = try container.resolve("greeter", as: Plain.self)
    #expect(try container.resolve("greeter", as: (any Greeter).self) as? Plain === held)
  }
}

@Suite("A named scope has its own instances each time it is opened")
struct NamedScopeTests {
  /// As a job that starts the next one, without end.
  @Test func aTaskThatOutlivesItsScopeRetainsItInNoOther() async throws {
    let container = try container(scopes: ["job"]) {
      $0.define("leaf", "Leaf", scope: "job")
    }
    weak var first: Node?
    let (closed, signal) = AsyncStream<Void>.makeStream()
    let next = try await container.withScope("job") { scope in
      first = try scope.resolve("leaf", as: Node.self)
      return Task {
        for await _ in closed {}
        return try await container.openScope("job")
      }
    }
    #expect(first != nil)
    signal.finish()
    let second = try await next.value
    #expect(try second.resolve("leaf", as: Node.self) !== first)
    #expect(first == nil)
    try await second.close()
  }

  private func web() throws -> Container {
    try container(scopes: ["session", "request"]) {
      $0.define("cart", "Leaf", scope: "session")
      $0.define("context", "Holder", ["held": .ref("cart")], scope: "request")
      $0.define(
        "handler", "Pair", ["left": .ref("context"), "right": .ref("context")],
        scope: "transient")
      $0.define("single", "Leaf")
      $0.define("asker", "Asker", ["asked": .ref("context")])
    }
  }

  @Test("a scoped service has one instance within a scope, and another in the next")
  func oneWithinAScopeAndAnotherInTheNext() async throws {
    let container = try web()
    let single = try container.resolve("single", as: Node.self)
    try await container.withScope("session") { session in
      let cart = try session.resolve("cart", as: Node.self)
      let contexts = Locked<[Node]>([])
      for _ in 0..<2 {
        try await container.withScope("request") { request in
          let handler = try request.resolve("handler", as: Node.self)
          #expect(handler.inputs[0] === handler.inputs[1])
          #expect(handler.inputs[0].inputs[0] === cart)
          // The current scope is found without being named.
          #expect(try container.resolve("context", as: Node.self) === handler.inputs[0])
          #expect(try request.resolve("single", as: Node.self) === single)
          contexts.withLock { $0.append(handler.inputs[0]) }
        }
      }
      #expect(contexts.withLock { $0[0] !== $0[1] })
    }
  }

  @Test func aSingletonsProviderUsesTheCurrentScope() async throws {
    let container = try web()
    let asker = try container.resolve("asker", as: Asker.self)
    let outside = #expect(throws: DiagnosticsError.self) { try asker.asked() }
    #expect(outside?.codes == [.scopedOutsideScope])
    try await container.withScope("session") { _ in
      try await container.withScope("request") { request in
        let context = try request.resolve("context", as: Node.self)
        #expect(try asker.asked() === context)
      }
    }
  }

  @Test func aRequestOutsideItsSessionSaysWhatIsMissing() async throws {
    let container = try web()
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.withScope("request") { _ = try $0.resolve("context", as: Node.self) }
    }
    #expect(error?.codes == [.scopedOutsideScope])
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["context", "cart"])
  }

  @Test func scopesNestAsDeclared() async throws {
    let container = try web()
    let wrongWay = await #expect(throws: DiagnosticsError.self) {
      try await container.withScope("request") { _ in
        try await container.withScope("session") { _ in }
      }
    }
    #expect(wrongWay?.codes == [.unknownScope])
    let misspelt = await #expect(throws: DiagnosticsError.self) {
      try await container.openScope("reqeust")
    }
    #expect(misspelt?.diagnostics.first?.fixIts.first?.message == "did you mean `request`?")
  }

  @Test func aScopeStartsAndStopsItsOwnInReverse() async throws {
    let journal = Journal()
    let plan = try definitions(scopes: ["request"]) {
      $0.define("single", "N", ["name": "single", "inputs": .list([])])
      $0.define(
        "outer", "N", ["name": "outer", "inputs": .list([.ref("single")])], scope: "request")
      $0.define(
        "inner", "N", ["name": "inner", "inputs": .list([.ref("outer")])],
        scope: "request")
    }.plan(LifecycleTests.catalog(journal))
    let container = Container(plan)
    try await container.start()
    for _ in 0..<2 { try await container.withScope("request") { _ in journal.note("run") } }
    try await container.stop()
    let scope = [
      "make outer", "start outer", "make inner", "start inner", "run", "stop inner", "stop outer",
    ]
    #expect(
      journal.entries == ["make single", "start single"] + scope + scope + ["stop single"])
  }

  @Test func aScopeWhoseStartFailsStopsWhatItStarted() async throws {
    let journal = Journal()
    let catalog = LifecycleTests.catalog(
      journal,
      start: { if $0.name == "bad" { throw Broken() } },
      stop: { if $0.name == "fragile" { throw Broken() } })
    func node(_ definitions: inout TestDefinitions, _ key: String, _ inputs: [String]) {
      definitions.define(
        key, "N", ["name": .text(key), "inputs": .list(inputs.map { .ref($0) })],
        scope: key == "single" ? nil : "request")
    }
    let plan = try definitions(scopes: ["request"]) {
      node(&$0, "single", [])
      node(&$0, "good", ["single"])
      node(&$0, "fragile", ["good"])
      node(&$0, "bad", ["fragile"])
      node(&$0, "never", ["bad"])
    }.plan(catalog)
    let container = Container(plan)
    try await container.start()
    let error = await #expect(throws: DiagnosticsError.self) {
      try await container.withScope("request") { _ in Issue.record("it runs") }
    }
    #expect(error?.codes == [.stopFailed, .startFailed])
    #expect(
      journal.entries == [
        "make single", "start single", "make good", "start good", "make fragile", "start fragile",
        "make bad", "stop bad", "stop good",
      ])
    // The container goes on, and stops its own.
    #expect(try container.resolve("single", as: Node.self).name == "single")
    try await container.stop()
    #expect(journal.entries.last == "stop single")
  }

  @Test func aScopeOpensScopesInsideOfIt() async throws {
    let container = try web()
    let session = try await container.openScope("session")
    let cart = try session.resolve("cart", as: Node.self)
    let context = try await session.withScope("request") { request in
      #expect(try request.resolve("cart", as: Node.self) === cart)
      // It is the current one.
      #expect(try container.resolve("cart", as: Node.self) === cart)
      return try request.resolve("context", as: Node.self)
    }
    let request = try await session.openScope("request")
    let other = try request.resolve("context", as: Node.self)
    #expect(other !== context)
    let again = try await session.openScope("session")
    #expect(try again.resolve("cart", as: Node.self) !== cart)
    let wrongWay = await #expect(throws: DiagnosticsError.self) {
      try await request.openScope("session")
    }
    #expect(wrongWay?.codes == [.unknownScope])
    try await session.close()
    let closed = await #expect(throws: DiagnosticsError.self) {
      try await session.withScope("request") { _ in Issue.record("it runs") }
    }
    #expect(closed?.codes == [.scopeClosed])
    let closedToo = await #expect(throws: DiagnosticsError.self) {
      try await session.openScope("request")
    }
    #expect(closedToo?.codes == [.scopeClosed])
  }

  @Test("many threads build a scoped service once in each scope")
  func onceForEachScopeWithManyThreads() async throws {
    let container = try container(scopes: ["request"]) {
      $0.define("context", "Leaf", scope: "request")
    }
    let scopes = [
      try await container.openScope("request"), try await container.openScope("request"),
    ]
    let seen = Locked<[Set<ObjectIdentifier>]>([[], []])
    await blocking {
      onThreads(16) { index in
        guard let node = try? scopes[index % 2].resolve("context", as: Node.self) else { return }
        seen.withLock { _ = $0[index % 2].insert(ObjectIdentifier(node)) }
      }
    }
    let counts = seen.withLock { $0.map(\.count) }
    #expect(counts == [1, 1])
    #expect(seen.withLock { $0[0].isDisjoint(with: $0[1]) })
    for scope in scopes { try await scope.close() }
  }

  @Test func aScopeThatWasClosedIsNotTheCurrentOne() async throws {
    let catalog = FactoryCatalog("t") { Factory("Node") { Node("node") } }
    let container = Container(
      try definitions(scopes: ["request"]) {
        $0.define("kept", "Node")
        $0.define("scoped", "Node", scope: "request")
      }.plan(catalog))
    try await container.withScope("request") { scope in
      try await scope.close()
      // The same whether it was asked for before or not.
      let first = try container.resolve("kept", as: Node.self)
      let second = try container.resolve("kept", as: Node.self)
      #expect(first === second)
      let error = #expect(throws: DiagnosticsError.self) {
        try container.resolve("scoped", as: Node.self)
      }
      #expect(error?.diagnostics.map(\.code) == [.scopedOutsideScope])
    }
  }
}
