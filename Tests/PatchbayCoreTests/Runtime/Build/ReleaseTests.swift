import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A container releases each service before what it depends on")
struct ReleaseTests {
  private final class Link: Sendable {
    /// Not as a `Link`: the compiler releases a chain of one class by a loop, and this one must not rely
    /// on that.
    let next: (any Sendable)?
    let number: Int
    private let released: Counter

    init(_ number: Int, _ next: Link?, _ released: Counter) {
      (self.number, self.next, self.released) = (number, next, released)
    }

    deinit { released.increment() }
  }

  private func plan(_ length: Int, _ released: Counter) throws -> Plan {
    let catalog = FactoryCatalog("t") {
      Factory("End", .value("number")) { (number: Int) in Link(number, nil, released) }
      Factory("Link", .value("number"), .service("next")) { (number: Int, next: Link) in
        Link(number, next, released)
      }
      Factory("Use", .service("link", as: Link.self)) { (link: Link) in Node("\(link.number)") }
    }
    return try definitions(scopes: ["request"]) {
      for scope in ["singleton", "request"] {
        for index in 0..<length - 1 {
          $0.define(
            "\(scope)\(index)", "Link",
            ["number": .text("\(index)"), "next": .ref("\(scope)\(index + 1)")], scope: scope)
        }
        $0.define("\(scope)\(length - 1)", "End", ["number": .text("\(length)")], scope: scope)
      }
      $0.define("use", "Use", ["link": .ref("singleton0")], scope: "transient")
    }.plan(catalog)
  }

  /// One that is released by recursion overflows a stack of this size.
  @Test func aChainOfTenThousandClassesNeedsNoDeepStack() throws {
    let released = Counter()
    let plan = try plan(10_000, released)
    onThreads(1, stackSize: 512 * 1024) { _ in
      let container = Container(plan)
      // A transient, whose fast path keeps what it is made of, too.
      for _ in 0..<3 { _ = try? container.resolve("use", as: Node.self) }
      #expect(released.value == 0)
    }
    #expect(released.value == 10_000)
  }

  @Test func neitherDoesAScope() async throws {
    let released = Counter()
    let container = Container(try plan(10_000, released))
    let scope = try await container.openScope("request")
    _ = try scope.resolve("request0", as: Link.self)
    let kept = Locked<ServiceScope?>(consume scope)
    await blocking {
      onThreads(1, stackSize: 512 * 1024) { _ in
        let last = kept.withLock { kept in
          defer { kept = nil }
          return kept
        }
        _ = last
      }
    }
    #expect(released.value == 10_000)
  }
}
