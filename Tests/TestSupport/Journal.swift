import Foundation

/// A value that is only reached under its lock.
///
/// `NSLock`, because the thread sanitizer does not see into a `Mutex`. `@unchecked` is safe because
/// the value is only reached in `withLock`.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Creates a box for a value.
  public init(_ value: Value) { self.value = value }

  /// Calls a body with the value while no other thread can reach it.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Records what happened, in order, from any thread.
public final class Journal: Sendable {
  private let lines = Guarded<[String]>([])

  /// Creates an empty journal.
  public init() {}

  /// What happened so far.
  public var entries: [String] { lines.withLock { $0 } }

  /// Adds a line.
  public func note(_ line: String) { lines.withLock { $0.append(line) } }

  /// What happened since the last call.
  public func takeEntries() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  /// How often a line was noted.
  public func count(of line: String) -> Int { entries.count { $0 == line } }
}
