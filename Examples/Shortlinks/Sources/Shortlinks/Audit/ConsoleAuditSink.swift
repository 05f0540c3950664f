/// Prints each note.
struct ConsoleAuditSink: AuditSink {
  let prefix: String

  func record(_ event: AuditEvent) {
    Console.print("\(prefix)\(event)")
  }
}
