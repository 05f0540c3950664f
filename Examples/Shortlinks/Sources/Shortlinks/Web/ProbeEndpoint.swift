/// `GET /health/live` and `GET /health/ready`, for what starts, ends and addresses the instances.
///
/// An instance is live as soon as it answers, and ready while everything in it is started.
struct ProbeEndpoint: RequestHandler {
  let progress: StartProgress

  func respond(to request: HTTPRequest) throws -> HTTPResponse? {
    switch request.segments {
    case ["health", "live"]:
      guard request.isRead else { return .methodNotAllowed(request.method, allowed: "GET") }
      return try .json(["live": true])
    case ["health", "ready"]:
      guard request.isRead else { return .methodNotAllowed(request.method, allowed: "GET") }
      let report = progress.report
      return try .json(report, status: report.ready ? 200 : 503)
    default:
      return nil
    }
  }
}
