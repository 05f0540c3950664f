import Synchronization

/// The listeners of this process, and its clients.
public final class Network: Sendable {
  /// Nothing listens on the port.
  public struct Refused: Error {}

  /// The server ended before it had answered.
  public struct Reset: Error {}

  private struct State {
    var listeners: [Int: Listener] = [:]
    var waiters: [(port: Int, isOpen: Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  public static let shared = Network()

  private let state = Mutex(State())

  /// Sends a request, and returns the answer.
  public func get(_ path: String, port: Int) async throws -> String {
    guard let listener = state.withLock({ $0.listeners[port] }) else { throw Refused() }
    return try await listener.request(path)
  }

  /// Waits until a server listens on the port, or does not any more.
  public func wait(port: Int, isOpen: Bool) async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        if (state.listeners[port] != nil) == isOpen { return true }
        state.waiters.append((port, isOpen, continuation))
        return false
      }
      if isSo { continuation.resume() }
    }
  }

  func open(_ listener: Listener, port: Int) -> Bool {
    change(port) { listeners in
      guard listeners[port] == nil else { return false }
      listeners[port] = listener
      return true
    }
  }

  func close(port: Int) { change(port) { $0[port] = nil } }

  private func change<Result: Sendable>(
    _ port: Int, _ body: (inout [Int: Listener]) -> Result
  ) -> Result {
    let (result, waiters) = state.withLock { state in
      let result = body(&state.listeners)
      let isOpen = state.listeners[port] != nil
      let waiters = state.waiters.filter { $0.port == port && $0.isOpen == isOpen }
      state.waiters.removeAll { $0.port == port && $0.isOpen == isOpen }
      return (result, waiters.map(\.continuation))
    }
    for waiter in waiters { waiter.resume() }
    return result
  }
}
