import CPatchbayRuntime

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
  private typealias Work = Box<@Sendable () -> Void>

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
    Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().content()
    return nil
  }
}

/// Returns whether the current thread's stack has room for another factory that resolves services
/// itself, or for another few levels of a value.
///
/// Threads have from 64 KiB to 8 MiB, and a level of nesting takes from one KiB to eight: no fixed
/// number of levels suits all. Costs a system call: call it only if many levels are open already.
package func hasStackSpace() -> Bool {
  guard let (lowest, size) = currentStack() else { return true }
  let position = patchbay_stack_position()
  guard position > lowest, position - lowest <= size else { return true }
  return position - lowest > min(128 * 1024, size / 4)
}

/// Returns the lowest address of the current thread's stack, and its size; nil if the system does
/// not report it.
private func currentStack() -> (lowest: UInt, size: UInt)? {
  #if canImport(Darwin)
    let size = UInt(pthread_get_stacksize_np(pthread_self()))
    return (UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size, size)
  #else
    var attributes = pthread_attr_t()
    guard threadAttributes(pthread_self(), &attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    var lowest: UnsafeMutableRawPointer?
    var size = 0
    guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return nil }
    return (UInt(bitPattern: lowest), UInt(size))
  #endif
}

#if !canImport(Darwin)
  /// Both C libraries of Linux have this function, but hide it from Swift as a nonstandard
  /// extension.
  @_silgen_name("pthread_getattr_np")
  private func threadAttributes(
    _ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>
  ) -> CInt
#endif
