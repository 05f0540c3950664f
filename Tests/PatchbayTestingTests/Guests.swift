import TestSupport
import Patchbay

/// The services of the tests of the traits.
struct Guest: Sendable {
  var name: String
}

/// Stores what users of one container pass to it; a second container does not see it.
final class Visits: Sendable {
  private let names = Guarded<[String]>([])

  /// Notes a visit and gives all of them.
  func add(_ name: String) -> [String] {
    names.withLock {
      $0.append(name)
      return $0
    }
  }
}

/// What tests must not touch.
struct World: Sendable {}

extension FactoryCatalog {
  static let guests = FactoryCatalog("guests", fileID: "App/Catalog.swift", line: 1) {
    Factory("Guest", .value("name"), fileID: "App/Catalog.swift", line: 2) { name in
      Guest(name: name)
    }
    Factory("Visits", fileID: "App/Catalog.swift", line: 3) { Visits() }
      .onStart { _ = $0.add("open") }
    Factory("World", fileID: "App/Catalog.swift", line: 4) { World() }.notInTests()
    Factory("TestWorld", fileID: "App/Catalog.swift", line: 5) { World() }
  }
}

extension ServiceKey where Service == Guest { static let guest: Self = "guest" }
extension ServiceKey where Service == Visits { static let visits: Self = "visits" }
