import TestSupport
import Testing

@testable import PatchbayCore

/// A service that the container has built often, by a producer, gets a subclass that is injected.
@Suite("Each injected property has a graph of its own, in the first request and in later ones")
struct GraphOfPropertiesTests {
  private final class Clock: Sendable {}
  private class Part: Shape, @unchecked Sendable {}
  private final class Timed: Part, Injectable, @unchecked Sendable {
    @Injected("clock") var clock: Clock
  }
  private final class Whole: Sendable {
    let (first, second): (any Shape, any Shape)
    let clock: Clock?

    init(_ first: any Shape, _ second: any Shape, _ clock: Clock?) {
      (self.first, self.second, self.clock) = (first, second, clock)
    }

    /// The clocks of its parts, and its own.
    var clocks: [Clock] {
      [first, second].compactMap { ($0 as? Timed)?.clock } + (clock.map { [$0] } ?? [])
    }
  }

  /// The factory's own type of the parts.
  enum Contract: String, CaseIterable { case ofAClass, ofAProtocol }

  private static func container(
    _ contract: Contract, clock: Bool, scope: String = "transient",
    _ make: @escaping @Sendable () -> Part
  ) throws -> Container {
    let catalog = FactoryCatalog("c") {
      Factory("Clock") { Clock() }
      switch contract {
      case .ofAClass: Factory("Part") { () -> Part in make() }.provides { $0 as any Shape }
      case .ofAProtocol: Factory("Part") { () -> any Shape in make() }
      }
      Factory(
        "Whole", .service("first", as: (any Shape).self), .service("second", as: (any Shape).self),
        .service("clock", as: Clock.self)
      ) { Whole($0, $1, $2) }
      Factory(
        "Pair", .service("first", as: (any Shape).self), .service("second", as: (any Shape).self)
      ) { Whole($0, $1, nil) }
    }
    return Container(
      try definitions(scopes: ["request"]) {
        $0.define("clock", "Clock", scope: "graph")
        $0.define("part", "Part", scope: "transient")
        if clock {
          $0.define(
            "whole", "Whole",
            ["first": .ref("part"), "second": .ref("part"), "clock": .ref("clock")],
            scope: scope)
        } else {
          $0.define("whole", "Pair", ["first": .ref("part"), "second": .ref("part")], scope: scope)
        }
      }.plan(catalog))
  }

  @Test(arguments: Contract.allCases, [true, false])
  func eachPropertyHasAGraphOfItsOwn(_ contract: Contract, clock: Bool) async throws {
    for scope in ["transient", "graph", "request"] {
      for earlier in [0, 3] {
        let make = Locked<@Sendable () -> Part>({ Part() })
        let container = try Self.container(contract, clock: clock, scope: scope) {
          make.withLock { $0 }()
        }
        func clocks() async throws -> [Clock] {
          try await container.withScope("request") { scope in
            try scope.resolve(ServiceKey<Whole>("whole")).clocks
          }
        }
        for _ in 0..<earlier { #expect(try await clocks().count == (clock ? 1 : 0)) }
        make.withLock { $0 = { Timed() } }
        for _ in 0..<3 {
          let clocks = try await clocks()
          #expect(clocks.count == (clock ? 3 : 2))
          #expect(Set(clocks.map(ObjectIdentifier.init)).count == clocks.count)
        }
      }
    }
  }
}

private protocol Shape: AnyObject, Sendable {}
