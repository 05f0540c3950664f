/// Passes each note on to all sinks, in their order.
struct AuditFanout: AuditSink {
  let sinks: [any AuditSink]

  func record(_ event: AuditEvent) {
    for sink in sinks { sink.record(event) }
  }
}
