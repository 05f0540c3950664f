import Patchbay
import Vapor

/// Where a request waits, which the tests implement.
public protocol Holding: Sendable {
  /// Returns when the request may go on.
  func pass() async throws
}

private struct HeldRoute: RouteCollection, Sendable {
  let holding: any Holding

  func boot(routes: any RoutesBuilder) throws {
    routes.get("held") { _ in
      try await holding.pass()
      return "done"
    }
  }
}

extension FactoryCatalog {
  /// The recipe, with a route for the tests.
  public static let vaporFourWeb = FactoryCatalog("vapor four web") {
    FactoryCatalog.vaporFour
    Factory("HeldRoute", .service("holding"), make: HeldRoute.init(holding:))
      .provides { $0 as any RouteCollection & Sendable }
  }
}
