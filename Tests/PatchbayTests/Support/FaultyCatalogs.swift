import Patchbay

/// Where the goldens say that the catalogs are.
private let app = "App/Catalog.swift"

extension FactoryCatalog {
  /// Catalogs whose declarations are wrong, by the codes that they raise.
  static let faulty: [String: FactoryCatalog] = [
    "duplicate-factory": FactoryCatalog("app", fileID: app, line: 12) {
      Factory("Mailer", .value("host", default: "localhost"), fileID: app, line: 13) { host in
        SMTPMailer(host: host, from: "me", port: 587)
      }
      Factory("Mailer", fileID: app, line: 16) { LiveMailer() }
    },
    "duplicate-parameter": FactoryCatalog("app", fileID: app, line: 12) {
      Factory("Server", .value("port"), .value("port"), fileID: app, line: 13) {
        (plain: Int, secure: Int) -> Session in Session()
      }
    },
    "duplicate-run": FactoryCatalog("app", fileID: app, line: 12) {
      Factory("Mailer", fileID: app, line: 13, make: LiveMailer.init)
        .onRun(fileID: app, line: 14) { try await $0.send() }
        .onRun(fileID: app, line: 15) { try await $0.receive() }
    },
    "existential-product": FactoryCatalog("app", fileID: app, line: 12) {
      Factory("SMTPMailer", .value("host"), fileID: app, line: 13) {
        (host: String) -> any Mailer in SMTPMailer(host: host, from: "me", port: 587)
      }
      .provides { $0 as any Mailer }
    },
    "optional-service": FactoryCatalog("app", fileID: app, line: 12) {
      Factory("PostgresUserStore", .service("cache"), fileID: app, line: 13) {
        (cache: (any Cache)?) -> PostgresUserStore in
        PostgresUserStore(pool: ConnectionPool(url: "", size: 1), cache: cache)
      }
    },
  ]
}
