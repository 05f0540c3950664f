import PatchbayConfiguration

@testable import PatchbayCore

protocol Analytics: Sendable { var name: String { get } }
struct Remote: Analytics { let name = "remote" }
final class Store: Sendable {}

extension ServiceKey where Service == any Analytics { static let analytics: Self = "analytics" }
extension ServiceKey where Service == Store { static let store: Self = "report-store" }

/// The three kinds of classes that Swift lets have injected properties.
@MainActor final class Screen: Injectable {
  @Injected var analytics: any Analytics
  @Injected("report-store") var store: Store
  init() {}
}

actor Worker: Injectable {
  @Injected var analytics: any Analytics
  @Injected(.store) var store: Store

  func seen() -> (String, Store) { (analytics.name, store) }
}

class Report: Injectable {
  @Injected(.analytics) var analytics: any Analytics
}

final class Summary: Report {
  @Injected("report-store") var store: Store
  @Injected var missing: Store?
  @Injected("analytics") var given: (any Analytics)?
  @Injected(.store) var also: Store?
  @Injected("report-store") var later: Provider<Store>
  @Injected("report-store") var once: Lazy<Store>
}

extension FactoryCatalog {
  static let reports = FactoryCatalog("reports") {
    Factory("Remote") { Remote() }.provides((any Analytics).self) { $0 }
    Factory("Store") { Store() }
  }
}

/// A container with `analytics` and `report-store`.
func reports(_ more: (inout TestDefinitions) -> Void = { _ in }) throws -> Container {
  Container(
    try definitions {
      $0.define("analytics", "Remote")
      $0.define("report-store", "Store")
      more(&$0)
    }.plan(.reports))
}
