import Patchbay
// For the `Date` of a configuration.
import PatchbayFoundation

extension FactoryCatalog {
  /// Links, where they are kept, and what making one needs.
  static let links = FactoryCatalog("links") {
    Factory("SystemTime") { SystemTime() }
      .provides((any TimeSource).self) { $0 }
    Factory("FixedTime", .value("now"), make: FixedTime.init(now:))
      .provides((any TimeSource).self) { $0 }

    Factory("RandomCodeGenerator", .value("length"), make: RandomCodeGenerator.init(length:))
      .provides((any CodeGenerator).self) { $0 }
    Factory(
      "SequentialCodeGenerator", .value("prefix"), make: SequentialCodeGenerator.init(prefix:)
    )
    .provides((any CodeGenerator).self) { $0 }

    Factory("MemoryLinkStore") { MemoryLinkStore() }
      .provides((any LinkStore).self) { $0 }
      .provides((any HealthCheck).self) { $0 }
    Factory("SQLiteLinkStore", .value("path"), make: SQLiteLinkStore.init(path:))
      .provides((any LinkStore).self) { $0 }
      .provides((any HealthCheck).self) { $0 }
    Factory(
      "CachingLinkStore",
      .service("inner"), .service("time"), .value("capacity", default: 1_000),
      .value("ttl", default: .seconds(60)),
      make: CachingLinkStore.init(inner:time:capacity:ttl:)
    )
    .provides((any LinkStore).self) { $0 }
    .provides((any HealthCheck).self) { $0 }

    Factory(
      "LinkService",
      .service("store"), .service("codes"), .service("time"), .service("audit"),
      .value("attempts", default: 5),
      make: LinkService.init(store:codes:time:audit:attempts:)
    )
  }
}
