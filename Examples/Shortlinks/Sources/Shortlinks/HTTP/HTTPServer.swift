import Synchronization

/// Answers HTTP requests on a pool of threads, by libmicrohttpd.
final class HTTPServer: Sendable {
  let host: String
  let bodyLimit: Int
  private let requestedPort: Int
  private let threads: Int
  private let application: any HTTPApplication
  private let daemon = Mutex<HTTPDaemon?>(nil)

  /// - Parameters:
  ///   - port: 0 for any that is free.
  ///   - bodyLimit: the longest body that is taken, in bytes.
  init(host: String, port: Int, threads: Int, bodyLimit: Int, application: any HTTPApplication) {
    self.host = host
    self.requestedPort = port
    self.threads = threads
    self.bodyLimit = bodyLimit
    self.application = application
  }

  /// The port it listens on, which the system chose where 0 was asked for; nil while it does not
  /// listen.
  var port: Int? { daemon.withLock { $0?.port } }

  /// Begins to listen; does nothing where it listens already.
  ///
  /// - Returns: the port.
  @discardableResult
  func start() throws -> Int {
    try daemon.withLock { daemon in
      if let port = daemon?.port { return port }
      let started = try HTTPDaemon(
        host: host, port: requestedPort, threads: threads, bodyLimit: bodyLimit,
        application: application)
      let port = started.port
      daemon = consume started
      return port
    }
  }

  /// Stops listening, after the requests that are being answered.
  func stop() {
    daemon.withLock { $0 = nil }
  }
}

/// What answers the requests; it is called from many threads at once.
protocol HTTPApplication: Sendable {
  func respond(to request: HTTPRequest) -> HTTPResponse
}

enum HTTPServerError: Error, CustomStringConvertible {
  case cannotListen(host: String, port: Int)

  var description: String {
    switch self {
    case .cannotListen(let host, let port):
      "cannot listen on \(host) port \(port): is another program using that port?"
    }
  }
}
