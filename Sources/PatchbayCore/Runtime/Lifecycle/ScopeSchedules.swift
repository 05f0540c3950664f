import PatchbayDiagnostics

/// The schedules of the declared scopes, each made when a scope of its depth is first opened: what
/// opening one costs must not depend on the number of services.
final class ScopeSchedules: Sendable {
  /// By depth; that of the container is not among them.
  private let schedules: Locked<[Entry]>

  private enum Entry {
    case unknown
    /// No service of the scope is started.
    case empty
    case schedule(StartSchedule)
  }

  init(depths: Int) { schedules = Locked(Array(filledWith: .unknown, count: depths)) }

  /// Returns the schedule of the scopes of a depth; nil if they start nothing.
  func of(depth: Int, in wiring: Wiring) -> StartSchedule? {
    switch schedules.withLock({ $0[depth] }) {
    case .empty: return nil
    case .schedule(let schedule): return schedule
    case .unknown:
      // Two that are made at the same time are equal.
      let schedule = StartSchedule(wiring, depth: depth)
      schedules.withLock { $0[depth] = schedule.order.isEmpty ? .empty : .schedule(schedule) }
      return schedule.order.isEmpty ? nil : schedule
    }
  }
}
