import PatchbayDiagnostics
import Synchronization

/// A running start of a container or a scope: what the turns of its services share, and what they record.
final class StartRun: Sendable {
  let schedule: StartSchedule
  let store: InstanceStore
  /// Returns the time that has passed since the start began.
  let time: @Sendable () -> Duration
  /// Writes the first failure where it would not be known for long; nil if no program waits for the start.
  let late: LateReport?
  private let failed = Atomic<Bool>(false)
  private let record = Locked(Record())

  private struct Record {
    var services: [StartReport.Service] = []
    var failures: [(index: Int, error: DiagnosticsError)] = []
  }

  /// Begins the start of a store; `clock` returns the time that has passed since some fixed moment.
  init(
    _ schedule: StartSchedule, in store: InstanceStore,
    late: LateReport? = nil,
    clock: @escaping @Sendable () -> Duration
  ) {
    (self.schedule, self.store, self.late) = (schedule, store, late)
    let begin = clock()
    time = { clock() - begin }
  }

  /// Whether a service has failed: no further hook or attempt begins, and those that run are cancelled.
  var hasFailed: Bool { failed.load(ordering: .acquiring) }

  /// Records that a service has failed.
  ///
  /// - Returns: Whether it is the first one.
  @discardableResult
  func fail() -> Bool { !failed.exchange(true, ordering: .acquiringAndReleasing) }

  /// Records what becomes of a service; only a container has a readiness, and no scope.
  func note(_ state: Readiness.State, of index: Int) {
    if store.outer == nil { store.note(state, of: index) }
  }

  /// Records a service that was started.
  func add(_ service: StartReport.Service) { record.withLock { $0.services.append(service) } }

  /// Records the error of a service that could not be started, or whose run failed: that is the first, as it may be
  /// the cause of the others.
  func add(_ error: DiagnosticsError, of index: Int, isFirst: Bool = false) {
    record.withLock { $0.failures.insert((index, error), at: isFirst ? 0 : $0.failures.count) }
  }

  /// The services that could not be started, in the order in which they failed.
  var failures: [(index: Int, error: DiagnosticsError)] { record.withLock { $0.failures } }

  /// Returns the report of a start that took a time, with all that was recorded.
  func report(duration: Duration) -> StartReport {
    record.withLock { record in
      StartReport(
        services: record.services.inStableOrder { $0.begun < $1.begun }, duration: duration)
    }
  }
}
