import Patchbay
import PostgresNIO

extension FactoryCatalog {
  static let postgres = FactoryCatalog("postgres") {
    Factory("PostgresClient", .value("host"), .value("username"), .value("password")) {
      (host: String, username: String, password: String) in
      PostgresClient(
        configuration: .init(
          host: host, username: username, password: password, database: "app", tls: .disable))
    }
    .onRun(ready: { try await $0.query("SELECT 1") }) { await $0.run() }
  }
}
