import PatchbayDiagnostics

/// The services that are started, and the ones that each has to wait for.
struct StartSchedule: Sendable {
  /// The services that are started, each after all that it waits for.
  let order: [Int]
  /// The started services that each one waits for, in the same order.
  let waits: [Int: [Int]]

  /// Creates the schedule of a store: its eager services, those with an `onStart` hook, those whose
  /// building requires `await`, and the program's instances that are to be injected.
  init(_ wiring: Wiring, depth: Int) {
    let started = Set(
      wiring.bindings.indices.filter { index in
        wiring.bindings[index].scope.depth == depth && wiring.bindings[index].isStarted
      }
    )
    var waits: [Int: Set<Int>] = [:]
    for index in started { waits[index] = Self.subgraph(from: index, started, wiring) }
    // The groups are ordered by their dependencies; `after` may require the reverse, so sort by it.
    let numbers = wiring.components.numbers.filter(started.contains)
    let places = Self.places(numbers)
    var services = ReadyServices(numbers, waits)
    var order: [Int] = []
    var next = services.beginFirst()
    while true {
      // The plan rejects unsatisfiable orders; property cycles start in document order.
      if next.isEmpty { next = services.breakCycle().map { [$0] } ?? [] }
      if next.isEmpty { break }
      order += next
      next = next.flatMap { services.begin(after: $0) }
        .inStableOrder { places[$0, default: 0] < places[$1, default: 0] }
    }
    self.order = order
    let starts = Self.places(order)
    self.waits = waits.mapValues {
      $0.inStableOrder { starts[$0, default: 0] < starts[$1, default: 0] }
    }
  }

  private static func places(_ order: [Int]) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
  }

  /// Returns the started services that one depends on or starts after, through any that are not
  /// started.
  private static func subgraph(from start: Int, _ started: Set<Int>, _ wiring: Wiring) -> Set<Int> {
    var found: Set<Int> = []
    var seen: Set<Int> = [start]
    var pending = [start]
    while let index = pending.popLast() {
      let binding = wiring.bindings[index]
      for next in wiring.needs(of: index) + binding.after where seen.insert(next).inserted {
        if started.contains(next) { found.insert(next) } else { pending.append(next) }
      }
    }
    return found
  }
}
