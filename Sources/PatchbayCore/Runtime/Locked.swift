import Synchronization

/// A value that is only reached under its lock.
///
/// The one place that uses `Mutex`. The thread sanitizer does not see into the system's library and
/// takes every use for a race, so there must be a single place to teach it.
struct Locked<Value>: ~Copyable {
  private let mutex: Mutex<Value>

  init(_ value: consuming sending Value) { mutex = Mutex(value) }

  borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      try body(&value)
    }
  }
}

extension Locked: Sendable {}
