import Synchronization

/// Answers HTTP requests on a pool of threads, by libmicrohttpd.
final class HTTPServer: Sendable {
  let host: String
  let bodyLimit: Int
  let drainLimit: Duration
  private let requestedPort: Int
  private let threads: Int
  private let application: any HTTPApplication
  private let daemon = Mutex<HTTPDaemon?>(nil)

  /// Creates a server; a `port` of 0 selects any free port, and `bodyLimit` is in bytes. When
  /// the server stops, it waits for its clients up to `drainLimit`.
  init(
    host: String, port: Int, threads: Int, bodyLimit: Int, drainLimit: Duration = .seconds(5),
    application: any HTTPApplication
  ) {
    self.host = host
    self.requestedPort = port
    self.threads = threads
    self.bodyLimit = bodyLimit
    self.drainLimit = drainLimit
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

  /// Stops listening and answers the requests of all clients that are connected.
  ///
  /// Connections that wait for their next request are closed at once. A client that has not sent its
  /// request within the drain limit gets no answer, and none does once the task is cancelled.
  func stop() async {
    // Not under the lock: the application may read `port` while it answers.
    guard var stopping = daemon.withLock({ $0.take() }) else { return }
    stopping.stopListening()
    let (unanswered, drainLimit) = (stopping.unanswered, drainLimit)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await unanswered.drained() }
      group.addTask { try? await Task.sleep(for: drainLimit) }
      await group.next()
      group.cancelAll()
    }
    // The daemon is released here, which closes the connections that are left.
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
