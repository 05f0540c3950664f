import StubNetwork
import Synchronization

public struct Environment: Sendable {
  public static let production = Environment()
}

public struct Request: Sendable {}

public struct PathComponent: Sendable, ExpressibleByStringLiteral {
  let text: String
  public init(stringLiteral value: String) { text = value }
}

public protocol RoutesBuilder {
  func get(
    _ path: PathComponent..., use closure: @Sendable @escaping (Request) async throws -> String)
}

public protocol RouteCollection {
  func boot(routes: any RoutesBuilder) throws
}

extension RoutesBuilder {
  public func register(collection: any RouteCollection) throws {
    try collection.boot(routes: self)
  }
}

public enum BindAddress: Sendable {
  case hostname(_ hostname: String?, port: Int?)
}

/// Listens between two calls; the real one is a protocol, and its server another type.
public final class Server: Sendable {
  private struct State {
    var listener: Listener?
    var task: Task<Void, Never>?
  }

  fileprivate let configuration = Mutex(Application.HTTP.Server.Configuration())
  fileprivate let routes = Mutex<[String: @Sendable (Request) async throws -> String]>([:])
  private let state = Mutex(State())

  public func start(address: BindAddress?) async throws {
    let listener = try Listener(port: configuration.withLock { $0.port })
    let routes = routes.withLock { $0 }
    let task = Task {
      await listener.serve { path in
        guard let route = routes[path] else { return "404" }
        return try await route(Request())
      }
    }
    state.withLock { $0 = State(listener: listener, task: task) }
  }

  /// Returns when the requests in flight are answered, at once if it was not started.
  public func shutdown() async {
    let (listener, task) = state.withLock { ($0.listener, $0.task) }
    listener?.close()
    await task?.value
  }
}

public final class Application: Sendable, RoutesBuilder {
  public struct HTTP {
    public struct Server {
      public struct Configuration: Sendable {
        public var hostname = "127.0.0.1"
        public var port = 8080
      }

      fileprivate let server: Vapor.Server

      public var configuration: Configuration {
        get { server.configuration.withLock { $0 } }
        nonmutating set { server.configuration.withLock { $0 = newValue } }
      }
    }

    public let server: Server
  }

  public let server = Server()
  private let isShutDown = Mutex(false)

  private init() {}

  public static func make(_ environment: Environment = .production) async throws -> Application {
    Application()
  }

  public var http: HTTP { HTTP(server: HTTP.Server(server: server)) }

  public func get(
    _ path: PathComponent..., use closure: @Sendable @escaping (Request) async throws -> String
  ) {
    let path = "/" + path.map(\.text).joined(separator: "/")
    server.routes.withLock { $0[path] = closure }
  }

  public func asyncBoot() async throws {}

  public func asyncShutdown() async throws {
    isShutDown.withLock { isShutDown in
      assert(!isShutDown, "the application is shut down once")
      isShutDown = true
    }
  }
}
