import TestSupport
import Patchbay

// The types that the examples of the reference name, in addition to those of the goldens.

struct RemoteQueue: Sendable { var url: String }
struct HTTPClient: Sendable { var url: String, timeout: Duration, retries: Int }
struct FileAudit: Audit { var path: String }
struct AuditFanout: Audit { var sinks: [any Audit] }
struct MemoryCache: Cache { var capacity: Int }
struct LoggingUserStore: UserStore { var inner: any UserStore }
struct TLSConfiguration: Sendable { var verify: Bool }
struct TLSMailer: Mailer { var host: String, password: String, tls: TLSConfiguration }
struct Endpoint: Decodable { var host: String, port: Int }

struct AuditBoard: CustomStringConvertible {
  var sinks: [String: any Audit]
  var description: String {
    let sorted = sinks.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "AuditBoard(\(sorted.joined(separator: ", ")))"
  }
}

/// A class, so that a property can close a cycle.
final class Newsroom: Sendable, CustomStringConvertible {
  let name: String
  private let rival = Guarded<Newsroom?>(nil)

  init(name: String) { self.name = name }

  func set(rival other: Newsroom) { rival.withLock { $0 = other } }
  var description: String { "Newsroom(\(name), rival: \(rival.withLock { $0?.name } ?? "none"))" }
}

/// A value of each kind; shows those that were given.
struct Settings: CustomStringConvertible, Sendable {
  var description: String { "Settings(\(given.joined(separator: ", ")))" }
  private var given: [String]

  init(
    count: Int?, ratio: Double?, flag: Bool?, name: String?, wait: Duration?, level: Level?,
    names: [String]?, weight: [String: Int]?, endpoint: Endpoint?
  ) {
    // A dictionary has no order of its own to show.
    let weights = weight.map { weight in
      "[" + weight.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ", ")
        + "]"
    }
    let values: [(String, Any?)] = [
      ("count", count), ("ratio", ratio), ("flag", flag), ("name", name), ("wait", wait),
      ("level", level), ("names", names), ("weight", weights), ("endpoint", endpoint),
    ]
    given = values.compactMap { name, value in value.map { "\(name): \($0)" } }
  }
}

extension FactoryCatalog {
  static let reference = FactoryCatalog("app") {
    FactoryCatalog.golden
    Factory(
      "HTTPClient", .value("url"), .value("timeout", default: Duration.seconds(30)),
      .value("retries", default: 3), make: HTTPClient.init)
    Factory("RemoteQueue", .value("url"), make: RemoteQueue.init).onStart { _ in }
    Factory("FileAudit", .value("path"), make: FileAudit.init)
      .provides { $0 as any Audit }
    Factory("AuditFanout", .services("sinks"), make: AuditFanout.init)
      .provides { $0 as any Audit }
    Factory("AuditBoard", .services("sinks"), make: AuditBoard.init)
    Factory("MemoryCache", .value("capacity", default: 100), make: MemoryCache.init)
      .provides { $0 as any Cache }
    Factory("LoggingUserStore", .service("inner"), make: LoggingUserStore.init)
      .provides { $0 as any UserStore }
    Factory("TLSConfiguration", .value("verify"), make: TLSConfiguration.init)
    Factory(
      "TLSMailer", .value("host"), .value("password"), .service("tls"), make: TLSMailer.init
    )
    .provides { $0 as any Mailer }
    Factory("Newsroom", .value("name"), make: Newsroom.init)
      .property("rival") { room, rival in room.set(rival: rival) }
    settings
  }

  /// Spelt out, as the compiler takes long to find so many types by itself.
  private static let settings = FactoryCatalog("settings") {
    Factory(
      "Settings",
      Parameter<Int?>.value("count", default: nil), Parameter<Double?>.value("ratio", default: nil),
      Parameter<Bool?>.value("flag", default: nil), Parameter<String?>.value("name", default: nil),
      Parameter<Duration?>.value("wait", default: nil),
      Parameter<Level?>.value("level", default: nil),
      Parameter<[String]?>.value("names", default: nil),
      Parameter<[String: Int]?>.value("weight", default: nil),
      Parameter<Endpoint?>.value("endpoint", default: nil), make: Settings.init)
  }
}
