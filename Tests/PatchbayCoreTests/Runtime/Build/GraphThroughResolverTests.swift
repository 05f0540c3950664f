import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Requests through a factory's resolver share the graph of its request")
struct GraphThroughResolverTests {
  private final class Asking: Sendable {
    let given: Node
    let asked: [Node]
    let resolver: Resolver
    init(_ given: Node, _ asked: [Node], _ resolver: Resolver) {
      (self.given, self.asked, self.resolver) = (given, asked, resolver)
    }
  }

  private func container(
    _ scope: String,
    _ ask: @escaping @Sendable (Resolver) throws -> [Node]
  ) throws -> Container {
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") { Node("leaf") }
      Factory("Holder", .service("held")) { (held: Node) in Node("holder", [held]) }
      Factory("Asking", .service("given"), .resolver) { (given: Node, resolver: Resolver) in
        Asking(given, try ask(resolver), resolver)
      }
    }
    return Container(
      try definitions {
        $0.define("leaf", "Leaf", scope: "graph")
        $0.define("holder", "Holder", ["held": .ref("leaf")], scope: "transient")
        $0.define("asking", "Asking", ["given": .ref("leaf")], scope: scope)
      }.plan(catalog))
  }

  @Test(
    "a request through the resolver gives the instance that the factory received",
    arguments: ["transient", "graph", "singleton"])
  func itIsTheInstanceThatTheFactoryReceived(scope: String) throws {
    let container = try container(scope) { resolver in
      [
        try resolver.resolve("leaf", as: Node.self),
        try resolver.resolve("holder", as: Node.self).inputs[0],
      ]
    }
    let asking = try container.resolve("asking", as: Asking.self)
    #expect(asking.asked.allSatisfy { $0 === asking.given })
  }

  @Test func requestsFromOtherThreadsShareTheGraph() throws {
    let container = try container("transient") { resolver in
      let found = Locked<[Node]>([])
      onThreads(4) { _ in
        guard let leaf = try? resolver.resolve("leaf", as: Node.self) else { return }
        found.withLock { $0.append(leaf) }
      }
      return found.withLock { $0 }
    }
    let asking = try container.resolve("asking", as: Asking.self)
    #expect(asking.asked.count == 4)
    #expect(asking.asked.allSatisfy { $0 === asking.given })
  }

  @Test(arguments: [true, false])
  func anInstanceOfTheRequestIsNotBuiltAgain(isAwaited: Bool) async throws {
    let builds = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") { () -> Node in Node("\(builds.increment())") }
      Factory(async: "Top", .service("given"), .resolver) {
        (given: Node, resolver: Resolver) async throws -> Node in
        if isAwaited {
          return Node("top", [try await resolver.resolve(awaiting: ServiceKey<Node>("leaf"))])
        }
        return Node("top", [try resolver.resolve("leaf", as: Node.self)])
      }
    }
    let container = Container(
      try definitions {
        $0.define("leaf", "Leaf", scope: "graph")
        $0.define("top", "Top", ["given": .ref("leaf")], scope: "transient")
      }.plan(catalog))
    let top = try await container.resolve(awaiting: ServiceKey<Node>("top"))
    #expect(top.inputs.map(\.name) == ["1"])
    #expect(builds.value == 1)
  }

  @Test func theFirstResolvedInstanceIsUsedByTheOthers() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") { Node("leaf") }
      Factory("First", .resolver) { Node("first", [try $0.resolve("leaf", as: Node.self)]) }
      Factory("Top", .service("first"), .service("leaf")) { (first: Node, leaf: Node) in
        Node("top", [first.inputs[0], leaf])
      }
    }
    let container = Container(
      try definitions {
        $0.define("leaf", "Leaf", scope: "graph")
        $0.define("first", "First", scope: "transient")
        $0.define(
          "top", "Top", ["first": .ref("first"), "leaf": .ref("leaf")], scope: "transient")
      }.plan(catalog))
    let top = try container.resolve("top", as: Node.self)
    #expect(top.inputs[0] === top.inputs[1])
  }

  @Test func laterRequestsReceiveOtherInstances() throws {
    let container = try container("transient") { [try $0.resolve("leaf", as: Node.self)] }
    let first = try container.resolve("asking", as: Asking.self)
    let second = try container.resolve("asking", as: Asking.self)
    #expect(first.asked[0] !== second.asked[0])
    #expect(try first.resolver.resolve("leaf", as: Node.self) !== first.given)
  }

  @Test func aStoredResolverRetainsNothingOfTheGraph() throws {
    let container = try container("transient") { [try $0.resolve("leaf", as: Node.self)] }
    var asking: Asking? = try container.resolve("asking", as: Asking.self)
    weak let leaf = asking?.given
    let resolver = asking?.resolver
    asking = nil
    #expect(leaf == nil)
    #expect(resolver != nil)
  }

  /// Asks for a service when it is released.
  private final class Asker: Sendable {
    private let resolver: Resolver
    private let answers: Journal

    init(_ resolver: Resolver, _ answers: Journal) {
      (self.resolver, self.answers) = (resolver, answers)
    }

    deinit {
      let answer = (try? resolver.resolve("other", as: Node.self))?.name ?? "none"
      answers.note(answer)
    }
  }

  /// What is released asks for a service whose factory waits for the end of this very construction.
  @Test(.timeLimit(.minutes(15)))
  func aGraphsOwnInstancesAreReleasedAfterTheLastWaiter() throws {
    let answers = Journal()
    let isAsked = Gate(opensAfter: 2)
    let catalog = FactoryCatalog("t") {
      Factory("Asker", .resolver) { Asker($0, answers) }
      Factory("Other", .resolver) { (resolver: Resolver) throws -> Node in
        isAsked.arriveAndWait()
        return Node("other", [try resolver.resolve("awaited-top", as: Node.self)])
      }
      Factory("Top", .resolver) { (resolver: Resolver) throws -> Node in
        _ = try resolver.resolve("asker", as: Asker.self)
        isAsked.arriveAndWait()
        while WaitGraph.edgeCount(to: "awaited-top") == 0 { sched_yield() }
        return Node("top")
      }
    }
    let container = Container(
      try definitions {
        $0.define("asker", "Asker", scope: "graph")
        $0.define("other", "Other")
        $0.define("awaited-top", "Top")
      }.plan(catalog))
    onThreads(2) { thread in
      _ = try? container.resolve(thread == 0 ? "awaited-top" : "other", as: Node.self)
    }
    #expect(answers.entries == ["other"])
  }

  @Test(arguments: ["singleton", "transient", "graph"])
  func anAsyncFactoryAndItsTasksShareItToo(scope: String) async throws {
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") { Node("leaf") }
      Factory(async: "Top", .service("given"), .resolver) {
        (given: Node, resolver: Resolver) async throws -> Node in
        let task = Task { try await resolver.resolve(awaiting: ServiceKey<Node>("leaf")) }
        let asked = try await resolver.resolve(awaiting: ServiceKey<Node>("leaf"))
        return Node("top", [given, asked, try await task.value])
      }
      Factory(async: "Outer", .resolver, .service("leaf")) {
        (resolver: Resolver, leaf: Node) async throws -> Node in
        let top = try await resolver.resolve(awaiting: ServiceKey<Node>("top"))
        return Node("outer", top.inputs + [leaf])
      }
    }
    let container = Container(
      try definitions {
        $0.define("leaf", "Leaf", scope: "graph")
        $0.define("top", "Top", ["given": .ref("leaf")], scope: scope)
        $0.define("outer", "Outer", ["leaf": .ref("leaf")], scope: "transient")
      }.plan(catalog))
    let top = try await container.resolve(awaiting: ServiceKey<Node>("top"))
    #expect(top.inputs.allSatisfy { $0 === top.inputs[0] })
    // Through a service of the same request; a singleton has a graph of its own.
    let outer = try await container.resolve(awaiting: ServiceKey<Node>("outer"))
    #expect((outer.inputs[0] === outer.inputs[3]) == (scope != "singleton"))
  }

  @Test func twoThreadsThatBuildTheSameGetOne() throws {
    let areBothThere = Gate(opensAfter: 2)
    let catalog = FactoryCatalog("t") {
      Factory("Leaf") { () -> Node in
        areBothThere.arriveAndWait()
        return Node("leaf")
      }
      Factory("Top", .resolver) { (resolver: Resolver) -> Node in
        let found = Locked<[Node]>([])
        onThreads(2) { _ in
          guard let leaf = try? resolver.resolve("leaf", as: Node.self) else { return }
          found.withLock { $0.append(leaf) }
        }
        return Node("top", found.withLock { $0 })
      }
    }
    let container = Container(
      try definitions {
        $0.define("leaf", "Leaf", scope: "graph")
        $0.define("top", "Top", scope: "transient")
      }.plan(catalog))
    let top = try container.resolve("top", as: Node.self)
    #expect(top.inputs.count == 2)
    #expect(top.inputs.allSatisfy { $0 === top.inputs[0] })
  }

  /// What closes a cycle by a property is shared before the property is set, and taken back where that
  /// fails: the factory that asked may try again.
  @Test(arguments: ["a", "b", "user", "property"])
  func aCycleThatFailsIsNotSharedHalfBuilt(failing: String) throws {
    typealias Partner = PropertyTests.Partner
    let tries = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Alone") { Partner("a") }
        .property("second", as: Partner.self) { $0.second = $1 }
        .property("third", as: Partner.self) { _, _ in }
      Factory("Given", .service("first")) { (first: Partner) throws in
        if failing != "property", tries.increment() == 1 { throw Broken() }
        return Partner("b", first)
      }
      // Fails when the other partner is whole, and was given to the first.
      Factory("Third") { () throws in
        if failing == "property", tries.increment() == 1 { throw Broken() }
        return Partner("third")
      }
      // Is whole itself before the cycle is.
      Factory("User", .service("first")) { (first: Partner) in Partner("user", first) }
      Factory("Both", .service("user"), .service("a")) { (user: Partner, a: Partner) in
        Partner("both", user)
      }
      Factory("Top", .resolver) { (resolver: Resolver) throws -> Node in
        if failing == "user" {
          _ = try? resolver.resolve("both", as: Partner.self)
        } else {
          _ = try? resolver.resolve(failing == "property" ? "a" : failing, as: Partner.self)
        }
        let a = try resolver.resolve("a", as: Partner.self)
        let user = try resolver.resolve("user", as: Partner.self)
        let isWhole = a.second?.first === a && user.first === a
        return Node(isWhole ? "whole" : "half")
      }
    }
    let container = Container(
      try definitions {
        $0.define("a", "Alone", scope: "graph")
        $0.define("b", "Given", ["first": .ref("a")], scope: "graph")
        $0.set("second", of: "a", .ref("b"))
        $0.define("third", "Third", scope: "transient")
        $0.set("third", of: "a", .ref("third"))
        $0.define("user", "User", ["first": .ref("a")], scope: "graph")
        $0.define("both", "Both", ["user": .ref("user"), "a": .ref("a")], scope: "transient")
        $0.define("top", "Top", scope: "transient")
      }.plan(catalog))
    #expect(try container.resolve("top", as: Node.self).name == "whole")
    #expect(tries.value == 2)
  }
}
