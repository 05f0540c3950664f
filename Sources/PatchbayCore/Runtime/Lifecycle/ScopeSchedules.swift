import PatchbayDiagnostics
import Synchronization

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
