import Synchronization

/// What listens on a port of this process, in place of a socket.
///
/// A server of a stub answers by it as a real one does: after ``close()`` it refuses new requests, and
/// ``serve(_:)`` returns when those in flight are answered; if its task is cancelled, they are cut.
public final class Listener: Sendable {
  public struct AddressInUse: Error {
    public let port: Int
  }

  private struct Request {
    let id: Int
    let path: String
  }

  private struct State {
    var isOpen = true
    var count = 0
    /// The clients that wait for an answer.
    var clients: [Int: CheckedContinuation<String, any Error>] = [:]
  }

  private let port: Int
  private let state = Mutex(State())
  private let requests: AsyncStream<Request>
  private let arrivals: AsyncStream<Request>.Continuation

  /// Begins to listen: requests wait until ``serve(_:)`` answers them.
  public init(port: Int) throws {
    self.port = port
    (requests, arrivals) = AsyncStream.makeStream()
    guard Network.shared.open(self, port: port) else { throw AddressInUse(port: port) }
  }

  /// Answers requests, each in a task of its own, until the listener is closed or the task is cancelled.
  public func serve(_ answer: @escaping @Sendable (String) async throws -> String) async {
    await withDiscardingTaskGroup { group in
      for await request in requests {
        group.addTask {
          do {
            let text = try await answer(request.path)
            self.reply(
              to: request.id, Task.isCancelled ? .failure(Network.Reset()) : .success(text))
          } catch {
            self.reply(to: request.id, .failure(Task.isCancelled ? Network.Reset() : error))
          }
        }
      }
      // Also where the task was cancelled.
      close()
    }
    let cut = state.withLock { state in
      defer { state.clients = [:] }
      return state.clients.values
    }
    for client in cut { client.resume(throwing: Network.Reset()) }
  }

  /// Refuses all requests from now on.
  public func close() {
    state.withLock { $0.isOpen = false }
    arrivals.finish()
    Network.shared.close(port: port)
  }

  func request(_ path: String) async throws -> String {
    try await withCheckedThrowingContinuation { client in
      let id = state.withLock { state -> Int? in
        guard state.isOpen else { return nil }
        state.count += 1
        state.clients[state.count] = client
        return state.count
      }
      guard let id else { return client.resume(throwing: Network.Refused()) }
      arrivals.yield(Request(id: id, path: path))
    }
  }

  private func reply(to id: Int, _ result: Result<String, any Error>) {
    state.withLock { $0.clients.removeValue(forKey: id) }?.resume(with: result)
  }
}
