import Synchronization

/// Notifies a service, and all that its task awaits, that it should end.
final class GracefulShutdown: Sendable {
  private struct State {
    var isRequested = false
    var count = 0
    var handlers: [Int: @Sendable () -> Void] = [:]
  }

  /// That of the service in whose task the code runs.
  @TaskLocal static var current: GracefulShutdown?

  private let state = Mutex(State())

  func request() {
    let handlers = state.withLock { state in
      state.isRequested = true
      defer { state.handlers = [:] }
      return state.handlers.values
    }
    for handler in handlers { handler() }
  }

  /// Calls a handler at the request, at once if it was made; returns what removes the handler.
  func add(_ handler: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let id = state.withLock { state -> Int? in
      guard !state.isRequested else { return nil }
      state.count += 1
      state.handlers[state.count] = handler
      return state.count
    }
    guard let id else {
      handler()
      return {}
    }
    return { self.state.withLock { $0.handlers[id] = nil } }
  }
}

public func withGracefulShutdownHandler<Result>(
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws -> Result,
  onGracefulShutdown handler: @Sendable @escaping () -> Void
) async rethrows -> Result {
  let remove = GracefulShutdown.current?.add(handler)
  defer { remove?() }
  return try await operation()
}

/// Waits until the group asks for a graceful shutdown.
public func gracefulShutdown() async throws {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  await withGracefulShutdownHandler {
    for await _ in stream {}
  } onGracefulShutdown: {
    continuation.finish()
  }
  try Task.checkCancellation()
}

/// Runs an operation, which is cancelled when the group asks for a graceful shutdown. The real one rethrows.
public func cancelWhenGracefulShutdown<Result: Sendable>(
  _ operation: @Sendable @escaping () async -> Result
) async -> Result {
  await withTaskGroup(of: Result?.self) { group in
    group.addTask { await operation() }
    group.addTask {
      try? await gracefulShutdown()
      return nil
    }
    while true {
      let result = await group.next()!
      group.cancelAll()
      if let result { return result }
    }
  }
}
