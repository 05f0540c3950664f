import PatchbayConfiguration
import Synchronization

@testable import PatchbayCore

protocol Greeter: Sendable { var greeting: String { get } }

final class Plain: Greeter {
  let greeting: String
  init(_ greeting: String = "hello") { self.greeting = greeting }
}

struct Polite: Greeter {
  let inner: any Greeter
  var greeting: String { "please, \(inner.greeting)" }
}

/// Counts how often a factory ran.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  @discardableResult
  func increment() -> Int {
    count.add(1, ordering: .sequentiallyConsistent).newValue
  }
  /// A clock on which each look takes a millisecond.
  var ticking: @Sendable () -> Duration { { .milliseconds(self.increment()) } }
  func decrement() { count.subtract(1, ordering: .sequentiallyConsistent) }
}

/// A node of a made-up graph: what it was given.
final class Node: Sendable {
  let name: String
  let inputs: [Node]
  init(_ name: String, _ inputs: [Node] = []) {
    self.name = name
    self.inputs = inputs
  }
}

struct Broken: Error, CustomStringConvertible {
  let description = "out of order"
}

extension FactoryCatalog {
  /// Nodes of other nodes, of the types `N0`, `N1`, …, each with a counter of its constructions.
  static func nodes(_ counters: [Counter]) -> FactoryCatalog {
    FactoryCatalog("nodes") {
      for index in counters.indices {
        Factory("N\(index)", .services("inputs")) { (inputs: [Node]) in
          counters[index].increment()
          return Node("\(index)", inputs)
        }
      }
    }
  }
}
