import Patchbay

/// Stands for everything that a configuration may name: what is built is never used.
final class Thing: Sendable {}

enum Level: String, Decodable, CaseIterable { case debug, info, warning }
struct Endpoint: Decodable, Sendable { var host: String, port: Int }

extension FactoryCatalog {
  /// The type names of the project's goldens and examples, so that these are good seeds.
  static let fuzz = FactoryCatalog("fuzz") {
    Factory("ConnectionPool", .value("url"), .value("size", default: 4)) {
      (url: String, size: Int) -> Thing in Thing()
    }
    Factory("PostgresUserStore", .service("pool"), .optional("cache")) {
      (pool: Thing, cache: Thing?) -> Thing in Thing()
    }
    Factory("CachingUserStore", .service("inner"), .value("ttl")) {
      (inner: Thing, ttl: Duration) -> Thing in Thing()
    }
    Factory("SMTPMailer", .value("host"), .value("from"), .value("port", default: 587)) {
      (host: String, from: String, port: Int) -> Thing in Thing()
    }
    Factory("Logger", .value("level"), .value("labels", default: [:])) {
      (level: Level, labels: [String: Int]) -> Thing in Thing()
    }
    Factory("AuditFanout", .services("sinks")) { (sinks: [Thing]) -> Thing in Thing() }
    Factory("AuditBoard", .services("sinks")) { (sinks: [String: Thing]) -> Thing in Thing() }
    Factory("ConsoleAudit") { () -> Thing in Thing() }
    Factory("Session") { () -> Thing in Thing() }
    Factory("SessionCache", .service("session")) { (session: Thing) -> Thing in Thing() }
    Factory("Holder", .provider("session")) { (session: Provider<Thing>) -> Thing in Thing() }
    Factory("Server", .service("users"), .services("handlers")) {
      (users: Thing, handlers: [Thing]) -> Thing in Thing()
    }
    .property("banner", value: String.self) { _, _ in }
    .property("rival", as: Thing.self) { _, _ in }
    Factory("HTTPClient", .value("url"), .value("retries", default: 3)) {
      (url: String, retries: Int) -> Thing in Thing()
    }
    Factory("Settings", .value("endpoint", default: nil), .value("names", default: [])) {
      (endpoint: Endpoint?, names: [String]) -> Thing in Thing()
    }
  }
}
