import TestSupport
import Testing

@testable import PatchbayCore

/// A service that the container has built often, by a producer, gets a subclass that is injected.
@Suite("Injected properties share the graph services of a request, however often it was made")
struct GraphOfPropertiesTests {
  private final class Clock: Sendable {}
  private class Part: Shape, @unchecked Sendable {}
  private final class Timed: Part, Injectable, @unchecked Sendable {
    @Injected("clock") var clock: Clock
  }
  private class Tile: @unchecked Sendable {}
  private final class Whole: Sendable {
    let (first, second): (any Shape, any Shape)
    let clock: Clock?

    init(_ first: any Shape, _ second: any Shape, _ clock: Clock?) {
      (self.first, self.second, self.clock) = (first, second, clock)
    }

    /// Whether everything has the same clock; nil if nothing has one by a property.
    var isOfOneClock: Bool? {
      let clocks = [first, second].compactMap { ($0 as? Timed)?.clock }
      guard let any = clocks.first else { return nil }
      return (clocks + [clock ?? any]).allSatisfy { $0 === any }
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
      Factory("Tile") { Tile() }
      Factory("Tiled", .service("tile", as: Tile.self), .service("clock", as: Clock.self)) {
        (_: Tile, clock: Clock) in Whole(Part(), Part(), clock)
      }
    }
    return Container(
      try definitions(scopes: ["request"]) {
        $0.define("clock", "Clock", scope: "graph")
        $0.define("part", "Part", scope: "transient")
        $0.define("tile", "Tile", scope: "transient")
        $0.define(
          "tiled", "Tiled", ["tile": .ref("tile"), "clock": .ref("clock")], scope: "transient")
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
  func asInTheFirstRequest(_ contract: Contract, clock: Bool) async throws {
    for scope in ["transient", "graph", "request"] {
      let make = Locked<@Sendable () -> Part>({ Part() })
      let container = try Self.container(contract, clock: clock, scope: scope) {
        make.withLock { $0 }()
      }
      func isOfOneClock() async throws -> Bool? {
        try await container.withScope("request") { scope in
          try scope.resolve(ServiceKey<Whole>("whole")).isOfOneClock
        }
      }
      for _ in 0..<3 { #expect(try await isOfOneClock() == nil) }
      make.withLock { $0 = { Timed() } }
      for _ in 0..<3 { #expect(try await isOfOneClock() == true) }
    }
  }

  #if os(Linux)
    /// Elsewhere, nothing says which classes have injected subclasses.
    @Test func aClassWithoutInjectedSubclassesHasAProducer() throws {
      let container = try Self.container(.ofAClass, clock: true) { Part() }
      let key = ServiceKey<Whole>("tiled")
      _ = try container.resolve(key)
      let content = container.content(of: container.keys.facet(of: key.number), as: Whole.self)
      #expect(content.isProducer == FastPath.isOn)
    }
  #endif
}

private protocol Shape: AnyObject, Sendable {}
