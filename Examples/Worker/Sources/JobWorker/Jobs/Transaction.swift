import PatchbayMacros
import Synchronization

/// What one job writes: the container makes one for each job.
@Provided
final class Transaction: Sendable {
  private let database: any Database
  private let log: JobLog
  private let rows = Mutex<[String]>([])

  init(database: any Database, log: JobLog) { (self.database, self.log) = (database, log) }

  func insert(_ row: String) { rows.withLock { $0.append(row) } }

  func commit() async throws {
    try await database.commit(rows.withLock { $0 })
    rows.withLock { $0 = [] }
  }

  /// Drops what a job that failed did not commit, when its scope is closed.
  func rollBack() {
    if !rows.withLock({ $0.isEmpty }) { log.add("rolled back") }
  }
}
