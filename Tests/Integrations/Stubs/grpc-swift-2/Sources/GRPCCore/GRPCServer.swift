import Synchronization

public struct RuntimeError: Error {
  public let message: String
}

/// A service whose methods return texts: the real one has messages, and generated code.
public protocol RegistrableRPCService: Sendable {
  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>)
}

public struct RPCRouter<Transport: ServerTransport>: Sendable {
  public typealias Handler =
    @Sendable (StreamingServerRequest<String>, ServerContext) async throws
    -> StreamingServerResponse<String>

  private var handlers: [String: Handler] = [:]
  var interceptors: [any ServerInterceptor] = []

  public init() {}

  public mutating func registerHandler(
    forMethod method: String, handler: @escaping Handler
  ) {
    handlers[method] = handler
  }

  func handle(_ method: String) async throws -> String {
    guard let handler = handlers[method] else { throw RuntimeError(message: "unimplemented") }
    let response = try await intercept(
      StreamingServerRequest(), ServerContext(), by: interceptors[...], handler)
    let (texts, continuation) = AsyncStream.makeStream(of: String.self)
    _ = try await response.producer(RPCWriter { continuation.yield($0) })
    continuation.finish()
    return await texts.reduce("", +)
  }

  /// The first interceptor is the outermost.
  private func intercept(
    _ request: StreamingServerRequest<String>, _ context: ServerContext,
    by interceptors: ArraySlice<any ServerInterceptor>, _ handler: @escaping Handler
  ) async throws -> StreamingServerResponse<String> {
    guard let first = interceptors.first else { return try await handler(request, context) }
    return try await first.intercept(request: request, context: context) {
      try await intercept($0, $1, by: interceptors.dropFirst(), handler)
    }
  }
}

public protocol ServerTransport: Sendable {
  func listen(streamHandler: @escaping @Sendable (String) async throws -> String) async throws
  func beginGracefulShutdown()
}

public final class GRPCServer<Transport: ServerTransport>: Sendable {
  private enum State { case notStarted, running, stopped }

  public let transport: Transport
  private let router: RPCRouter<Transport>
  private let state = Mutex(State.notStarted)

  public init(
    transport: Transport, services: [any RegistrableRPCService],
    interceptors: [any ServerInterceptor] = []
  ) {
    self.transport = transport
    var router = RPCRouter<Transport>()
    for service in services { service.registerMethods(with: &router) }
    router.interceptors = interceptors
    self.router = router
  }

  /// Returns after ``beginGracefulShutdown()``, when all requests are answered; a second call is an error.
  public func serve() async throws {
    try state.withLock { state in
      guard state == .notStarted else { throw RuntimeError(message: "it can start only once") }
      state = .running
    }
    defer { state.withLock { $0 = .stopped } }
    try await transport.listen { [router] in try await router.handle($0) }
  }

  public func beginGracefulShutdown() {
    let wasRunning = state.withLock { state in
      defer { state = .stopped }
      return state == .running
    }
    if wasRunning { transport.beginGracefulShutdown() }
  }
}
