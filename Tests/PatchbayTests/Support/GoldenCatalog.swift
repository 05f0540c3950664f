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
struct Server: Sendable { var users: any UserStore, handlers: [any Handler], banner = "" }
enum Level: String, Decodable, CaseIterable { case debug, info, warning }
struct Logger: Sendable { var level: Level, labels: [String: Int] }
struct Holder: Sendable { var session: Provider<Session> }
struct LiveMailer: Mailer {
  func send() async throws {}
  func receive() async throws {}
}
struct Worker: Sendable { var trouble: String }
struct Impatient: Sendable {}
struct Importer: Sendable {
  var cache: any Cache = SessionCache(session: Session())
  var audit: (any Audit)? = ConsoleAudit()
  var handlers: [any Handler] = [ConsoleAudit()]
  var folder: String
}
struct Refused: Error, CustomStringConvertible {
  let password: String
  var description: String { "the server refused \(password), and \(password) again" }
}
struct OutOfOrder: Error, CustomStringConvertible { let description = "the fuse has blown" }

/// Where the goldens say that the catalog is: fixed, so that a factory more changes no golden.
private let app = "App/Catalog.swift"

extension FactoryCatalog {
  static let golden = FactoryCatalog("app", fileID: app, line: 12) {
    Factory(
      "ConnectionPool", .value("url"), .value("size", default: 4), fileID: app, line: 14,
      make: ConnectionPool.init
    )
    Factory(
      "PostgresUserStore", .service("pool"), .optional("cache"), fileID: app, line: 16,
      make: PostgresUserStore.init
    )
    .provides { $0 as any UserStore }
    Factory(
      "SMTPMailer", .value("host"), .value("from"), .value("port", default: 587), fileID: app,
      line: 18, make: SMTPMailer.init
    )
    .provides { $0 as any Mailer }
    Factory(
      "CachingUserStore", .service("inner"), .value("ttl"), fileID: app, line: 21,
      make: CachingUserStore.init
    )
    .provides { $0 as any UserStore }
    Factory("AuditedMailer", .service("audit"), fileID: app, line: 23, make: AuditedMailer.init)
      .provides { $0 as any Mailer }
    Factory("ConsoleAudit", fileID: app, line: 25, make: ConsoleAudit.init)
      .provides { $0 as any Audit }
      .provides { $0 as any Handler }
    Factory("StoredAudit", .service("store"), fileID: app, line: 28, make: StoredAudit.init)
      .provides { $0 as any Audit }
    Factory("NotifyingStore", .service("mailer"), fileID: app, line: 30, make: NotifyingStore.init)
      .provides { $0 as any UserStore }
    Factory("Session", fileID: app, line: 32, make: Session.init)
    Factory("SessionCache", .service("session"), fileID: app, line: 33, make: SessionCache.init)
      .provides { $0 as any Cache }
    Factory("Server", .service("users"), .services("handlers"), fileID: app, line: 35) {
      Server(users: $0, handlers: $1)
    }
    .property("banner", value: String.self) { $0.banner = $1 }
    Factory(
      "Logger", .value("level"), .value("labels", default: [:]), fileID: app, line: 36,
      make: Logger.init
    )
    Factory("Holder", .provider("session"), fileID: app, line: 37, make: Holder.init)
    Factory("Impatient", .provider("other"), fileID: app, line: 38) {
      (other: Provider<Impatient>) throws -> Impatient in
      _ = try other()
      return Impatient()
    }
    Factory("Worker", .value("trouble", default: "none"), fileID: app, line: 42, make: Worker.init)
      .onStart { worker in
        if worker.trouble == "start" { throw OutOfOrder() }
        // Until it is cancelled.
        if worker.trouble == "slow" { try await Gate().opened() }
      }
      .onStop { if $0.trouble == "stop" { throw OutOfOrder() } }
    Factory("LiveMailer", fileID: app, line: 51, make: LiveMailer.init)
      .provides { $0 as any Mailer }
      .notInTests()
    Factory("Talkative", .value("password"), fileID: app, line: 54) {
      (password: String) throws -> Session in throw Refused(password: password)
    }
    Factory("Gateway", .value("address"), .value("ports", default: [:]), fileID: app, line: 56) {
      (address: String, ports: [String: Int]) throws -> Session in
      try Gateway.open(address, ports)
    }
    Factory("Teacher", .argument("name"), .argument("age"), fileID: app, line: 58) {
      (name: String, age: Int) in Teacher(name: name, age: age)
    }
    Factory("Classroom", .service("teacher"), fileID: app, line: 60) {
      (teacher: Teacher) in Classroom(teacher: teacher)
    }
    Factory("Parser", fileID: app, line: 62, make: Parser.init)
    Factory(async: "Connection", .value("url"), fileID: app, line: 64) {
      (url: String) in Connection(url: url)
    }
    Factory("Repository", .service("connection"), fileID: app, line: 66) {
      (connection: Connection) in Repository(connection: connection)
    }
    Factory("Report", .value("page"), .value("format", default: .plain), fileID: app, line: 68) {
      (page: Page, format: Format) in Report(page: page, format: format)
    }
    Factory(
      "Importer", .service("cache", default: SessionCache(session: Session())),
      .optional("audit", default: ConsoleAudit()), .services("handlers", default: [ConsoleAudit()]),
      .value("folder"), fileID: app, line: 72, make: Importer.init
    )
    Factory("Poller", fileID: app, line: 76) { Worker(trouble: "none") }.onRun { _ in }
    Factory("Fuse", fileID: app, line: 47) { () throws -> Session in throw OutOfOrder() }
  }
}

/// Refuses its arguments with the error of the standard library that says which part is wrong.
enum Gateway {
  enum Argument: CodingKey { case address, ports }
  struct PortName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  static func open(_ address: String, _ ports: [String: Int]) throws -> Session {
    let wrong = ports.first { $0.value > 65_535 }
    let path: [any CodingKey] =
      wrong.map { [Argument.ports, PortName(stringValue: $0.key)] } ?? [Argument.address]
    let sentence = wrong == nil ? "`\(address)` has no host" : "a port is at most 65535"
    throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: sentence))
  }
}
struct Page: Sendable, Decodable { var width: Int, height: Int }
/// Without `CaseIterable`, so that nothing knows its cases.
enum Format: String, Decodable { case plain, rich }
struct Report: Sendable { var page: Page, format: Format }

struct Teacher: Sendable {
  var name: String
  var age: Int
}

struct Classroom: Sendable {
  var teacher: Teacher
}

/// A product that must stay with who asked for it.
final class Parser {
  var position = 0
}

struct Connection: Sendable {
  var url: String
}

struct Repository: Sendable {
  var connection: Connection
}
