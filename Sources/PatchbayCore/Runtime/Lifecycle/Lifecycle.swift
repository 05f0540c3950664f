/// Where a container stands in its life, and what it has built that must be stopped.
struct Lifecycle {
  enum Phase {
    case idle
    case starting
    case running
    case stopping
    case stopped
  }

  var phase = Phase.idle
  /// The singletons with an `onStop` hook that were built, in the order in which they became whole.
  var built: [Int] = []
  /// What was started; empty before the start is over.
  var startReport = StartReport(services: [], duration: .zero)

  /// Whether services may still be asked for. While stopping they may: a hook may need one.
  var isOpen: Bool { phase != .stopped }
}
