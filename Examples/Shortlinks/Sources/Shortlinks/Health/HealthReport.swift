/// The answers of all health checks.
struct HealthReport: Sendable, Codable, Equatable {
  var healthy: Bool
  /// By service key: `ok`, or what is wrong. What is degraded still works.
  var checks: [String: String]

  init(asking services: [String: any HealthCheck]) {
    var healthy = true
    checks = services.mapValues { service in
      do {
        try service.checkHealth()
        return "ok"
      } catch let error as Degraded {
        return "\(error)"
      } catch {
        healthy = false
        return "\(error)"
      }
    }
    self.healthy = healthy
  }
}
