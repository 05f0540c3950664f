import Patchbay

/// `GET /health/live` and `GET /health/ready`, for what starts, ends and addresses the instances.
///
/// An instance is live as soon as it answers, and ready while everything in it is started.
struct ProbeEndpoint: RequestHandler {
  private struct Report: Encodable {
    let ready: Bool
    let state: String
  }

  private let readiness: @Sendable () -> Readiness

  /// - Parameter readiness: Returns which services have started.
  init(readiness: @escaping @Sendable () -> Readiness) { self.readiness = readiness }

  func respond(to request: HTTPRequest) throws -> HTTPResponse? {
    switch request.segments {
    case ["health", "live"]:
      guard request.isRead else { return .methodNotAllowed(request.method, allowed: "GET") }
      return try .json(["live": true])
    case ["health", "ready"]:
      guard request.isRead else { return .methodNotAllowed(request.method, allowed: "GET") }
      let readiness = readiness()
      return try .json(
        Report(ready: readiness.isReady, state: "\(readiness)"),
        status: readiness.isReady ? 200 : 503)
    default:
      return nil
    }
  }
}
