package import PatchbayCore
import Synchronization

package protocol Greeter: Sendable { var greeting: String { get } }

package final class Plain: Greeter {
  package let greeting: String
  package init(_ greeting: String = "hello") { self.greeting = greeting }
}

package struct Polite: Greeter {
  package let inner: any Greeter
  package init(inner: any Greeter) { self.inner = inner }
  package var greeting: String { "please, \(inner.greeting)" }
}

/// Counts how often a factory ran.
package final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  package init() {}
  package var value: Int { count.load(ordering: .sequentiallyConsistent) }
  @discardableResult
  package func increment(by amount: Int = 1) -> Int {
    count.add(amount, ordering: .sequentiallyConsistent).newValue
  }
  /// A clock on which each look takes a millisecond.
  package var ticking: @Sendable () -> Duration { { .milliseconds(self.increment()) } }
  package func decrement() { count.subtract(1, ordering: .sequentiallyConsistent) }
}

/// A node of a made-up graph: what it was given.
package final class Node: Sendable {
  package let name: String
  package let inputs: [Node]
  package init(_ name: String, _ inputs: [Node] = []) {
    self.name = name
    self.inputs = inputs
  }
}

package struct Broken: Error, CustomStringConvertible {
  package let description = "out of order"
  package init() {}
}

extension FactoryCatalog {
  /// Nodes of other nodes, of the types `N0`, `N1`, …, each with a counter of its constructions.
  package static func nodes(_ counters: [Counter]) -> FactoryCatalog {
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
