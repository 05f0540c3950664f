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
      let result = pthread_create(
        &thread, &attributes,
        {
          Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
    #else
      var thread = pthread_t()
      let result = pthread_create(
        &thread, &attributes,
        {
          // Passed below, and never nil.
          Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
    #endif
    if result != 0 { work.release() }
    return result == 0
  }
}
