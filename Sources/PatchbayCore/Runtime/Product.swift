import PatchbayDiagnostics

/// A shared instance, seen once as each of its contracts.
final class Product: Sendable {
  /// In the order of the factory's contracts; the first is the instance itself.
  let boxes: [AnyBox]

  init(_ box: AnyBox, _ entry: CatalogEntry) {
    boxes = [box] + entry.contracts.dropFirst().map { $0.view(box) }
  }
}

/// Where a shared service's instance is kept.
final class Slot: Sendable {
  enum State {
    case empty
    /// Its factory runs, or is about to.
    case building(Construction)
    case ready(Product)
  }

  let state = Locked(State.empty)

  /// The instance, where there is one already.
  var product: Product? {
    state.withLock { if case .ready(let product) = $0 { product } else { nil } }
  }
}

/// Held while a component is built; whoever needs it meanwhile waits here.
///
/// No gate is held while another component is built, unless a factory's own code asks for one, and
/// that way back is watched by the ``WaitGraph``.
final class Gate: Sendable {
  private let lock = Locked(())

  func whileHeld<Result: Sendable>(
    _ body: () throws(DiagnosticsError) -> Result
  ) throws(DiagnosticsError) -> Result {
    try lock.withLock { _ throws(DiagnosticsError) in try body() }
  }

  /// Returns when nobody holds the gate.
  func wait() { lock.withLock { _ in } }
}
