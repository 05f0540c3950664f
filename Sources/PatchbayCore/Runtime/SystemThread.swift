#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread for work that may block. Tasks share as many threads as there are processors, and a task
/// that blocks one delays all others.
enum SystemThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs a body on a new thread.
  ///
  /// - Returns: Whether the system provided a thread; otherwise the body does not run.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    // Musl's default, 128 KiB, is little for the code of a program.
    pthread_attr_setstacksize(&attributes, 1 << 20)
    // The thread takes over this reference; without a thread it is released here.
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // With the name of the type, without which Swift 6.3.1 crashes.
    let result = pthread_create(&thread, &attributes, { SystemThread.perform($0) }, work.toOpaque())
    if result != 0 { work.release() }
    return result == 0
  }

  /// The body of every thread: takes over the reference that ``run(_:)`` passes, and so never gets nil.
  private static func perform(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
    return nil
  }
}
