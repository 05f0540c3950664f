#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for Control-C or `kill`.
///
/// The signals are held back from all threads and fetched by `wait`, so that no code runs inside a
/// signal handler. Make one before the first thread is started: threads inherit what is held back.
struct Interrupt {
  private var signals = sigset_t()

  init() {
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A reader that hangs up is an error of `write`, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Returns when the program is asked to end.
  func wait() {
    var signals = signals
    var received: CInt = 0
    while sigwait(&signals, &received) != 0 {}
  }
}
