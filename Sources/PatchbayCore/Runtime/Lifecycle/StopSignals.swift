import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// SIGINT and SIGTERM as requests for a graceful shutdown.
///
/// The first signal asks for a graceful shutdown, and every waiting caller receives it. The second
/// signal has its default effect: it ends the process at once, unless a further caller waits meanwhile, which
/// receives it. Handlers that were installed before are restored when no caller waits any longer.
enum StopSignals {
  private struct State {
    var waiters: [ObjectIdentifier: ShutdownWait] = [:]
    /// The previous action of each signal that is handled.
    var saved: [(number: CInt, action: sigaction)] = []
  }

  private static let state = Locked(State())

  /// The reading end of the pipe that the handler writes to; nil if the system provides none, and
  /// then the first signal ends the process.
  ///
  /// A handler may do next to nothing, and so a dedicated thread waits at the other end. Both are
  /// created for the first waiting caller and are never closed: the descriptor of a closed pipe
  /// could belong to another file by the time that a late handler writes to it.
  private static let pipeEnd: CInt? = {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
    return ends[0]
  }()

  private static let isListening =
    pipeEnd.map { end in SystemThread.run { listen(to: end) } } ?? false

  /// Begins to handle the signals, for one waiting caller.
  static func begin(_ wait: ShutdownWait) {
    // Before the lock, because both are created under a lock of their own.
    let canListen = isListening
    state.withLock { state in
      if state.waiters.isEmpty, canListen {
        state.saved = [SIGINT, SIGTERM].map { number in
          var before = sigaction()
          sigaction(number, nil, &before)
          return (number, before)
        }
        // A process that a shell runs in the background ignores it.
        let isIgnored = state.saved[0].action.isIgnored
        if isIgnored { state.saved.removeFirst() }
        handlesInterrupt.store(!isIgnored, ordering: .sequentiallyConsistent)
      }
      // Again after a signal that earlier callers received: the next one is for this caller.
      for (number, _) in state.saved { signal(number, noteSignal) }
      state.waiters[ObjectIdentifier(wait)] = wait
    }
  }

  /// Ends to handle them for a caller; without an effect for one that it was not begun for.
  static func end(_ wait: ShutdownWait) {
    state.withLock { state in
      let isKnown = state.waiters.removeValue(forKey: ObjectIdentifier(wait)) != nil
      guard isKnown, state.waiters.isEmpty else { return }
      for (number, var before) in state.saved { sigaction(number, &before, nil) }
      state.saved = []
    }
  }

  /// Notifies the waiting callers, for the rest of the process's life.
  private static func listen(to pipeEnd: CInt) {
    var byte: UInt8 = 0
    while true {
      let count = read(pipeEnd, &byte, 1)
      if count < 0, errno == EINTR { continue }
      // The other end is never closed.
      guard count > 0 else { return }
      for waiter in state.withLock({ Array($0.waiters.values) }) { waiter.finish() }
    }
  }
}

/// One caller's wait for the end of a program: for a signal, a stop, or the end of a service.
final class ShutdownWait: Sendable {
  private let (stream, continuation) = AsyncStream.makeStream(of: Never.self)

  /// Returns after a call of ``finish()``, or when the task is cancelled.
  func wait() async { for await _ in stream {} }

  /// Ends the wait.
  func finish() { continuation.finish() }
}

/// The end of the pipe that the handler writes to; set before a handler is installed.
private let writingEnd = Atomic<CInt>(-1)

/// Whether SIGINT is handled, and not ignored; set before a handler is installed.
private let handlesInterrupt = Atomic<Bool>(true)

extension sigaction {
  /// Whether the signal has no effect.
  fileprivate var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #elseif canImport(Musl)
      let handler = __sa_handler.sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    // Safe because both are one word, the address of a function or a small number, and are only compared.
    return handler.map { unsafeBitCast($0, to: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The signal handler. Async-signal-safe: it calls only `signal` and `write`, touches memory on its
/// own stack and atomics that are initialized by then, and restores `errno`.
private func noteSignal(_ number: CInt) {
  let before = errno
  // The next signal, of either kind, ends the process.
  if handlesInterrupt.load(ordering: .sequentiallyConsistent) { signal(SIGINT, SIG_DFL) }
  signal(SIGTERM, SIG_DFL)
  var byte: UInt8 = 1
  _ = write(writingEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = before
}
