import Synchronization

/// A running call of the program's code, such as a hook or the callback of an override, and what it is for.
///
/// A task-local value holds the innermost call, and each call retains the one around it. A task that the code starts
/// inherits the value and may outlive the call, so a call is ignored once it has ended. For example, the start hook
/// of `pool` starts a task that stops the container: a stop that begins while the hook runs must not make it wait, and
/// one that begins later may.
final class RunningCall<Subject: Sendable>: Sendable {
  private let subject: Subject
  private let outer: RunningCall?
  private let hasEnded = Atomic<Bool>(false)

  init(_ subject: Subject, inside innermost: RunningCall?) {
    self.subject = subject
    // Not one that has ended: calls whose tasks make further calls would retain each other without end.
    outer = innermost?.running
  }

  func end() { hasEnded.store(true, ordering: .releasing) }

  /// The call itself, or the first around it that has not ended.
  private var running: RunningCall? {
    var next: RunningCall? = self
    while let call = next, call.hasEnded.load(ordering: .acquiring) { next = call.outer }
    return next
  }

  /// What the call and those around it are for, innermost first, as far as they have not ended.
  var subjects: [Subject] {
    var subjects: [Subject] = []
    var next = running
    while let call = next {
      subjects.append(call.subject)
      next = call.outer?.running
    }
    return subjects
  }
}
