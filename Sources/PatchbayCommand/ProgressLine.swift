import PatchbayCore
import PatchbayDiagnostics

/// Shows on a terminal how far a command is, if its work takes longer than a second.
///
/// The work itself calls ``show(_:of:_:)``, which compares a monotonic clock with the time of the
/// next line: there is no thread, task or timer. The line is rewritten in place, and removed before
/// any other output.
final class ProgressLine: Sendable {
  private struct State {
    var isShown = false
    /// The time from which on the next line is shown.
    var next: Duration
  }

  /// Work that takes less shows nothing.
  static let delay = Duration.seconds(1)
  /// A line that changes more often cannot be read.
  private static let interval = Duration.milliseconds(100)

  private let elapsed: @Sendable () -> Duration
  private let width: @Sendable () -> Int?
  private let write: @Sendable (String) -> Void
  private let state = Locked(State(next: ProgressLine.delay))

  /// Creates a line that is not shown yet, by a monotonic clock and the columns of the terminal;
  /// nil if they are not known.
  init(
    elapsed: @escaping @Sendable () -> Duration, width: @escaping @Sendable () -> Int?,
    write: @escaping @Sendable (String) -> Void
  ) {
    self.elapsed = elapsed
    self.width = width
    self.write = write
  }

  /// Returns the time since this call.
  static func elapsedFromNow() -> @Sendable () -> Duration {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }

  /// Shows which of several steps, from 0, begins, such as `checking 12 of 40: production`; does
  /// nothing during the first second.
  func show(_ index: Int, of count: Int, _ name: @autoclosure () -> String) {
    let now = elapsed()
    state.withLock { state in
      guard now >= state.next else { return }
      state.next = now + Self.interval
      state.isShown = true
      let text = "checking \(index + 1) of \(count): \(DisplayText.line(name()))"
      write("\r" + Self.cut(text, to: width() ?? 80) + "\u{1B}[K")
    }
  }

  /// Removes the line, if it is shown; the next step shows it again.
  func remove() {
    state.withLock { state in
      if state.isShown { write("\r\u{1B}[K") }
      state.isShown = false
    }
  }

  /// Returns a text that leaves the last column free: a line that filled it could not be removed.
  private static func cut(_ text: String, to width: Int) -> String {
    if DisplayWidth.of(text) < width { return text }
    var room = width - 2
    let kept = text.prefix { character in
      room -= DisplayWidth.of(String(character))
      return room >= 0
    }
    return kept + "…"
  }
}
