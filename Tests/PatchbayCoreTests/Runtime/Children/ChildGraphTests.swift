import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A request of a child has one instance of each `graph` service of its parents")
struct ChildGraphTests {
  private static func catalog(_ builds: Counter) -> FactoryCatalog {
    FactoryCatalog("t") {
      Factory("Part") { () -> Node in Node("part \(builds.increment())") }
      Factory("User", .services("inputs")) { (inputs: [Node]) in Node("user", inputs) }
      Factory("Asking", .resolver) { (resolver: Resolver) throws -> Node in
        Node("asking", [try resolver.resolve("part", as: Node.self)])
      }
      Factory(async: "Async", .services("inputs")) { (inputs: [Node]) async -> Node in
        Node("async", inputs)
      }
    }
  }

  /// The parts that a node was built of.
  private func parts(_ node: Node) -> [String] {
    node.name.hasPrefix("part") ? [node.name] : node.inputs.flatMap(parts)
  }

  /// `top` uses the part of the first generation through services of each generation.
  private func container(generations: Int, top: String, _ builds: Counter) throws -> Container {
    var container = Container(
      try definitions {
        $0.define("part", "Part", scope: "graph")
        $0.define("user0", "User", ["inputs": .list([.ref("part")])], scope: "transient")
      }.plan(Self.catalog(builds)))
    for generation in 1..<generations {
      container = try container.child(Self.catalog(builds)) {
        $0.define(
          "user\(generation)", "User",
          ["inputs": .list([.ref("user\(generation - 1)"), .ref("part")])], scope: "transient")
      }
    }
    return try container.child(Self.catalog(builds)) {
      $0.define("asking", "Asking", scope: "transient")
      $0.define(
        "top", top,
        [
          "inputs": .list([
            .ref("user\(generations - 1)"), .ref("part"), .ref("asking"),
            .inline("User", ["inputs": .list([.ref("part")])]),
          ])
        ], scope: "transient")
    }
  }

  @Test("services of each generation share the `graph` service of a request", arguments: [1, 2, 3])
  func throughServicesOfEachGeneration(generations: Int) throws {
    let builds = Counter()
    let container = try container(generations: generations, top: "User", builds)
    let first = parts(try container.resolve("top", as: Node.self))
    #expect(first == Array(repeating: "part 1", count: generations + 3))
    let second = parts(try container.resolve("top", as: Node.self))
    #expect(Set(second) == ["part 2"])
  }

  @Test("a request of an `async` factory shares its `graph` service with the parents")
  func ofAnAsyncFactoryToo() async throws {
    let builds = Counter()
    let container = try container(generations: 2, top: "Async", builds)
    let top = try await container.resolve(awaiting: ServiceKey<Node>("top"))
    #expect(Set(parts(top)) == ["part 1"])
  }

  @Test func aSingletonOfTheParentHasAGraphOfItsOwn() throws {
    let builds = Counter()
    let parent = Container(
      try definitions {
        $0.define("part", "Part", scope: "graph")
        $0.define("kept", "User", ["inputs": .list([.ref("part")])])
      }.plan(Self.catalog(builds)))
    let child = try parent.child(Self.catalog(builds)) {
      $0.define(
        "top", "User", ["inputs": .list([.ref("part"), .ref("kept")])], scope: "transient")
    }
    let top = parts(try child.resolve("top", as: Node.self))
    #expect(Set(top).count == 2)
  }
}
