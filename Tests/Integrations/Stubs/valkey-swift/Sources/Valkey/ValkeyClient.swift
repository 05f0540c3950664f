public import Logging
public import ServiceLifecycle
import StubNetwork

public struct ValkeyServerAddress: Sendable {
  public static func hostname(_ host: String, port: Int = 6379) -> Self { Self() }
}

public struct ValkeyClientError: Error {}

/// Each command hangs until ``run()`` is active, and fails when that has ended.
public final class ValkeyClient: Sendable, Service {
  private let connection = RunningState()

  public init(_ address: ValkeyServerAddress, logger: Logger) {}

  public func run() async {
    await cancelWhenGracefulShutdown { await self.connection.run() }
  }

  @discardableResult
  public func ping(message: String? = nil) async throws(ValkeyClientError) -> String {
    guard await connection.isUsable() else { throw ValkeyClientError() }
    return message ?? "PONG"
  }
}
