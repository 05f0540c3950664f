import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A `Lazy` of a `graph` service gives that of the request that made the handle")
struct LazyGraphTests {
  private final class Holder: Sendable {
    let part: Lazy<Node>
    private let alive: Counter

    init(_ part: Lazy<Node>, _ alive: Counter) {
      (self.part, self.alive) = (part, alive)
      alive.increment()
    }

    deinit { alive.decrement() }
  }

  private final class Top: Sendable {
    let holders: [Holder]
    let part: Node?
    let direct: Lazy<Node>
    init(_ holders: [Holder], _ part: Node?, _ direct: Lazy<Node>) {
      (self.holders, self.part, self.direct) = (holders, part, direct)
    }
  }

  private struct Number: Sendable, Equatable {
    let value: Int
  }

  private static func catalog(
    _ alive: Counter = Counter(), _ builds: Counter = Counter()
  ) -> FactoryCatalog {
    FactoryCatalog("t") {
      Factory("Part") { () -> Node in Node("\(builds.increment())") }
      Factory("Holder", .lazy("part")) { Holder($0, alive) }
      Factory("Top", .services("holders"), .optional("part"), .lazy("direct"), make: Top.init)
    }
  }

  private static func top(
    _ definitions: inout TestDefinitions, part: Bool, scope: String = "transient",
    holders: String = "transient"
  ) {
    definitions.define("holder", "Holder", ["part": .ref("part")], scope: holders)
    definitions.define("other", "Holder", ["part": .ref("part")], scope: holders)
    definitions.define(
      "top", "Top",
      [
        "holders": .list([.ref("holder"), .ref("other")]), "direct": .ref("part"),
        "part": part ? .ref("part") : .null,
      ], scope: scope)
  }

  @Test(
    "a lazy handle gives the `graph` service of its request, even if it is used later",
    arguments: ["transient", "graph", "singleton"], [true, false])
  func evenIfItIsUsedLater(scope: String, isBuilt: Bool) throws {
    let container = Container(
      try definitions {
        $0.define("part", "Part", scope: "graph")
        Self.top(&$0, part: isBuilt, scope: scope, holders: scope)
      }.plan(Self.catalog()))
    let top = try container.resolve("top", as: Top.self)
    let part = try top.direct.value
    #expect(top.part == nil || top.part === part)
    // A singleton has a graph of its own.
    if scope != "singleton" {
      for holder in top.holders { #expect(try holder.part.value === part) }
    }
    let second = try container.resolve("top", as: Top.self)
    #expect(try (second.direct.value === part) == (scope == "singleton"))
  }

  @Test("a lazy handle gives the `graph` service of its request while that runs")
  func whileItsRequestRuns() throws {
    let catalog = FactoryCatalog("t") {
      Self.catalog()
      Factory("Hasty", .service("part"), .lazy("lazy")) {
        (part: Node, lazy: Lazy<Node>) throws -> Node in Node("hasty", [part, try lazy.value])
      }
    }
    let container = Container(
      try definitions {
        $0.define("part", "Part", scope: "graph")
        $0.define(
          "hasty", "Hasty", ["part": .ref("part"), "lazy": .ref("part")], scope: "transient")
      }.plan(catalog))
    let hasty = try container.resolve("hasty", as: Node.self)
    #expect(hasty.inputs[0] === hasty.inputs[1])
  }

  @Test("a transient of a lazy handle uses the `graph` service of its request")
  func whatALazyTransientNeedsToo() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Part") { Node("part") }
      Factory("User", .service("part")) { (part: Node) in Node("user", [part]) }
      Factory("Top", .service("part"), .lazy("user")) { (part: Node, user: Lazy<Node>) in
        Top([], part, user)
      }
    }
    let container = Container(
      try definitions {
        $0.define("part", "Part", scope: "graph")
        $0.define("user", "User", ["part": .ref("part")], scope: "transient")
        $0.define("top", "Top", ["part": .ref("part"), "user": .ref("user")], scope: "transient")
      }.plan(catalog))
    let top = try container.resolve("top", as: Top.self)
    #expect(try top.direct.value.inputs[0] === top.part)
  }

  @Test func aValueOfTheRequestIsFoundToo() throws {
    let builds = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Number") { () -> Number in Number(value: builds.increment()) }
      Factory("Pair", .service("now"), .lazy("later")) { (now: Number, later: Lazy<Number>) in
        Pair(now: now, later: later)
      }
    }
    let container = Container(
      try definitions {
        $0.define("number", "Number", scope: "graph")
        $0.define(
          "pair", "Pair", ["now": .ref("number"), "later": .ref("number")], scope: "transient")
      }.plan(catalog))
    let pair = try container.resolve("pair", as: Pair.self)
    #expect(try pair.later.value == pair.now)
    #expect(builds.value == 1)
  }

  private struct Pair: Sendable {
    let now: Number
    let later: Lazy<Number>
  }

  @Test func theServiceOfAParent() throws {
    let parent = Container(
      try definitions { $0.define("part", "Part", scope: "graph") }.plan(Self.catalog()))
    let child = try parent.child(Self.catalog()) { Self.top(&$0, part: true) }
    let top = try child.resolve("top", as: Top.self)
    let handles = [top.direct] + top.holders.map(\.part)
    for handle in handles { #expect(try handle.value === top.part) }
  }

  /// The part needs the holder of its handle.
  @Test(arguments: [true, false])
  func anUnusedHandleRetainsNothing(isValue: Bool) throws {
    let alive = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Holder", .lazy("part")) { Holder($0, alive) }
      Factory("Part", .service("holder")) { (holder: Holder) -> Node in
        withExtendedLifetime(holder) { Node("part") }
      }
      Factory("Retaining", .service("holder"), .service("part")) { (holder: Holder, part: Node) in
        Retaining(holder: holder, part: part)
      }
      Factory("Root", .service("retaining"), .service("holder")) {
        (retaining: Retaining, holder: Holder) in Root(retaining, holder)
      }
    }
    let container = Container(
      try definitions {
        $0.define("holder", "Holder", ["part": .ref("part")], scope: "graph")
        $0.define("part", "Part", ["holder": .ref("holder")], scope: "graph")
        $0.define(
          "retaining", "Retaining", ["holder": .ref("holder"), "part": .ref("part")],
          scope: isValue ? "graph" : "transient")
        $0.define(
          "root", "Root", ["retaining": .ref("retaining"), "holder": .ref("holder")],
          scope: "transient")
      }.plan(catalog))
    do {
      let root = try container.resolve("root", as: Root.self)
      #expect(root.retaining.holder === root.holder)
      #expect(alive.value == 1)
    }
    #expect(alive.value == 0)
  }

  private struct Retaining: Sendable {
    let holder: Holder
    let part: Node
  }

  private final class Root: Sendable {
    let retaining: Retaining
    let holder: Holder
    init(_ retaining: Retaining, _ holder: Holder) {
      (self.retaining, self.holder) = (retaining, holder)
    }
  }
}
