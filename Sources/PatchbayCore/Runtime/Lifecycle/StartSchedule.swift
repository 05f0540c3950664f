import PatchbayDiagnostics

/// The services that are started, and the ones that each has to wait for.
struct StartSchedule: Sendable {
  /// The services that are started, each after all that it depends on; it may have to start after later ones, too.
  let order: [Int]
  /// The started services that each one waits for, in the same order.
  let waits: [Int: [Int]]

  /// Creates the schedule of a store: its eager services, those with an `onStart` hook, those whose
  /// building requires `await`, and the program's instances that are to be injected.
  init(_ wiring: Wiring, depth: Int) {
    let order = wiring.components.numbers.filter { index in
      wiring.bindings[index].scope.depth == depth && wiring.bindings[index].isStarted
    }
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    var waits: [Int: [Int]] = [:]
    for start in order {
      // Also through services that are not started.
      let found = wiring.reached(from: [start]) { index in
        index == start || places[index] == nil ? wiring.predecessors(of: index) : []
      }
      waits[start] = found.filter { $0 != start && places[$0] != nil }
        .inStableOrder { places[$0, default: 0] < places[$1, default: 0] }
    }
    self.order = order
    self.waits = waits
  }
}

// The order of starts and stops.
extension Wiring {
  /// Returns the services that a service waits for at the start and that wait for it at the stop: those that must be
  /// ready before it is built, and those that it starts after.
  func predecessors(of index: Int) -> [Int] { needs(of: index) + bindings[index].after }

  /// Returns services and all that follows from them, each once; `next` returns what follows directly from one.
  func reached(from first: [Int], _ next: (Int) -> [Int]) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var pending = first
    while let index = pending.popLast() {
      guard seen.insert(index).inserted else { continue }
      found.append(index)
      pending += next(index)
    }
    return found
  }

  /// Whether a service has to be stopped before others that it needs or starts after, directly or not.
  func stopsBeforeOthers(_ index: Int) -> Bool {
    guard bindings[index].entry.stop != nil else { return false }
    return reached(from: [index], predecessors).contains {
      $0 != index && bindings[$0].entry.stop != nil
    }
  }
}
