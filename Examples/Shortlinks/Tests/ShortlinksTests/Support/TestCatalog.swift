import Patchbay
import Testing

@testable import Shortlinks

extension FactoryCatalog {
  /// The program's catalog and the types that only overlays of the tests name.
  static let tests = FactoryCatalog("tests") {
    FactoryCatalog.app
    Factory("FailingLinkStore", .value("error"), make: FailingLinkStore.init(error:))
      .provides((any LinkStore).self) { $0 }
      .provides((any HealthCheck).self) { $0 }
    Factory("RecordingAuditSink") { RecordingAuditSink() }
      .provides((any AuditSink).self) { $0 }
  }
}

extension ServiceKey where Service == RecordingAuditSink {
  static let recording: Self = "audit.recording"
}

extension HTTPServer {
  /// A client for the server, which listens already.
  func client() throws -> HTTPClient { HTTPClient(port: try #require(port)) }
}
