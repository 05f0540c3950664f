import PatchbayDiagnostics
import Synchronization

/// The services that are started, and the ones that each has to wait for.
struct StartSchedule: Sendable {
  /// The services that are started, each after all that it depends on; it may have to start after later ones, too.
  let order: [Int]
  /// The started services that each one waits for, in the same order.
  let waits: [Int: [Int]]

  /// Creates the schedule of a store: its eager services, those with an `onStart` hook or a run, those whose
  /// building requires `await`, and the program's instances that are to be injected.
  init(_ wiring: Wiring, depth: Int) {
    let order = wiring.components.numbers.filter { index in
      wiring.services[index].scope.depth == depth && wiring.services[index].isStarted
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

/// The services of a start that are not begun, and what each of them still waits for.
///
/// Counted, so that the end of one looks only at those that wait for it.
struct ReadyServices {
  /// All of them, in order, and those that each one waits for.
  private let (order, waits): ([Int], [Int: [Int]])
  /// The number of services that each one still waits for; nil for those that are begun.
  private var missing: [Int: Int] = [:]
  /// The services that wait for each one, in order.
  private var waiting: [Int: [Int]] = [:]

  /// - Parameters:
  ///   - order: The services.
  ///   - waits: The services that each one waits for, all of them in `order`.
  init(_ order: [Int], _ waits: [Int: [Int]]) {
    (self.order, self.waits) = (order, waits)
    for index in order {
      let needed = waits[index] ?? []
      missing[index] = needed.count
      for need in needed { waiting[need, default: []].append(index) }
    }
  }

  /// Begins those that wait for none.
  mutating func beginFirst() -> [Int] { beginReady(of: order) }

  /// Begins those that waited for one as the last.
  mutating func begin(after ended: Int) -> [Int] {
    let others = waiting.removeValue(forKey: ended) ?? []
    for index in others { missing[index]? -= 1 }
    return beginReady(of: others)
  }

  /// Begins the first of those that wait for each other and for no others, as properties may close a cycle; nil if all
  /// are begun.
  mutating func breakCycle() -> Int? {
    let left = order.filter { missing[$0] != nil }
    let places = Dictionary(uniqueKeysWithValues: left.enumerated().map { ($1, $0) })
    var targets = Groups(capacity: left.count)
    for index in left {
      for need in waits[index] ?? [] { if let place = places[need] { targets.append(place) } }
      targets.endGroup()
    }
    // Each component is after all that it points to, so that the first points to no other.
    let components = stronglyConnectedComponents(targets)
    guard let first = components.count > 0 ? components[0].min() : nil else { return nil }
    missing[left[first]] = nil
    return left[first]
  }

  private mutating func beginReady(of indices: [Int]) -> [Int] {
    let ready = indices.filter { missing[$0] == 0 }
    for index in ready { missing[index] = nil }
    return ready
  }
}

/// The schedules of the declared scopes, each made when a scope of its depth is first opened: what
/// opening one costs must not depend on the number of services.
final class ScopeSchedules: Sendable {
  /// By depth, from 1. Nil for those that were not made yet.
  private let schedules: Locked<[StartSchedule?]>
  /// A bit for each of the first depths whose scopes start nothing: most do not, and the lock takes 45
  /// of the instructions that opening one does.
  private let empty = Atomic<UInt>(0)

  init(scopes: Int) {
    schedules = Locked(scopes == 0 ? [] : Array(filledWith: nil, count: scopes))
  }

  /// Whether the scopes of a depth are known to start nothing.
  func isEmpty(depth: Int) -> Bool { empty.load(ordering: .relaxed) & bit(depth) != 0 }

  /// Returns the schedule of the scopes of a depth; nil if they start nothing.
  func of(depth: Int, in wiring: Wiring) -> StartSchedule? {
    if let schedule = schedules.withLock({ $0[depth - 1] }) {
      return schedule.order.isEmpty ? nil : schedule
    }
    // Two that are made at the same time are equal.
    let schedule = StartSchedule(wiring, depth: depth)
    schedules.withLock { $0[depth - 1] = schedule }
    guard schedule.order.isEmpty else { return schedule }
    empty.bitwiseOr(bit(depth), ordering: .relaxed)
    return nil
  }

  /// 0 for the depths that no bit is left of.
  private func bit(_ depth: Int) -> UInt { 1 << depth }
}

// The order of starts and stops.
extension Wiring {
  /// Returns the services that a service waits for at the start and that wait for it at the stop: those that must be
  /// ready before it is built, and those that it starts after.
  func predecessors(of index: Int) -> [Int] { needs(of: index) + services[index].after }

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
    guard services[index].entry.isStopped else { return false }
    return reached(from: [index], predecessors).contains {
      $0 != index && services[$0].entry.isStopped
    }
  }
}
