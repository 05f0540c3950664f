import PatchbayMacros

public protocol Mailer: Sendable {}
protocol Sink: Sendable {}
struct Limits: Decodable, Sendable { var size: Int }
@globalActor actor DatabaseActor { static let shared = DatabaseActor() }

// Every kind of parameter, and defaults with all that the tokenizer has to know.

/// Sends mail through one SMTP server, e.g. that of
/// the company. It keeps no connection.
///
/// More on it.
@Provided(as: (any Mailer).self)
public struct SMTPMailer: Mailer {
  static let port = 587

  /// - Parameter host: The server.
  @available(*, noasync)
  init(
    host: String,  // the first, of (several
    fallback: any Mailer, sinks: [any Sink], byName: [String: any Sink],
    names: [String] = ["a, b", #"c " \("#, "\(1 + (2 * 3)), )"], limits: Limits,
    later: Lazy<any Sink>, again: Provider<any Sink>, resolver: Resolver,
    audit: (any Sink)? = nil, more: [any Sink] = [], ports: [String: Int] = ["a": 1, "b": 2],
    port: Int = Self.port, pair: Dictionary<String, Int> = Dictionary<String, Int>(),
    text: String = """
    ), " \("x")
    """, /* , ( */
    onError handler: @escaping @Sendable (any Error) -> Void = { _ in },
    time: Duration? = .seconds(1), isLarge: Bool = SMTPMailer.port < 5 && 6 > 5
  ) throws {}
}

/** Keeps links in memory. */
@Provided
struct Memberwise {
  static let shared = 5
  var count: Int = 5, name: String
  let mailer: (any Mailer)?, constant = 6
  var time: Duration? {
    didSet { print("init(") }
  }
  var double: Int { count * 2 }
  var block = { (value: Int) -> Int in
    value
  }(4)
  private(set) var limits: Limits
}

@Provided final class WithoutParameters: Sendable {}
@Provided actor Counter { init(start: Int) {} }

@MainActor
@Provided(as: (any Sendable).self)
final class Window { init(title: String) {} }

@DatabaseActor @Provided final class Database { init(url: String) throws {} }

// Comments that document nothing.
@Provided("Pool", arguments: "user") package struct ConnectionPool: Sendable {
  init(size: Int) {}
  @ProvidedInitializer init(url: String, user: String) async throws(CancellationError) {}
  @available(*, unavailable) init(old: Int) {}
}

enum Outer {
  @Provided public struct Inner: Sendable {
    init(`default`: Int, in: String, `let`: Int, `inout`: Int, `raw name`: Int) {}
  }
}

public enum Visible {}
public extension Visible {
  @Provided struct Nested: Sendable { init() {} }
}
extension Visible {
  @Provided public struct Other: Sendable { public init() {} }
}

@Provided fileprivate final class NotSendable { private init(other: Int) {}; init() {} }

final class Foreign: Mailer {
  init(host: String, port: Int, timeout: Duration, sink: any Sink) {}
  init(user: String) async {}
  static func open(url: String) -> Foreign {
    Foreign(host: url, port: 1, timeout: .zero, sink: Null())
  }
}
struct Null: Sink {}
struct Box<Value: Sendable>: Sendable { init(value: Value) {} }
@MainActor final class View { init(title: String) {} }

// Defaults have the types that are written, and names the meaning that they have in the type.
let port = 7
enum Scope {
  static let port = 5
  protocol Sink: Sendable {}
  typealias Handler = @Sendable (Int) -> Int
  @Provided(as: (any Sink).self) struct Defaults: Sink {
    init(
      a: Set<String> = ["a"], b: Set<String> = ["b"], c: [String: Double] = ["c": 1],
      d: [String: Double] = ["d": 1], e: Double = 5 * 60, f: Double = 1 / 3, g: UInt16 = 80,
      h: Int = port, i: @escaping Handler = { $0 }, j: consuming String = "x", k: String! = nil,
      l: sending @escaping @Sendable () -> Void = {}
    ) throws(Never) {}
  }
  @Provided struct Properties {
    var a: @Sendable (Int) -> Int? = { $0 }
    var b: Optional<Int>
    var c: Int = if port > 5 { 1 } else { 2 }
    let d: Duration
  }
}
func open(path: String) -> Null { Null() }

extension FactoryCatalog {
  static let app = FactoryCatalog("app") {
    SMTPMailer.self
    WithoutParameters.factory.onStop { _ in }
    NotSendable.self
    Outer.Inner.self
    #factory(
      Foreign.init(host:port:timeout:sink:),
      as: (any Mailer).self, (any Sendable).self,
      defaults: ["port": 587, "timeout": Duration.seconds(5), "sink": Null()]
    )
    .onStart { _ in }
    #factory("Opened", Foreign.open(url:))
    #factory("OfUser", async: Foreign.init(user:), arguments: "user")
    #factory(main: View.init(title:))
    #factory("IntBox", Box<Int>.init(value:))
    #factory(Null.init)
    #factory("Function", open(path:))
    #factory("InParentheses", (Foreign.open(url:)))
    Scope.Defaults.self
  }
}
