import Logging
import Patchbay
import Valkey

extension FactoryCatalog {
  static let valkey = FactoryCatalog("valkey") {
    Factory("ValkeyClient", .value("host")) { (host: String) in
      ValkeyClient(.hostname(host), logger: Logger(label: "valkey"))
    }
    .onRun(ready: { _ = try await $0.ping() }) { await $0.run() }
  }
}
