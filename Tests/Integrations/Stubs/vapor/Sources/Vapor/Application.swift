public import ServiceLifecycle
import StubNetwork
import Synchronization

public enum BindAddress: Equatable, Sendable {
  case hostname(_ hostname: String = "127.0.0.1", port: Int = 8080)
}

public struct ServerConfiguration: Sendable {
  let address: BindAddress
  public init(address: BindAddress = .hostname()) { self.address = address }
}

public final class Application: Sendable, Service, RoutesBuilder {
  private struct State {
    var routes: [String: @Sendable (Request) async throws -> Response] = [:]
    var middleware = Middlewares()
    var isShutDown = false
  }

  private let configuration: ServerConfiguration
  private let state = Mutex(State())

  public init(configuration: ServerConfiguration = ServerConfiguration()) async throws {
    self.configuration = configuration
  }

  // Where a program has built an application, it has to shut it down, whether or not it ran.
  deinit { assert(state.withLock { $0.isShutDown }, "the application was not shut down") }

  public var middleware: Middlewares {
    get { state.withLock { $0.middleware } }
    set { state.withLock { $0.middleware = newValue } }
  }

  public func get(
    _ path: PathComponent...,
    use closure: @Sendable @escaping (Request) async throws -> some ResponseEncodable
  ) {
    state.withLock { state in
      state.routes["/" + path.map(\.text).joined(separator: "/")] = { request in
        try await closure(request).encodeResponse()
      }
    }
  }

  /// Requests in flight are answered at a graceful shutdown, of which only a group notifies it.
  public func run() async throws {
    guard case .hostname(_, let port) = configuration.address else { return }
    let listener = try Listener(port: port)
    await withGracefulShutdownHandler {
      await listener.serve { try await self.answer($0) }
    } onGracefulShutdown: {
      listener.close()
    }
    try await shutdown()
  }

  public func shutdown() async throws { state.withLock { $0.isShutDown = true } }

  private func answer(_ path: String) async throws -> String {
    let (route, middleware) = state.withLock { ($0.routes[path], $0.middleware.all) }
    guard let route else { return "404" }
    var responder: any Responder = Route(handle: route)
    for middleware in middleware.reversed() {
      responder = Route { [next = responder] request in
        try await middleware.respond(to: request, chainingTo: next)
      }
    }
    return try await responder.respond(to: Request(path: path)).text
  }
}

private struct Route: Responder {
  let handle: @Sendable (Request) async throws -> Response
  func respond(to request: Request) async throws -> Response { try await handle(request) }
}
