import Synchronization

public struct RuntimeError: Error {
  public let message: String
}

/// A service whose methods take and return texts: the real one has messages, and generated code.
public protocol RegistrableRPCService: Sendable {
  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>)
}

public struct RPCRouter<Transport: ServerTransport>: Sendable {
  private var handlers: [String: @Sendable () async throws -> String] = [:]

  public init() {}

  public mutating func registerHandler(
    forMethod method: String, handler: @Sendable @escaping () async throws -> String
  ) {
    handlers[method] = handler
  }

  func handle(_ method: String) async throws -> String {
    guard let handler = handlers[method] else { throw RuntimeError(message: "unimplemented") }
    return try await handler()
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

  public init(transport: Transport, services: [any RegistrableRPCService]) {
    self.transport = transport
    var router = RPCRouter<Transport>()
    for service in services { service.registerMethods(with: &router) }
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
