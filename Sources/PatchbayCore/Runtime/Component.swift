import PatchbayDiagnostics

/// What is built together: nearly always one service, several where properties close a cycle.
///
/// Its gate is held while it is built; whoever needs it meanwhile waits there. No gate is held while
/// another component is built, unless a factory's own code asks for one, and that way back is
/// watched by the ``WaitGraph``.
final class Component: Sendable {
  private let gate = Locked(())
  private let construction = Locked<Construction?>(nil)

  /// The running construction, where there is one; only changed by claims and by its own end.
  var owner: Construction? {
    get { construction.withLock { $0 } }
    set { construction.withLock { $0 = newValue } }
  }

  func whileHeld<Result: Sendable>(
    _ body: () throws(DiagnosticsError) -> Result
  ) throws(DiagnosticsError) -> Result {
    try gate.withLock { _ throws(DiagnosticsError) in try body() }
  }

  /// Returns when nobody holds the gate.
  func wait() { gate.withLock { _ in } }
}
