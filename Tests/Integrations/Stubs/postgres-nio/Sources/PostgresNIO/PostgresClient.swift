public import Logging
public import ServiceLifecycle
import StubNetwork

public struct PostgresQuery: Sendable, ExpressibleByStringInterpolation {
  public let sql: String
  public init(stringLiteral value: String) { sql = value }
}

public struct PostgresRowSequence: Sendable {}

public struct PSQLError: Error {}

/// Each query hangs until ``run()`` is active, and fails when that has ended.
public final class PostgresClient: Sendable, Service {
  public struct Configuration: Sendable {
    public struct TLS: Sendable {
      public static let disable = TLS()
    }

    public init(
      host: String, port: Int = 5432, username: String, password: String?, database: String?,
      tls: TLS
    ) {}
  }

  private let connection = RunningState()

  public init(configuration: Configuration) {}

  public func run() async {
    await cancelWhenGracefulShutdown { await self.connection.run() }
  }

  @discardableResult
  public func query(
    _ query: PostgresQuery, logger: Logger? = nil
  ) async throws -> PostgresRowSequence {
    guard await connection.isUsable() else { throw PSQLError() }
    return PostgresRowSequence()
  }
}
