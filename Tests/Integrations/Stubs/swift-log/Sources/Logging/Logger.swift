import Synchronization

public struct Logger: Sendable {
  public enum Level: String, Sendable {
    case debug, info, warning, error
  }

  public struct Message: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    public let description: String
    public init(stringLiteral value: String) { description = value }
  }

  public struct MetadataValue: Sendable, ExpressibleByStringInterpolation {
    public let description: String
    public init(stringLiteral value: String) { description = value }
  }

  public typealias Metadata = [String: MetadataValue]

  public let label: String
  public var handler: any LogHandler

  public init(label: String) {
    self.init(label: label, factory: LoggingSystem.factory)
  }

  public init(label: String, factory: (String) -> any LogHandler) {
    self.label = label
    handler = factory(label)
  }

  public subscript(metadataKey key: String) -> MetadataValue? {
    get { handler.metadata[key] }
    set { handler.metadata[key] = newValue }
  }

  public func log(level: Level, _ message: @autoclosure () -> Message) {
    handler.log(event: LogEvent(level: level, message: message()))
  }

  public func debug(_ message: @autoclosure () -> Message) { log(level: .debug, message()) }
  public func info(_ message: @autoclosure () -> Message) { log(level: .info, message()) }
  public func warning(_ message: @autoclosure () -> Message) { log(level: .warning, message()) }
  public func error(_ message: @autoclosure () -> Message) { log(level: .error, message()) }

  @TaskLocal static var bound = Logger(label: "")

  public static var current: Logger { bound }
}

public struct LogEvent: Sendable {
  public var level: Logger.Level
  public var message: Logger.Message
}

public protocol LogHandler: Sendable {
  var metadata: Logger.Metadata { get set }
  func log(event: LogEvent)
}

public enum LoggingSystem {
  private struct Silent: LogHandler {
    var metadata: Logger.Metadata = [:]
    func log(event: LogEvent) {}
  }

  private static let bootstrapped = Mutex<(@Sendable (String) -> any LogHandler)?>(nil)

  static var factory: @Sendable (String) -> any LogHandler {
    if let factory = bootstrapped.withLock({ $0 }) { return factory }
    return { _ in Silent() }
  }

  public static func bootstrap(_ factory: @escaping @Sendable (String) -> any LogHandler) {
    bootstrapped.withLock { before in
      precondition(before == nil, "the logging system is bootstrapped once in a process")
      before = factory
    }
  }
}

/// Runs an operation, and the tasks that it makes, with a logger as the current one.
public nonisolated(nonsending) func withLogger<Result, Failure: Error>(
  _ logger: Logger,
  _ operation: nonisolated(nonsending) (Logger) async throws(Failure) -> Result
) async throws(Failure) -> Result {
  do {
    return try await Logger.$bound.withValue(logger) { try await operation(logger) }
  } catch {
    // A closure that is passed on has no type of its errors.
    throw error as! Failure
  }
}
