/// `GET /health`: asks everything that can tell whether it works.
struct HealthEndpoint: RequestHandler {
  /// By service key.
  let checks: [String: any HealthCheck]

  func respond(to request: HTTPRequest) throws -> HTTPResponse? {
    guard request.segments == ["health"] else { return nil }
    guard request.isRead else { return .methodNotAllowed(request.method, allowed: "GET") }
    let report = HealthReport(asking: checks)
    return try .json(report, status: report.healthy ? 200 : 503)
  }
}
