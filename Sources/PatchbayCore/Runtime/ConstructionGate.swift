#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The lock that is held while a construction's work is done, for as long as its factories run.
///
/// A lock of the C library instead of a `Mutex`: on Linux a `Mutex` asks the kernel to detect
/// deadlocks, and traps when it reports one. The kernel follows the owners of the locks one after
/// the other and releases each before it inspects the next. In a ring of factories that fail and
/// try again it may therefore combine links that never existed at the same time into a cycle; a
/// ring of eight trapped once. The ``WaitGraph`` searches under one lock, and finds every cycle
/// before a thread waits.
///
/// `@unchecked` because of the pointer. Safe because it is set once, points to a lock that is made
/// for several threads, and is freed with the object, which every waiting thread retains.
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
