import Synchronization
public import Tracing

public struct FinishedInMemorySpan: Sendable {
  public let operationName: String
  public let spanID: String
  public let parentSpanID: String?
}

/// Keeps all spans that have ended.
public final class InMemoryTracer: Tracer {
  private struct Running: Span {
    let tracer: InMemoryTracer
    let operationName: String
    let parent: Int
    let context: ServiceContext

    func end() {
      let span = FinishedInMemorySpan(
        operationName: operationName, spanID: "span-\(context.spanID)",
        parentSpanID: parent == 0 ? nil : "span-\(parent)")
      tracer.state.withLock { $0.finished.append(span) }
    }
  }

  private let state = Mutex((count: 0, finished: [FinishedInMemorySpan]()))

  public init() {}

  public var finishedSpans: [FinishedInMemorySpan] { state.withLock { $0.finished } }

  public func startSpan(
    _ operationName: String, context: ServiceContext, ofKind kind: SpanKind
  ) -> any Span {
    var inner = context
    inner.spanID = state.withLock { state in
      state.count += 1
      return state.count
    }
    return Running(
      tracer: self, operationName: operationName, parent: context.spanID, context: inner)
  }
}
