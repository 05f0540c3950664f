/// The schedules of the declared scopes, each made when a scope of its depth is first opened: what
/// opening one costs must not depend on the number of services.
final class ScopeSchedules: Sendable {
  /// By depth; that of the container is not among them.
  private let schedules: Locked<[StartSchedule?]>

  init(depths: Int) { schedules = Locked(Array(repeating: nil, count: depths)) }

  /// Returns the schedule of the scopes of a depth.
  func of(depth: Int, in wiring: Wiring) -> StartSchedule {
    if let schedule = schedules.withLock({ $0[depth] }) { return schedule }
    // Two that are made at the same time are equal.
    let schedule = StartSchedule(wiring, depth: depth)
    schedules.withLock { $0[depth] = schedule }
    return schedule
  }
}
