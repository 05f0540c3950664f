/// A token that keeps an overlay in effect: the overlay ends with ``remove()``, or when the token
/// is deallocated.
///
/// A token may be held and removed on any thread. It does not retain its container.
public final class OverlayToken: Sendable {
  private let overlay: Overlay
  private let overlays: Overlays

  init(_ overlay: Overlay, in overlays: Overlays) {
    self.overlay = overlay
    self.overlays = overlays
    overlays.add(overlay)
  }

  /// Removes the overlay; a second call does nothing.
  ///
  /// Requests that begin afterwards do not see the overlay. A closure that runs on another thread
  /// meanwhile finishes.
  public func remove() { overlays.remove(overlay) }

  deinit { remove() }
}
