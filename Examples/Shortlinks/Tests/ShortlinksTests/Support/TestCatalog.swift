import Patchbay
import Testing

@testable import Shortlinks

extension FactoryCatalog {
  /// The program's catalog and the types that only overlays of the tests name.
  static let tests = FactoryCatalog("tests") {
    FactoryCatalog.app
    Factory("FailingLinkStore", .value("error"), make: FailingLinkStore.init(error:))
      .provides { $0 as any LinkStore }
      .provides { $0 as any HealthCheck }
    Factory("RecordingAuditSink") { RecordingAuditSink() }
      .provides { $0 as any AuditSink }
  }
}

extension ServiceKey where Service == RecordingAuditSink {
  static let recording: Self = "audit.recording"
}

extension HTTPServer {
  /// A client for the server, which listens already.
  func client() throws -> HTTPClient { HTTPClient(port: try #require(port)) }
}
