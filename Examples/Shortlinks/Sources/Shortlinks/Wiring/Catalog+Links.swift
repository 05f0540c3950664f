import Patchbay
// For the `Date` of a configuration.
import PatchbayFoundation
import PatchbayMacros

extension FactoryCatalog {
  /// Links, where they are kept, and what making one needs.
  static let links = FactoryCatalog("links") {
    #factory(SystemTime.init, as: (any TimeSource).self)
    #factory(FixedTime.init(now:), as: (any TimeSource).self)

    #factory(RandomCodeGenerator.init(length:), as: (any CodeGenerator).self)
    #factory(SequentialCodeGenerator.init(prefix:), as: (any CodeGenerator).self)

    #factory(MemoryLinkStore.init, as: (any LinkStore).self, (any HealthCheck).self)
    #factory(SQLiteLinkStore.init(path:), as: (any LinkStore).self, (any HealthCheck).self)
    #factory(
      CachingLinkStore.init(inner:time:capacity:ttl:),
      as: (any LinkStore).self, (any HealthCheck).self,
      defaults: ["capacity": 1_000, "ttl": Duration.seconds(60)]
    )

    #factory(LinkService.init(store:codes:time:audit:attempts:), defaults: ["attempts": 5])
  }
}
