import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

/// A request on the fast path gives what the slow path gives: each test asks several times, as the
/// first request takes the slow path.
@Suite("The fast path returns the same as the slow path")
struct FastPathTests {
  protocol Part: Sendable { var words: String { get } }

  final class Leaf: Part {
    let size: Int
    init(size: Int) { self.size = size }
    var words: String { "leaf \(size)" }
  }

  final class Pair: Part {
    let left: any Part
    let right: any Part
    init(left: any Part, right: any Part) { (self.left, self.right) = (left, right) }
    var words: String { "(\(left.words), \(right.words))" }
  }

  struct Frame: Part {
    var inner: any Part
    var words: String { "[\(inner.words)]" }
  }

  struct Refusal: Error {}

  static func catalog(_ fails: Counter = Counter()) -> FactoryCatalog {
    FactoryCatalog("parts") {
      Factory("Leaf", .value("size", default: 1), make: Leaf.init(size:))
        .provides((any Part).self) { $0 }
      Factory("Pair", .service("left"), .service("right"), make: Pair.init(left:right:))
        .provides((any Part).self) { $0 }
      Factory("Frame", .service("inner"), make: Frame.init(inner:))
        .provides((any Part).self) { $0 }
      Factory("Maybe", .optional("part", as: (any Part).self)) { (part: (any Part)?) in
        Leaf(size: part == nil ? 0 : 2)
      }
      .provides((any Part).self) { $0 }
      Factory("Many", .services("parts", as: (any Part).self)) { (parts: [any Part]) in
        Leaf(size: parts.count)
      }
      .provides((any Part).self) { $0 }
      Factory("Fails") { () throws -> Leaf in
        fails.increment()
        if fails.value > 1 { throw Refusal() }
        return Leaf(size: 9)
      }
      .provides((any Part).self) { $0 }
    }
  }

  static func container(
    _ fails: Counter = Counter(),
    _ build: (inout TestDefinitions) -> Void
  ) throws -> Container {
    Container(try definitions(scopes: []) { build(&$0) }.plan(catalog(fails)))
  }

  static func part(_ container: Container, _ key: String = "root") throws -> any Part {
    try container.resolve(key, as: (any Part).self)
  }

  @Test func aTransientIsFreshEachTimeByKeyTypeAndText() throws {
    let container = try Self.container { $0.define("root", "Leaf", scope: "transient") }
    let key: ServiceKey<Leaf> = "root"
    var seen: [Leaf] = []
    for _ in 0..<4 {
      seen.append(try container.resolve(key))
      seen.append(try container.resolve(Leaf.self))
      seen.append(try container.resolve("root", as: Leaf.self))
      seen.append(try container.with(key) { copy $0 })
    }
    #expect(Set(seen.map { ObjectIdentifier($0) }).count == 16)
  }

  @Test func aTreeOfTransientsIsMadeOfFreshPartsAndSharedSingletons() throws {
    let container = try Self.container {
      $0.define("shared", "Leaf", ["size": "7"])
      $0.define("fresh", "Leaf", scope: "transient")
      $0.define(
        "inner", "Pair", ["left": .ref("fresh"), "right": .ref("shared")], scope: "transient")
      $0.define(
        "root", "Pair", ["left": .ref("inner"), "right": .ref("fresh")], scope: "transient")
    }
    var pairs: [Pair] = []
    for _ in 0..<3 { pairs.append(try container.resolve("root", as: Pair.self)) }
    for pair in pairs {
      #expect(pair.words == "((leaf 1, leaf 7), leaf 1)")
      let inner = try #require(pair.left as? Pair)
      #expect(inner.right as? Leaf === (try Self.part(container, "shared") as? Leaf))
      #expect(inner.left as? Leaf !== pair.right as? Leaf)
    }
    #expect(pairs[1].left as? Pair !== pairs[2].left as? Pair)
  }

  @Test(arguments: ["transient", "graph"])
  func aGraphIsSharedOnlyWithinARequest(_ middle: String) throws {
    let container = try Self.container {
      $0.define("base", "Leaf", scope: "graph")
      $0.define("left", "Frame", ["inner": .ref("base")], scope: middle)
      $0.define("root", "Pair", ["left": .ref("left"), "right": .ref("base")], scope: "graph")
    }
    var bases: Set<ObjectIdentifier> = []
    var kept: [Pair] = []
    for _ in 0..<4 {
      let root = try container.resolve("root", as: Pair.self)
      let frame = try #require(root.left as? Frame)
      let base = try #require(root.right as? Leaf)
      #expect(frame.inner as? Leaf === base)
      bases.insert(ObjectIdentifier(base))
      kept.append(root)
    }
    #expect(bases.count == 4)
  }

  @Test func aTransientThatIsUsedTwiceSharesAGraphService() throws {
    let container = try Self.container {
      $0.define("base", "Leaf", scope: "graph")
      $0.define("frame", "Frame", ["inner": .ref("base")], scope: "transient")
      $0.define(
        "root", "Pair", ["left": .ref("frame"), "right": .ref("frame")], scope: "transient")
    }
    for _ in 0..<4 {
      let root = try container.resolve("root", as: Pair.self)
      let (left, right) = (root.left as? Frame, root.right as? Frame)
      #expect(left?.inner as? Leaf === right?.inner as? Leaf)
    }
  }

  @Test func aServiceWithoutAProducerTakesTheSlowPath() throws {
    let container = try Self.container {
      $0.define("fresh", "Leaf", scope: "transient")
      $0.define("maybe", "Maybe", ["part": .ref("fresh")], scope: "transient")
      $0.define("many", "Many", ["parts": .list([.ref("fresh")])], scope: "transient")
      $0.define("none", "Maybe", scope: "transient")
      $0.define("wrapped", "Leaf", scope: "transient")
      $0.define("wrapper", "Frame", ["inner": .inner], decorates: "wrapped")
    }
    for _ in 0..<3 {
      #expect(try Self.part(container, "maybe").words == "leaf 2")
      #expect(try Self.part(container, "many").words == "leaf 1")
      #expect(try Self.part(container, "none").words == "leaf 0")
      #expect(try Self.part(container, "wrapped").words == "[leaf 1]")
    }
  }

  @Test func aFailureIsReportedAsOnTheSlowPath() throws {
    let container = try Self.container {
      $0.define("fails", "Fails", scope: "transient")
      $0.define("root", "Frame", ["inner": .ref("fails")], scope: "transient")
    }
    #expect(try Self.part(container).words == "[leaf 9]")
    for _ in 0..<2 {
      let error = #expect(throws: DiagnosticsError.self) { try Self.part(container) }
      #expect(error?.underlying is Refusal)
      #expect(error?.diagnostics.map(\.code) == [.factoryFailed])
      #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["root", "fails"])
    }
  }

  @Test func anOverrideOfADependencyIsUsedUntilItIsRemoved() throws {
    let container = try Self.container {
      $0.define("shared", "Leaf", ["size": "7"])
      $0.define("fresh", "Leaf", scope: "transient")
      $0.define(
        "root", "Pair", ["left": .ref("fresh"), "right": .ref("shared")], scope: "transient")
    }
    for _ in 0..<3 { #expect(try Self.part(container).words == "(leaf 1, leaf 7)") }
    for key in ["fresh", "shared"] {
      let token = try container.override(ServiceKey<any Part>(key)) { Frame(inner: $0) }
      for _ in 0..<3 {
        let words = key == "fresh" ? "([leaf 1], leaf 7)" : "(leaf 1, [leaf 7])"
        #expect(try Self.part(container).words == words)
      }
      token.remove()
      for _ in 0..<3 { #expect(try Self.part(container).words == "(leaf 1, leaf 7)") }
    }
    let token = try container.override(ServiceKey<any Part>("root")) { Frame(inner: $0) }
    for _ in 0..<3 { #expect(try Self.part(container).words == "[(leaf 1, leaf 7)]") }
    token.remove()
    #expect(try Self.part(container).words == "(leaf 1, leaf 7)")
  }

  @Test func aStoppedContainerResolvesNothing() async throws {
    let container = try Self.container {
      $0.define("shared", "Leaf")
      $0.define("root", "Frame", ["inner": .ref("shared")], scope: "transient")
    }
    for key in ["root", "shared", "root", "shared"] { _ = try Self.part(container, key) }
    try await container.stop()
    for key in ["root", "shared"] {
      let error = #expect(throws: DiagnosticsError.self) { try Self.part(container, key) }
      #expect(error?.diagnostics.map(\.code) == [.containerShutDown])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func aTransientThatRequestsItselfIsAnError() throws {
    let captured = Locked<Container?>(nil)
    let depth = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Self") { () throws -> Leaf in
        depth.increment()
        // The first request comes to an end, so that the next ones take the fast path.
        if depth.value == 1 { return Leaf(size: 0) }
        return try captured.withLock { $0 }!.resolve("self", as: Leaf.self)
      }
    }
    let container = Container(
      try definitions { $0.define("self", "Self", scope: "transient") }.plan(catalog))
    captured.withLock { $0 = container }
    _ = try container.resolve("self", as: Leaf.self)
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("self", as: Leaf.self)
    }
    #expect(error?.diagnostics.map(\.code) == [.limitExceeded])
    captured.withLock { $0 = nil }
  }

  @Test func aSubclassThatObservesInjectionIsNotified() throws {
    final class Plain: Sendable {}
    class Base: @unchecked Sendable {}
    final class Curious: Base, InjectionObserver, @unchecked Sendable {
      let notified = Counter()
      func didInject() { notified.increment() }
    }
    let calls = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Base") { () -> Base in
        calls.increment()
        return calls.value > 2 ? Curious() : Base()
      }
    }
    let container = Container(
      try definitions { $0.define("base", "Base", scope: "transient") }.plan(catalog))
    for _ in 0..<2 { _ = try container.resolve(Base.self) }
    for _ in 0..<2 {
      let curious = try #require(try container.resolve(Base.self) as? Curious)
      #expect(curious.notified.value == 1)
    }
  }

  @Test func aSubclassIsInjectedFromTheCurrentScope() async throws {
    class Page: @unchecked Sendable {}
    final class SessionPage: Page, Injectable, @unchecked Sendable {
      @Injected("session") var session: Leaf
    }
    let calls = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Session") { Leaf(size: 1) }
      Factory("Page") { () -> Page in
        calls.increment()
        return calls.value > 2 ? SessionPage() : Page()
      }
    }
    let pages = definitions(scopes: ["request"]) {
      $0.define("session", "Session", scope: "request")
      $0.define("page", "Page", scope: "transient")
    }
    let container = Container(try pages.plan(catalog))
    for _ in 0..<2 { _ = try container.resolve(Page.self) }
    try await container.withScope("request") { scope in
      let page = try #require(try container.resolve(Page.self) as? SessionPage)
      let session = try scope.resolve("session", as: Leaf.self)
      #expect(page.session === session)
    }
    let error = #expect(throws: DiagnosticsError.self) { try container.resolve(Page.self) }
    #expect(error?.diagnostics.map(\.code) == [.scopedOutsideScope])
  }

  @Test func manyThreadsTakeItAtOnce() throws {
    let container = try Self.container {
      $0.define("shared", "Leaf", ["size": "7"])
      $0.define("base", "Leaf", scope: "graph")
      $0.define(
        "root", "Pair", ["left": .ref("base"), "right": .ref("shared")], scope: "transient")
    }
    let wrong = Counter()
    onThreads(8) { index in
      for round in 0..<500 {
        if index == 0, round % 50 == 0 {
          let token = try? container.override(ServiceKey<any Part>("shared")) { $0 }
          token?.remove()
        }
        if (try? Self.part(container).words) != "(leaf 1, leaf 7)" { wrong.increment() }
      }
    }
    #expect(wrong.value == 0)
  }
}
