import Patchbay
import PatchbayMacros

extension FactoryCatalog {
  /// What production keeps in PostgreSQL and Redis.
  static let servers = FactoryCatalog("servers") {
    #factory(
      PostgresPool.init(url:size:wait:idle:limit:oldestServer:),
      defaults: [
        "size": 8, "wait": Duration.seconds(2), "idle": Duration.seconds(300),
        "limit": Duration.seconds(5), "oldestServer": 12,
      ]
    )
    .onStart { try await $0.start() }
    .onStop { $0.close() }
    #factory(LinkMigrations.init(pool:limit:), defaults: ["limit": Duration.seconds(600)])
      .onStart { try await $0.run() }
    #factory(
      PostgresLinkStore.init(pool:), as: (any LinkStore).self, (any HealthCheck).self)
    #factory(
      RedisCache.init(inner:url:ttl:limit:pause:),
      as: (any LinkStore).self, (any HealthCheck).self,
      defaults: [
        "ttl": Duration.seconds(60), "limit": Duration.milliseconds(200),
        "pause": Duration.seconds(1),
      ]
    )
  }
}
