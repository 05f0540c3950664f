import Foundation
import IntegrationSupport
import Patchbay

/// Files of the repository.
enum Files {
  /// The folder of this package.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the configuration of a recipe.
  static func configuration(_ name: String) -> ConfigurationSource {
    ConfigurationSource(path: package.appending(path: "Config/\(name).yaml").path)
  }
}

/// What the tests add to the configuration of a server: a request that uses the database, and can be held.
let held: ConfigurationSource = .inline(
  """
  services:
    held: { type: HeldRoute, tags: [routes], arguments: { door: !ref door, database: !ref database } }
    door: { type: Door }
    database:
      type: PostgresClient
      arguments: { host: localhost, username: app, password: !secret "" }
  """)

extension FactoryCatalog {
  static let doors = FactoryCatalog("doors") {
    FactoryCatalog.postgres
    Factory("Door") { Door() }
  }
}
