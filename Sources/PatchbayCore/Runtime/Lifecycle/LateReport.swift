import PatchbayDiagnostics

/// Writes to standard error why a program ends, where it would not be known for long: `run` throws its error when the
/// container has stopped, and a service that does not stop takes as long as its limit.
///
/// Nothing is written where an observer receives the ends of runs.
final class LateReport: Sendable {
  private let container: Container
  private let clock = Locked<Task<Void, Never>?>(nil)

  init(_ container: Container) { self.container = container }

  /// Begins with the end of a run: one that returned is written at once, and nothing else says it.
  func begin(_ ending: Lifecycle.Ending) {
    if let error = ending.error {
      begin(error)
    } else if !isObserved {
      writeToStandardError("`\(ending.key)` has ended: the program stops")
    }
  }

  /// Begins with an error, which is written if ``end()`` is not called in time; with an earlier one it has begun.
  func begin(_ error: any Error) {
    guard !isObserved else { return }
    let text =
      (error as? DiagnosticsError)?.diagnostics.first?.message
      ?? container.wiring.secrets.conceal(error)
    let delay = container.root.stopLimits.untilReport
    clock.withLock { clock in
      guard clock == nil else { return }
      clock = Task {
        guard (try? await Task.sleep(for: delay)) != nil else { return }
        writeToStandardError("error: \(text); the program is still stopping")
      }
    }
  }

  /// Ends it: the caller receives the error.
  func end() { clock.withLock { $0.take() }?.cancel() }

  private var isObserved: Bool { container.root.activity?.observesEnds == true }
}
