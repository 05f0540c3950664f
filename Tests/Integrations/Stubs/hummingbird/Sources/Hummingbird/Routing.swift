public import Logging

public struct Request: Sendable {
  public let path: String
  package init(path: String) { self.path = path }
}

public struct ByteBuffer: Sendable {
  let text: String
  public init(string: String) { text = string }
}

extension String {
  public init(buffer: ByteBuffer) { self = buffer.text }
}

public struct Response: Sendable {
  public let status: HTTPResponse.Status
  package let text: String
}

public enum HTTPRequest {
  public struct Method: Sendable {
    public static let get = Method()
  }
}

public enum HTTPResponse {
  public struct Status: Sendable, Equatable {
    public let code: Int
    public static let ok = Status(code: 200)
    public static let notFound = Status(code: 404)
    public static let internalServerError = Status(code: 500)
  }
}

public protocol RequestContext: Sendable {
  init(logger: Logger)
  var logger: Logger { get }
}

public struct BasicRequestContext: RequestContext {
  public let logger: Logger
  public init(logger: Logger) { self.logger = logger }
}

public protocol ResponseGenerator: SendableMetatype {
  func response(from request: Request, context: some RequestContext) throws -> Response
}

extension String: ResponseGenerator {
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(status: .ok, text: self)
  }
}

public protocol HTTPResponder<Context>: Sendable {
  associatedtype Context: RequestContext
  @Sendable func respond(to request: Request, context: Context) async throws -> Response
}

public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
  associatedtype Input
  associatedtype Output
  associatedtype Context
  func handle(
    _ input: Input, context: Context, next: (Input, Context) async throws -> Output
  ) async throws -> Output
}

public protocol RouterMiddleware<Context>: MiddlewareProtocol
where Input == Request, Output == Response {}

public struct RouterPath: Sendable, ExpressibleByStringLiteral {
  let text: String
  public init(stringLiteral value: String) { text = value }
}

/// Not `Sendable`, as the real one: a program builds its responder from it.
public final class Router<Context: RequestContext> {
  private var middlewares: [any MiddlewareProtocol<Request, Response, Context>] = []
  private var routes: [String: RouterResponder<Context>.Handler] = [:]

  public init(context: Context.Type = BasicRequestContext.self) {}

  /// It applies to the routes that are added after it.
  @discardableResult
  public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
    middlewares.append(middleware)
    return self
  }

  @discardableResult
  public func get(
    _ path: RouterPath,
    use handler: @Sendable @escaping (Request, Context) async throws -> some ResponseGenerator
  ) -> Self {
    var wrapped: RouterResponder<Context>.Handler = { request, context in
      try await handler(request, context).response(from: request, context: context)
    }
    for middleware in middlewares.reversed() {
      let next = wrapped
      wrapped = { request, context in
        try await middleware.handle(request, context: context) { try await next($0, $1) }
      }
    }
    routes["/" + path.text] = wrapped
    return self
  }

  public func buildResponder() -> RouterResponder<Context> { RouterResponder(routes: routes) }
}

public struct RouterResponder<Context: RequestContext>: HTTPResponder {
  typealias Handler = @Sendable (Request, Context) async throws -> Response

  let routes: [String: Handler]

  @Sendable
  public func respond(to request: Request, context: Context) async throws -> Response {
    guard let route = routes[request.path] else { return Response(status: .notFound, text: "") }
    return try await route(request, context)
  }
}
