public import Synchronization

/// A value that is only accessible under its lock.
///
/// The only use of `Mutex`. The thread sanitizer does not instrument the system's library and
/// reports every use as a race, so a build with `-DTSAN` annotates the lock for it.
@usableFromInline
package struct Locked<Value>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>

  @inlinable
  package init(_ value: consuming sending Value) { mutex = Mutex(value) }

  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      #if TSAN
        // A mutex never changes its address, which is all that the sanitizer needs: nothing is
        // read.
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
  @usableFromInline func threadSanitizerAcquire(_ address: UnsafeRawPointer)

  @_silgen_name("__tsan_release")
  @usableFromInline func threadSanitizerRelease(_ address: UnsafeRawPointer)
#endif
