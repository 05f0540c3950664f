import Synchronization

public final class Counter: Sendable {
  private let handler: any CounterHandler

  public init(label: String, dimensions: [(String, String)] = []) {
    handler = MetricsSystem.factory.makeCounter(label: label, dimensions: dimensions)
  }

  public func increment(by amount: Int = 1) { handler.increment(by: Int64(amount)) }
}

public final class Timer: Sendable {
  private let handler: any TimerHandler

  public init(label: String, dimensions: [(String, String)] = []) {
    handler = MetricsSystem.factory.makeTimer(label: label, dimensions: dimensions)
  }

  public func record(duration: Duration) {
    let (seconds, attoseconds) = duration.components
    handler.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}

public protocol CounterHandler: AnyObject, Sendable {
  func increment(by amount: Int64)
}

public protocol TimerHandler: AnyObject, Sendable {
  func recordNanoseconds(_ duration: Int64)
}

public protocol MetricsFactory: Sendable {
  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler
}

public enum MetricsSystem {
  private static let bootstrapped = Mutex<(any MetricsFactory)?>(nil)

  static var factory: any MetricsFactory {
    guard let factory = bootstrapped.withLock({ $0 }) else {
      preconditionFailure("the metrics system is not bootstrapped")
    }
    return factory
  }

  public static func bootstrap(_ factory: any MetricsFactory) {
    bootstrapped.withLock { before in
      precondition(before == nil, "the metrics system is bootstrapped once in a process")
      before = factory
    }
  }
}
