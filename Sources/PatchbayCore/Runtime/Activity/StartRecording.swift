/// The builds during one start.
final class StartRecording: Sendable {
  /// Returns the time that has passed since some fixed moment.
  let time: @Sendable () -> Duration
  private let recorded = Locked<[StartReport.Build]>([])

  init(time: @escaping @Sendable () -> Duration) { self.time = time }

  func add(_ build: StartReport.Build) { recorded.withLock { $0.append(build) } }

  /// The builds so far, in the order in which they ended.
  var builds: [StartReport.Build] { recorded.withLock { $0 } }
}
