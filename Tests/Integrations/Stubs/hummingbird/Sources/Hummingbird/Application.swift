public import Logging
public import ServiceLifecycle
import StubNetwork

public struct BindAddress: Sendable {
  let port: Int

  public static func hostname(_ host: String = "127.0.0.1", port: Int = 8080) -> Self {
    Self(port: port)
  }
}

public struct ApplicationConfiguration: Sendable {
  let address: BindAddress
  public init(address: BindAddress = .hostname(), serverName: String? = nil) {
    self.address = address
  }
}

public protocol ApplicationProtocol: Service {
  associatedtype Responder: HTTPResponder
  typealias Context = Responder.Context
  var responder: Responder { get async throws }
  var logger: Logger { get }
}

public struct Application<Responder: HTTPResponder>: ApplicationProtocol {
  public let responder: Responder
  public let configuration: ApplicationConfiguration
  public let logger: Logger

  public init(
    responder: Responder,
    configuration: ApplicationConfiguration = ApplicationConfiguration(),
    logger: Logger? = nil
  ) {
    self.responder = responder
    self.configuration = configuration
    self.logger = logger ?? Logger(label: "Hummingbird")
  }

  public init<Context>(
    router: Router<Context>,
    configuration: ApplicationConfiguration = ApplicationConfiguration(),
    logger: Logger? = nil
  ) where Responder == RouterResponder<Context> {
    self.init(responder: router.buildResponder(), configuration: configuration, logger: logger)
  }

  /// Requests in flight are answered at a graceful shutdown, of which only a group notifies it.
  public func run() async throws {
    let listener = try Listener(port: configuration.address.port)
    await withGracefulShutdownHandler {
      await listener.serve { path in
        let response = try await answer(Request(path: path))
        return response.text
      }
    } onGracefulShutdown: {
      listener.close()
    }
  }
}

extension ApplicationProtocol {
  /// Each request has a logger of its own, which is the current one meanwhile.
  package func answer(_ request: Request) async throws -> Response {
    var logger = logger
    logger[metadataKey: "hb.request.id"] = "1"
    let responder = try await responder
    return await withLogger(logger) { logger in
      do {
        return try await responder.respond(to: request, context: Context(logger: logger))
      } catch {
        return Response(status: .internalServerError, text: "")
      }
    }
  }
}
