import PatchbayMacros
import Synchronization

/// The lines of one job, written together, so that those of two jobs do not mix.
@Provided
final class JobLog: Sendable {
  private let lines = Mutex<[String]>([])

  init() {}

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  /// Called when the scope of the job is closed.
  func write() { log(lines.withLock { $0 }.joined(separator: "\n")) }
}
