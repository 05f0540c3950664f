/// The real one has keys and values.
public struct Metadata: Sendable, ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {}
}

public struct ServerContext: Sendable {}

/// A request without a message: a path is all that the network of the stubs has.
public struct StreamingServerRequest<Message: Sendable>: Sendable {}

public struct RPCWriter<Element: Sendable>: Sendable {
  let send: @Sendable (Element) -> Void

  public func write(_ element: Element) async throws { send(element) }
}

public struct ServerResponse<Message: Sendable>: Sendable {
  let message: Message
  public init(message: Message) { self.message = message }
}

/// Its messages are written when all interceptors have returned.
public struct StreamingServerResponse<Message: Sendable>: Sendable {
  let producer: @Sendable (RPCWriter<Message>) async throws -> Metadata

  public init(producer: @escaping @Sendable (RPCWriter<Message>) async throws -> Metadata) {
    self.producer = producer
  }

  public init(single response: ServerResponse<Message>) {
    self.init { writer in
      try await writer.write(response.message)
      return [:]
    }
  }
}

public protocol ServerInterceptor: Sendable {
  func intercept<Input: Sendable, Output: Sendable>(
    request: StreamingServerRequest<Input>,
    context: ServerContext,
    next:
      @Sendable (
        _ request: StreamingServerRequest<Input>, _ context: ServerContext
      ) async throws -> StreamingServerResponse<Output>
  ) async throws -> StreamingServerResponse<Output>
}
