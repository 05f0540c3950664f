import IntegrationSupport
import Patchbay
import PostgresNIO
import Vapor

private struct VaporGreetings: WebRoutes {
  let session: Provider<Session>

  func boot(routes: any RoutesBuilder) async throws {
    routes.get("hello") { _ in "hello, \(try session().user)" }
  }
}

private struct HeldVaporRoute: WebRoutes {
  let door: Door
  let database: PostgresClient

  func boot(routes: any RoutesBuilder) async throws {
    routes.get("held") { _ in
      await door.pass()
      try await database.query("SELECT 1")
      return "done"
    }
  }
}

extension FactoryCatalog {
  /// Types of the same names as those of the program with Hummingbird.
  static let vaporWeb = FactoryCatalog("vapor web") {
    FactoryCatalog.vapor
    FactoryCatalog.doors
    Factory("Session", .value("user", default: "guest"), make: Session.init(user:))
    Factory("Greetings", .provider("session"), make: VaporGreetings.init(session:))
      .provides { $0 as any WebRoutes }
    Factory("HeldRoute", .service("door"), .service("database"), make: HeldVaporRoute.init)
      .provides { $0 as any WebRoutes }
  }
}
