/// Keeps an overlay on: it ends with the token, or with ``remove()``.
///
/// A token may be held and removed on any thread. It does not keep its container alive.
public final class OverlayToken: Sendable {
  private let overlay: Overlay
  private let overlays: Overlays

  init(_ overlay: Overlay, in overlays: Overlays) {
    self.overlay = overlay
    self.overlays = overlays
    overlays.add(overlay)
  }

  /// Takes the overlay off; a second call does nothing.
  ///
  /// Requests that begin afterwards do not see it any more. A callback that runs meanwhile, on another
  /// thread, comes to its end.
  public func remove() { overlays.remove(overlay) }

  deinit { remove() }
}
