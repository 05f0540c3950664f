import Synchronization

/// What a task inherits of a trace. The real one is a dictionary of any values.
public struct ServiceContext: Sendable {
  @TaskLocal public static var current: ServiceContext?

  public static let topLevel = ServiceContext()

  /// The span that the context is in; 0 for none.
  package var spanID = 0
}

public enum SpanKind: Sendable {
  case server, client, `internal`
}

public protocol Span: Sendable {
  var context: ServiceContext { get }
  func end()
}

public protocol Tracer: Sendable {
  func startSpan(_ operationName: String, context: ServiceContext, ofKind kind: SpanKind)
    -> any Span
}

public enum InstrumentationSystem {
  private static let bootstrapped = Mutex<(any Tracer)?>(nil)

  static var tracer: any Tracer {
    guard let tracer = bootstrapped.withLock({ $0 }) else {
      preconditionFailure("the instrumentation system is not bootstrapped")
    }
    return tracer
  }

  public static func bootstrap(_ tracer: any Tracer) {
    bootstrapped.withLock { before in
      precondition(before == nil, "the instrumentation system is bootstrapped once in a process")
      before = tracer
    }
  }
}

public func withSpan<Result>(
  _ operationName: String,
  context: @autoclosure () -> ServiceContext = .current ?? .topLevel,
  ofKind kind: SpanKind = .internal,
  isolation: isolated (any Actor)? = #isolation,
  _ operation: (any Span) async throws -> Result
) async rethrows -> Result {
  let span = InstrumentationSystem.tracer.startSpan(operationName, context: context(), ofKind: kind)
  defer { span.end() }
  return try await ServiceContext.$current.withValue(span.context) { try await operation(span) }
}
