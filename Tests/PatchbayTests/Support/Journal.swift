import Foundation

/// A value that is only reached under its lock.
///
/// `NSLock`, as the thread sanitizer knows what it means. Unchecked, and right: nothing reaches the
/// value but `withLock`.
final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}

/// Writes down what happened, in its order, from any thread.
final class Journal: Sendable {
  private let lines = Guarded<[String]>([])

  var entries: [String] { lines.withLock { $0 } }
  func note(_ line: String) { lines.withLock { $0.append(line) } }

  /// What happened since the last call.
  func takeEntries() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  func count(of line: String) -> Int { entries.count { $0 == line } }
}
