import PatchbayDiagnostics
import Synchronization

/// The services that are started, and the ones that each has to wait for.
struct StartSchedule: Sendable {
  /// The services that are started, each after all that it depends on; it may have to start after later ones, too.
  let order: [Int]
  /// What each one waits for: others, in the same order, and ``LifecycleOrder/allOthers``.
  let waits: [Int: [Int]]

  /// Creates the schedule of a store: its eager services, those with an `onStart` hook or a run, those whose
  /// building requires `await`, and the program's instances that are to be injected; without those that overrides
  /// replace.
  init(_ wiring: Wiring, depth: Int, without omitted: Set<Int> = []) {
    order = wiring.components.numbers.filter { index in
      wiring.services[index].scope.depth == depth && wiring.services[index].isStarted
        && !omitted.contains(index)
    }
    waits =
      order.isEmpty ? [:] : wiring.schedules.order(of: wiring).waits(ofStarting: order, in: depth)
  }
}

/// The order of a plan's starts and stops, and the schedules of its declared scopes: each is made when it is first
/// needed. What opening a scope costs must not depend on the number of services.
final class LifecycleSchedules: Sendable {
  private let order = Locked<LifecycleOrder?>(nil)
  /// By depth, from 1. Nil for those that were not made yet.
  private let schedules: Locked<[StartSchedule?]>
  /// A bit for each of the first depths whose scopes start nothing: most do not, and the lock takes 45
  /// of the instructions that opening one does.
  private let empty = Atomic<UInt>(0)

  init(scopes: Int) {
    schedules = Locked(scopes == 0 ? [] : Array(filledWith: nil, count: scopes))
  }

  func order(of wiring: Wiring) -> LifecycleOrder {
    if let order = order.withLock({ $0 }) { return order }
    // Two that are made at the same time are equal, as are two schedules.
    let order = LifecycleOrder(wiring.services, wiring.edges)
    self.order.withLock { $0 = order }
    return order
  }

  /// Whether the scopes of a depth are known to start nothing.
  func isEmpty(depth: Int) -> Bool { empty.load(ordering: .relaxed) & bit(depth) != 0 }

  /// Returns the schedule of the scopes of a depth; nil if they start nothing.
  func of(depth: Int, in wiring: Wiring) -> StartSchedule? {
    if let schedule = schedules.withLock({ $0[depth - 1] }) {
      return schedule.order.isEmpty ? nil : schedule
    }
    let schedule = StartSchedule(wiring, depth: depth)
    schedules.withLock { $0[depth - 1] = schedule }
    guard schedule.order.isEmpty else { return schedule }
    empty.bitwiseOr(bit(depth), ordering: .relaxed)
    return nil
  }

  /// 0 for the depths that no bit is left of.
  private func bit(_ depth: Int) -> UInt { 1 << depth }
}
