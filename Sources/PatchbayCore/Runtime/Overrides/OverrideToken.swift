/// A token that keeps an override in effect: the override ends with ``remove()``, or when the token
/// is deallocated.
///
/// A token may be held and removed on any thread. It does not retain its container.
public final class OverrideToken: Sendable {
  private let override: Override
  private let overrides: Overrides

  init(_ override: Override, in overrides: Overrides) {
    self.override = override
    self.overrides = overrides
    overrides.add(override)
  }

  /// Removes the override; a second call does nothing.
  ///
  /// Requests that begin afterwards do not see the override. A closure that runs on another thread
  /// meanwhile finishes.
  public func remove() { overrides.remove(override) }

  deinit { remove() }
}
