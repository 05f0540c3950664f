import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// What a service needs is built before it, without a level of the stack for each.
@Suite("A chain of services is built from its end, at any depth")
struct BuildOrderTests {
  struct Refusal: Error {}

  final class Link: Sendable {
    let next: Link?
    init(next: Link?) { self.next = next }
    var length: Int { 1 + (next?.length ?? 0) }
  }

  /// Returns the container of a chain `s0` → `s1` → …, and the number of calls of the factories.
  static func chain(
    _ length: Int, fails: Bool = false, lifetime: String = "singleton", end: String = "singleton"
  ) throws -> (container: Container, calls: Counter) {
    let calls = Counter()
    let catalog = FactoryCatalog("links") {
      Factory("Link", .service("next")) { (next: Link) in
        calls.increment()
        return Link(next: next)
      }
      Factory("End") { () throws -> Link in
        calls.increment()
        if fails { throw Refusal() }
        return Link(next: nil)
      }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        for index in 0..<length - 1 {
          $0.define("s\(index)", "Link", ["next": .ref("s\(index + 1)")], scope: lifetime)
        }
        $0.define("s\(length - 1)", "End", scope: end)
      }.plan(catalog))
    return (container, calls)
  }

  static let lengths = [1, 2, 3, 16, 17, 18, 19, 40, 1_000]

  @Test(arguments: lengths, ["singleton", "request"])
  func eachIsBuiltOnce(_ length: Int, _ end: String) async throws {
    let (container, calls) = try Self.chain(length, lifetime: end, end: end)
    try await container.withScope("request") { scope in
      for _ in 0..<2 {
        let first = try scope.resolve("s0", as: Link.self)
        #expect(first.length == length)
      }
    }
    #expect(calls.value == length)
  }

  @Test(arguments: lengths)
  func aScopedChainOverASingletonKeepsEachWhereItBelongs(_ length: Int) async throws {
    let (container, calls) = try Self.chain(length, lifetime: "request")
    for _ in 0..<2 {
      try await container.withScope("request") { scope in
        let first = try scope.resolve("s0", as: Link.self)
        #expect(first.length == length)
      }
    }
    #expect(calls.value == 2 * (length - 1) + 1)
  }

  @Test(arguments: lengths)
  func aFailureHasThePathToIt(_ length: Int) throws {
    let (container, calls) = try Self.chain(length, fails: true)
    for round in 1...2 {
      let error = #expect(throws: DiagnosticsError.self) {
        try container.resolve("s0", as: Link.self)
      }
      #expect(error?.underlying is Refusal)
      let path = error?.diagnostics.first?.requestedBy.map(\.key)
      #expect(path == (length == 1 ? [] : (0..<length).map { "s\($0)" }))
      #expect(calls.value == round)
    }
  }

  @Test func threadsThatBeginAnywhereBuildEachOnce() throws {
    for _ in 0..<50 {
      let (container, calls) = try Self.chain(12)
      onThreads(4) { index in
        _ = try? container.resolve("s\(index * 3)", as: Link.self)
      }
      #expect(calls.value == 12)
    }
  }

  final class Hub: Sendable {
    let links: [Link]
    let byKey: [String: Link]
    init(_ links: [Link], _ byKey: [String: Link]) { (self.links, self.byKey) = (links, byKey) }
  }

  /// The members of a list are built before it, or anew for it, each as its scope says.
  @Test(
    "Lists have their members in order, and each of them once in its scope",
    arguments: ["singleton", "request"], ["singleton", "request", "transient"])
  func lists(_ lifetime: String, _ members: String) async throws {
    // A singleton cannot keep services of a request.
    guard lifetime == "request" || members != "request" else { return }
    let calls = Counter()
    let catalog = FactoryCatalog("lists") {
      Factory("Link") { () -> Link in
        calls.increment()
        return Link(next: nil)
      }
      Factory("Hub", .services("links"), .services("byKey")) { Hub($0, $1) }
    }
    let container = Container(
      try definitions(scopes: ["request"]) {
        for key in ["c", "a", "b"] { $0.define(key, "Link", scope: members) }
        $0.define(
          "hub", "Hub",
          [
            "links": .list([.ref("b"), .ref("c"), .ref("a")]),
            "byKey": .map(["a": .ref("a"), "c": .ref("c")]),
          ],
          scope: lifetime)
      }.plan(catalog))
    for _ in 0..<2 {
      try await container.withScope("request") { scope in
        let hub = try scope.resolve("hub", as: Hub.self)
        #expect(try scope.resolve("hub", as: Hub.self) === hub)
        #expect(hub.links.count == 3)
        #expect(hub.byKey.keys.sorted() == ["a", "c"])
        #expect(Set(hub.links.map(ObjectIdentifier.init)).count == 3)
        guard members != "transient" else { return }
        for (link, key) in zip(hub.links, ["b", "c", "a"]) {
          #expect(try scope.resolve(key, as: Link.self) === link)
        }
        #expect(hub.byKey["a"] === hub.links[2])
        #expect(hub.byKey["c"] === hub.links[1])
      }
    }
    let ofOneRequest = members == "transient" ? 5 : 3
    #expect(calls.value == ofOneRequest * (lifetime == "request" && members != "singleton" ? 2 : 1))
  }

  @Test func aMemberOfAListThatFailsHasThePathToIt() throws {
    let catalog = FactoryCatalog("lists") {
      Factory("Link") { () throws -> Link in throw Refusal() }
      Factory("Hub", .services("links")) { (links: [Link]) in Hub(links, [:]) }
    }
    let container = Container(
      try definitions {
        $0.define("a", "Link")
        $0.define("hub", "Hub", ["links": .list([.ref("a")])])
      }.plan(catalog))
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("hub", as: Hub.self)
    }
    #expect(error?.underlying is Refusal)
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["hub", "a"])
  }
}
