import IntegrationSupport
import Patchbay
import PostgresNIO
import VaporFour

private struct HeldQuery: Holding {
  let door: Door
  let database: PostgresClient

  func pass() async throws {
    await door.pass()
    try await database.query("SELECT 1")
  }
}

extension FactoryCatalog {
  static let heldVaporFour = FactoryCatalog("held vapor four") {
    FactoryCatalog.vaporFourWeb
    FactoryCatalog.doors
    Factory("HeldQuery", .service("door"), .service("database"), make: HeldQuery.init)
      .provides { $0 as any Holding }
  }
}
