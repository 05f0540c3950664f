import Patchbay
import PatchbayMacros

extension FactoryCatalog {
  /// Who takes note of what happens to links.
  static let audit = FactoryCatalog("audit") {
    #factory(AuditFanout.init(sinks:), as: (any AuditSink).self)
    #factory(ConsoleAuditSink.init(prefix:), as: (any AuditSink).self, defaults: ["prefix": ""])
    #factory(FileAuditSink.init(path:), as: (any AuditSink).self, (any HealthCheck).self)
  }
}
