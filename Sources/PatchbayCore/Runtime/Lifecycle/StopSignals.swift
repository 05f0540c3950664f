import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// SIGINT and SIGTERM, as wishes that the program end.
///
/// The first signal is a wish, and everybody who waits for one gets it; the second does what it does
/// to a program that takes no notice: it ends the process at once. Nobody else's handler is lost: those
/// that were there before come back when nobody waits any more.
enum StopSignals {
  private static let numbers = [SIGINT, SIGTERM]

  private struct State {
    var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
    var count = 0
    /// What was done on each signal before.
    var saved: [sigaction] = []
  }

  private static let state = Locked(State())

  /// The reading end of the pipe that the handler writes to; nil where the system gives none, and then
  /// the first signal ends the process.
  ///
  /// A handler may do next to nothing, and so a thread of its own waits at the other end. Both are
  /// made for the first who waits and stay for good: a pipe that was closed could be another's file by
  /// the time that a late handler writes to it.
  private static let pipeEnd: CInt? = {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
    return ends[0]
  }()

  private static let isListening: Bool = {
    guard pipeEnd != nil else { return false }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(&thread, nil, { _ in StopSignals.listen() }, nil)
    guard result == 0 else { return false }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
    return true
  }()

  /// Begins to take the signals, for one who waits.
  static func begin() -> StopWish {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    // Before the lock, as both are made under a lock of their own.
    let canListen = isListening
    let id = state.withLock { state in
      if state.waiters.isEmpty, canListen {
        state.saved = numbers.map { number in
          var before = sigaction()
          sigaction(number, nil, &before)
          signal(number, noteSignal)
          return before
        }
      }
      state.count += 1
      state.waiters[state.count] = continuation
      return state.count
    }
    return StopWish(id: id, stream: stream)
  }

  static func end(_ id: Int) {
    state.withLock { state in
      guard state.waiters.removeValue(forKey: id) != nil, state.waiters.isEmpty else { return }
      for (number, before) in zip(numbers, state.saved) {
        var before = before
        sigaction(number, &before, nil)
      }
      state.saved = []
    }
  }

  /// Tells those who wait, for as long as the process lives.
  private static func listen() -> UnsafeMutableRawPointer? {
    guard let pipeEnd else { return nil }
    var byte: UInt8 = 0
    while true {
      let count = read(pipeEnd, &byte, 1)
      if count < 0, errno == EINTR { continue }
      // The other end is never closed.
      guard count > 0 else { return nil }
      for waiter in state.withLock({ Array($0.waiters.values) }) { waiter.finish() }
    }
  }
}

/// One who waits for the wish that the program end.
struct StopWish: Sendable {
  let id: Int
  let stream: AsyncStream<Never>

  /// Returns at the first signal since it began, or when the task is cancelled.
  func wait() async { for await _ in stream {} }

  func end() { StopSignals.end(id) }
}

/// Where the handler writes; set before there is a handler.
private let writingEnd = Atomic<CInt>(-1)

/// The signal handler: async-signal-safe, as it calls `signal` and `write` alone, touches memory on
/// its own stack and one atomic that is there by then, and leaves `errno` as it was.
private func noteSignal(_ number: CInt) {
  let before = errno
  // The next signal, of either kind, ends the process.
  signal(SIGINT, SIG_DFL)
  signal(SIGTERM, SIG_DFL)
  var byte: UInt8 = 1
  _ = write(writingEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
  errno = before
}
