import Patchbay

extension FactoryCatalog {
  /// Who takes note of what happens to links.
  static let audit = FactoryCatalog("audit") {
    Factory("AuditFanout", .services("sinks"), make: AuditFanout.init(sinks:))
      .provides((any AuditSink).self) { $0 }
    Factory("ConsoleAuditSink", .value("prefix", default: ""), make: ConsoleAuditSink.init(prefix:))
      .provides((any AuditSink).self) { $0 }
    Factory("FileAuditSink", .value("path"), make: FileAuditSink.init(path:))
      .provides((any AuditSink).self) { $0 }
      .provides((any HealthCheck).self) { $0 }
  }
}
