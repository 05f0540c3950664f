import Hummingbird
import IntegrationSupport
import Patchbay
import PostgresNIO

struct Session: Sendable {
  let user: String
}

struct Greetings: Routes {
  let session: Provider<Session>

  func add(to router: Router<BasicRequestContext>) {
    router.get("hello") { _, _ in "hello, \(try session().user)" }
  }
}

/// A server that no group can ask to end.
struct LoneServer: Sendable {
  let application: WebApplication
}

struct HeldRoute: Routes {
  let door: Door
  let database: PostgresClient

  func add(to router: Router<BasicRequestContext>) {
    router.get("held") { _, _ in
      await door.pass()
      try await database.query("SELECT 1")
      return "done"
    }
  }
}

extension FactoryCatalog {
  static let web = FactoryCatalog("web") {
    FactoryCatalog.hummingbird
    FactoryCatalog.doors
    Factory("Session", .value("user", default: "guest"), make: Session.init(user:))
    Factory("Greetings", .provider("session"), make: Greetings.init(session:))
      .provides { $0 as any Routes }
    Factory("LoneServer", .service("application"), make: LoneServer.init(application:))
      .onRun { try await $0.application.run() }
    Factory("HeldRoute", .service("door"), .service("database"), make: HeldRoute.init)
      .provides { $0 as any Routes }
  }
}
