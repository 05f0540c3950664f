import Synchronization

/// Adds each note as a line to a file.
final class FileAuditSink: AuditSink, HealthCheck {
  private let file: Mutex<AppendingFile>

  /// Opens the file, and creates it and its folder where they are missing.
  init(path: String) throws {
    file = Mutex(try AppendingFile(path: path))
  }

  func record(_ event: AuditEvent) {
    do {
      try file.withLock { try $0.append("\(event)\n") }
    } catch {
      Console.printError("audit: \(error)")
    }
  }

  func checkHealth() throws {
    try file.withLock { try $0.checkExists() }
  }
}
