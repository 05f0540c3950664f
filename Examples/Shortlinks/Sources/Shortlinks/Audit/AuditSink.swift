/// Takes note of what happened to links.
protocol AuditSink: Sendable {
  /// A sink that cannot take the note says so itself: links work on without it.
  func record(_ event: AuditEvent)
}
