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
  @Provided public struct Inner: Sendable { init(`default`: Int, in: String, `let`: Int, `inout`: Int, `raw name`: Int) {} }
}

public enum Visible {}
public extension Visible {
  @Provided struct Nested: Sendable { init() {} }
}
extension Visible {
  @Provided public struct Other: Sendable { public init() {} }
}

@Provided fileprivate final class NotSendable { private init(other: Int) {}; init() {} }

public extension Visible {
  @Provided internal struct Narrow: Sendable { init() {} }
  @Provided fileprivate struct Narrower: Sendable { init() {} }
  struct Middle { @Provided public struct Deep: Sendable { public init() {} } }
}
public struct Around {
  @Provided struct Inside { init() {} }
  struct Hidden { public struct Between { @Provided public struct Innermost { init() {} } } }
}
@Provided open class Inheritable { public init() {} }

// What is stored, and where one property ends and the next one begins.

@Provided struct Stored: Sendable {
  static var total: Int? { 5 }
  nonisolated(unsafe) static private(set) var last: Int?
  static var made: Int { 5 }; var first: Int?; var second: (any Mailer)!
  var list = [1]
  var table: Dictionary<String, Int> = Dictionary<String, Int>()
  var names: Set<String>
  var mode: Optional<Int>
  var check: @Sendable (Int) -> Int?
  var convert: @Sendable (Int) -> Int = { $0 }
  var handler: Lazy<@Sendable () -> Int>?
  var range = 1...
  var counted = 5 { willSet { print(newValue) } }
  var watched = 1 { @inline(never) didSet { print("init(") } }
  var text =
    "a"
    + "b"
  var zero = Int.init(0)
  var line =
    1 +
    #line
  @available(*, deprecated) var old: Int
  var before = 1
  @usableFromInline var inline: Int
  @preconcurrency var block: @Sendable () -> Void
  var conditional = 1
  #if DEBUG
    func nothing() {}
  #endif
  var after: Int
}
@Provided struct Condition {
  let zero = Int.self
    #if os(Linux) || os(macOS)
      .init(5)
    #endif
  init(after: Int) {}
}

// Actors of types, and of their initializers.

@MainActor @Provided final class ViewModel { var count = 0 }
@MainActor @Provided final class Controller { nonisolated init(title: String) {} }
@MainActor @Provided struct Isolated { @MainActor var title: String }
@Provided final class Toolbar: Sendable { @MainActor init(title: String) {} }

@Provided struct Current: Sendable {
  @available(*, unavailable) init(old: Int) {}
  @available(*, noasync) init(host: String) {}
}
@PatchbayMacros.Provided struct Qualified: Sendable {
  init(other: Int) {}
  @PatchbayMacros.ProvidedInitializer init(host: String) {}
}
@Provided struct `default`: Sendable { init() {} }
func open(url: String) -> Foreign { Foreign(host: url, port: 1, timeout: .zero, sink: Null()) }

final class Foreign: Mailer {
  init(host: String, port: Int, timeout: Duration, sink: any Sink) {}
  init(user: String) async {}
  static func open(url: String) -> Foreign { Foreign(host: url, port: 1, timeout: .zero, sink: Null()) }
}
struct Null: Sink {}
struct Box<Value: Sendable>: Sendable { init(value: Value) {} }
@MainActor final class View { init(title: String) {} }

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
    #factory("PairBox", Box<(Int, Int)>.init(value:))
    #factory("Zeros", [Int].init(repeating:count:))
    #factory("Function", open(url:), as: (any Mailer)?.self, defaults: [:])
    #factory(`default`.init)
    #factory(Null.init)
  }
}
