public struct Request: Sendable {
  public let path: String
}

public struct Response: Sendable {
  let text: String
}

public protocol ResponseEncodable: SendableMetatype {
  /// The real one takes the request.
  func encodeResponse() async throws -> Response
}

extension String: ResponseEncodable {
  public func encodeResponse() -> Response { Response(text: self) }
}

public struct PathComponent: Sendable, ExpressibleByStringLiteral {
  let text: String
  public init(stringLiteral value: String) { text = value }
}

public protocol RoutesBuilder {
  func get(
    _ path: PathComponent...,
    use closure: @Sendable @escaping (Request) async throws -> some ResponseEncodable
  )
}

public protocol RouteCollection {
  func boot(routes: any RoutesBuilder) async throws
}

extension RoutesBuilder {
  public func register(collection: any RouteCollection) async throws {
    try await collection.boot(routes: self)
  }
}

public protocol Responder: Sendable {
  func respond(to request: Request) async throws -> Response
}

public protocol Middleware: Sendable {
  func respond(to request: Request, chainingTo next: any Responder) async throws -> Response
}

public struct Middlewares: Sendable {
  private(set) var all: [any Middleware] = []
  public mutating func use(_ middleware: any Middleware) { all.append(middleware) }
}
