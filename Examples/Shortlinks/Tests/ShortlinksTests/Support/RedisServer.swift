import Foundation

@testable import Shortlinks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A Redis server of one test, reachable by a socket alone.
final class RedisServer {
  static let program = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static var isInstalled: Bool { program != nil }

  // Directly under /tmp, because the path of a socket has at most 107 bytes.
  private let folder = "/tmp/shortlinks-\(UUID().uuidString.prefix(8))"
  private var process: ServerProcess?

  init(password: String? = nil) throws {
    // The program does so, too: hiredis would end the process by a signal where Redis is gone.
    signal(SIGPIPE, SIG_IGN)
    try start(password: password)
  }

  var url: String { "unix:\(folder)/redis.sock" }

  func start(password: String? = nil) throws {
    process = try ServerProcess(
      """
      mkdir -p "$2"
      # Ends the server, which takes the place of this shell, at the end of the input.
      exec 3<&0
      (cat <&3; rm -rf "$2"; kill -9 $$) >/dev/null 2>&1 &
      exec "$1" --port 0 --unixsocket "$2/redis.sock" --save '' --appendonly no \
        --requirepass "$3" </dev/null 3<&-
      """,
      [Self.program ?? "", folder, password ?? ""], ready: "ready to accept connections at")
  }

  func stop() {
    process?.stop()
    process = nil
  }

  /// Runs the body while the server is halted: it accepts connections and answers nothing.
  func whileHalted(_ body: () throws -> Void) throws {
    let connection = try connection()
    let info = try connection.ask("INFO", "server") ?? ""
    let line = info.split(whereSeparator: \.isNewline).first { $0.hasPrefix("process_id:") }
    let identifier = pid_t(line?.dropFirst(11) ?? "") ?? 0
    guard identifier > 0 else { throw ServerProcess.Failure(description: "no process id: \(info)") }
    kill(identifier, SIGSTOP)
    defer { kill(identifier, SIGCONT) }
    try body()
  }

  func connection() throws -> RedisConnection {
    try RedisConnection(RedisAddress(url), limit: .seconds(60))
  }

  func cache(
    _ inner: any LinkStore, ttl: Duration = .seconds(60), limit: Duration = .seconds(60),
    pause: Duration = .zero
  ) throws -> RedisCache {
    try RedisCache(inner: inner, url: url, ttl: ttl, limit: limit, pause: pause)
  }
}
