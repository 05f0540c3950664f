#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The lock that is held while a construction's work is done, for as long as factories take.
///
/// A lock of the C library and no `Mutex`: on Linux a `Mutex` asks the kernel to look for deadlocks, and
/// traps where the kernel reports one. That was seen once, in a ring of eight services under load, and
/// the stacks of all threads showed no cycle; it is not proved that the kernel was wrong. The
/// ``WaitGraph`` is to find every cycle before a thread waits: one that it misses hangs here.
///
/// `@unchecked` because of the pointer. Safe because it is set once, points to a lock that is made for
/// several threads, and is freed with the object, which every thread that waits retains.
final class ConstructionGate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
