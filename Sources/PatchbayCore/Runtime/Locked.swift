import Synchronization

/// A value that is only reached under its lock.
///
/// The one place that uses `Mutex`. The thread sanitizer does not see into the system's library and
/// takes every use for a race, so a build with `-DTSAN` tells it what a lock means.
package struct Locked<Value>: ~Copyable {
  private let mutex: Mutex<Value>

  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      #if TSAN
        // A mutex has one address for life, and that is all the sanitizer wants: nothing is read.
        withUnsafePointer(to: mutex) { threadSanitizerAcquire($0) }
        defer { withUnsafePointer(to: mutex) { threadSanitizerRelease($0) } }
      #endif
      return try body(&value)
    }
  }
}

extension Locked: Sendable {}

#if TSAN
  @_silgen_name("__tsan_acquire")
  private func threadSanitizerAcquire(_ address: UnsafeRawPointer)

  @_silgen_name("__tsan_release")
  private func threadSanitizerRelease(_ address: UnsafeRawPointer)
#endif
