/// An override of a service, in effect until the token is removed or released.
///
/// A token may be held and removed on any thread. It does not keep its container alive.
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
  /// Requests that begin afterwards do not see it. A callback that is running on another thread
  /// finishes.
  public func remove() { overrides.change { $0.remove(override) } }

  deinit { overrides.change { $0.end(override) } }
}
