import PatchbayMacros

/// Does one job.
@Provided
struct JobHandler {
  let transaction: Transaction
  let log: JobLog
  /// How long the work takes, of which there is none here.
  var takes: Duration = .zero

  func handle(_ job: Job) async throws {
    log.add("job \(job.id): begun")
    transaction.insert("job \(job.id)")
    try await Task.sleep(for: takes)
    try await transaction.commit()
    log.add("job \(job.id): done")
  }
}
