import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

/// Services whose needs can be built without steps of their own are, up to a depth.
@Suite("A chain of services is built from its end, at any depth")
struct BuildAtOnceTests {
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
}
