package import PatchbayDiagnostics
import Synchronization

/// Whether the callers of an overridden service received the replacement, so that a test can warn of an override
/// without effect.
///
/// It outlives the override, and retains nothing of it.
package final class OverrideReceipt: Sendable {
  /// The location where the service was overridden.
  package let location: SwiftLocation
  /// The index of the service.
  let index: Int
  /// The override in a message.
  private let title: String
  /// Whether it replaces a service that the container had begun to start or to run.
  private let isTooLate: Bool
  // The flags are only set, and publish no other memory, so relaxed ordering is enough.
  /// Whether a caller received the replacement.
  private let isReceived = Atomic<Bool>(false)
  /// Whether a caller received the original.
  private let isMissed: Atomic<Bool>

  init(
    of index: Int, _ title: String, at location: SwiftLocation, isMissed: Bool, isTooLate: Bool
  ) {
    (self.index, self.title, self.location) = (index, title, location)
    self.isTooLate = isTooLate
    self.isMissed = Atomic(isMissed)
  }

  /// Notes that a caller received the service, and whether the override replaced it.
  func note(isReplaced: Bool) {
    if isReplaced {
      isReceived.store(true, ordering: .relaxed)
    } else {
      isMissed.store(true, ordering: .relaxed)
    }
  }

  /// A text that says that the override came too late or had no effect; nil if it had one, or if no caller was to
  /// receive the service at all.
  package var problem: String? {
    if isTooLate {
      return """
        \(title) came too late: the container had started the original
        help: override it before `start()` and without `starting: true`, or replace it in an overlay
        """
    }
    guard isMissed.load(ordering: .relaxed), !isReceived.load(ordering: .relaxed) else {
      return nil
    }
    return """
      \(title) had no effect: callers received the original
      help: keep the token, override before the first request, and use the type by which \
      callers receive the service
      """
  }
}
