public import Hummingbird

public struct TestingSetup: Sendable {
  public static let router = TestingSetup()
}

public struct TestResponse: Sendable {
  public let status: HTTPResponse.Status
  public let body: ByteBuffer
}

public protocol TestClientProtocol: Sendable {
  func executeRequest(uri: String, method: HTTPRequest.Method) async throws -> TestResponse
}

extension TestClientProtocol {
  @discardableResult
  public func execute<Return>(
    uri: String, method: HTTPRequest.Method,
    testCallback: @escaping (TestResponse) async throws -> Return = { $0 }
  ) async throws -> Return {
    try await testCallback(executeRequest(uri: uri, method: method))
  }
}

private struct RouterClient<App: ApplicationProtocol>: TestClientProtocol {
  let application: App

  func executeRequest(uri: String, method: HTTPRequest.Method) async throws -> TestResponse {
    let response = try await application.answer(Request(path: uri))
    return TestResponse(status: response.status, body: ByteBuffer(string: response.text))
  }
}

extension ApplicationProtocol {
  /// Sends requests to the router; nothing listens.
  public func test<Value>(
    _ testingSetup: TestingSetup,
    _ test: @Sendable (any TestClientProtocol) async throws -> Value
  ) async throws -> Value {
    try await test(RouterClient(application: self))
  }
}
