import Synchronization

/// The connections of a server on which an answer is due, by their file descriptors.
///
/// A new connection is one of them, as its request may be under way; one that was answered is not, until
/// its next request.
final class UnansweredConnections: Sendable {
  private struct State {
    var descriptors: Set<CInt> = []
    var isDraining = false
    var waiter: AsyncStream<Never>.Continuation?
  }

  private let state = Mutex(State())

  /// Whether the server is stopping, so that each answer is the last on its connection.
  var isDraining: Bool { state.withLock { $0.isDraining } }

  func insert(_ descriptor: CInt) { state.withLock { _ = $0.descriptors.insert(descriptor) } }

  func remove(_ descriptor: CInt) {
    let waiter = state.withLock { state in
      state.descriptors.remove(descriptor)
      return state.descriptors.isEmpty ? state.waiter : nil
    }
    waiter?.finish()
  }

  func beginDraining() { state.withLock { $0.isDraining = true } }

  /// Suspends until no connection is left or the task is cancelled.
  func drained() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let isDrained = state.withLock { state in
      state.waiter = continuation
      return state.descriptors.isEmpty
    }
    if isDrained { return }
    for await _ in stream {}
  }
}
