#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A gate at which threads wait for the end of a construction; it opens once.
///
/// A condition of the C library: the standard library has none, and the threads must not wait for a
/// `Mutex` that the builder holds meanwhile. On Linux a `Mutex` asks the kernel to detect deadlocks,
/// and traps when it reports one. The kernel follows the owners of the locks one after the other and
/// releases each before it inspects the next. In a ring of factories that fail and try again it may
/// therefore combine links that never existed at the same time into a cycle; a ring of eight trapped
/// once. The ``WaitGraph`` searches under one lock, and finds every cycle before a thread waits.
///
/// `@unchecked` because of the pointers. Safe because they are set once, point to a lock and a
/// condition that are made for several threads, and are freed with the object, which every waiting
/// thread retains; and `isOpen` is only used under the lock.
final class ConstructionGate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private var isOpen = false

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    condition = .allocate(capacity: 1)
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deinitialize(count: 1)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// Blocks the thread until the gate is open.
  func wait() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isOpen { pthread_cond_wait(condition, mutex) }
  }

  /// Opens the gate for all threads.
  func open() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isOpen = true
    pthread_cond_broadcast(condition)
  }
}
