import Patchbay

protocol UserStore: Sendable {}
protocol Mailer: Sendable {}
protocol Audit: Sendable {}
protocol Handler: Sendable {}
protocol Cache: Sendable {}

struct ConnectionPool { var url: String, size: Int }
struct PostgresUserStore: UserStore { var pool: ConnectionPool, cache: (any Cache)? }
struct CachingUserStore: UserStore { var inner: any UserStore, ttl: Duration }
struct SMTPMailer: Mailer { var host: String, from: String, port: Int }
struct AuditedMailer: Mailer { var audit: any Audit }
struct ConsoleAudit: Audit, Handler {}
struct StoredAudit: Audit { var store: any UserStore }
struct NotifyingStore: UserStore { var mailer: any Mailer }
struct Session: Sendable {}
struct SessionCache: Cache { var session: Session }
struct Server: Sendable { var users: any UserStore, handlers: [any Handler] }
enum Level: String, Decodable, CaseIterable { case debug, info, warning }
struct Logger: Sendable { var level: Level, labels: [String: Int] }
struct Holder: Sendable { var session: Provider<Session> }
struct Impatient: Sendable {}
struct OutOfOrder: Error, CustomStringConvertible { let description = "the fuse has blown" }

extension FactoryCatalog {
  static let golden = FactoryCatalog("app") {
    Factory("ConnectionPool", .value("url"), .value("size", default: 4), make: ConnectionPool.init)
    Factory(
      "PostgresUserStore", .service("pool"), .optional("cache"), make: PostgresUserStore.init
    )
    .provides((any UserStore).self) { $0 }
    Factory("CachingUserStore", .service("inner"), .value("ttl"), make: CachingUserStore.init)
      .provides((any UserStore).self) { $0 }
    Factory(
      "SMTPMailer", .value("host"), .value("from"), .value("port", default: 587),
      make: SMTPMailer.init
    )
    .provides((any Mailer).self) { $0 }
    Factory("AuditedMailer", .service("audit"), make: AuditedMailer.init)
      .provides((any Mailer).self) { $0 }
    Factory("ConsoleAudit", make: ConsoleAudit.init)
      .provides((any Audit).self) { $0 }
      .provides((any Handler).self) { $0 }
    Factory("StoredAudit", .service("store"), make: StoredAudit.init)
      .provides((any Audit).self) { $0 }
    Factory("NotifyingStore", .service("mailer"), make: NotifyingStore.init)
      .provides((any UserStore).self) { $0 }
    Factory("Session", make: Session.init)
    Factory("SessionCache", .service("session"), make: SessionCache.init)
      .provides((any Cache).self) { $0 }
    Factory("Server", .service("users"), .services("handlers"), make: Server.init)
    Factory("Logger", .value("level"), .value("labels", default: [:]), make: Logger.init)
    Factory("Holder", .provider("session"), make: Holder.init)
    Factory("Impatient", .provider("other")) { (other: Provider<Impatient>) throws -> Impatient in
      _ = try other()
      return Impatient()
    }
    Factory("Fuse") { () throws -> Session in throw OutOfOrder() }
  }
}
