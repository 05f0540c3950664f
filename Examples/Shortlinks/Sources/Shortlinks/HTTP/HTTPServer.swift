import Synchronization

/// Answers HTTP requests, each connection on a thread of its own, by libmicrohttpd.
final class HTTPServer: Sendable {
  let host: String
  let bodyLimit: Int
  let drainLimit: Duration
  private let requestedPort: UInt16
  private let application: any HTTPApplication
  private let daemon = Mutex<HTTPDaemon?>(nil)

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - host: The name or the address to listen on.
  ///   - port: The port; 0 selects any free port.
  ///   - threads: How many requests are worked on at once; see ``Turns``.
  ///   - wait: How long a request waits for its turn.
  ///   - bodyLimit: How many bytes the body of a request may have.
  ///   - drainLimit: How long the server waits for its clients when it stops.
  ///   - application: What answers the requests.
  /// - Throws: A `DecodingError` that names the argument, where the port or the number of threads is wrong.
  init(
    host: String, port: Int, threads: Int, wait: Duration = .seconds(2), bodyLimit: Int,
    drainLimit: Duration = .seconds(5), application: any HTTPApplication
  ) throws {
    guard let port = UInt16(exactly: port) else {
      throw DecodingError.refused("port", "the `port` must be from 0 to 65535")
    }
    guard threads > 0 else {
      throw DecodingError.refused("threads", "the number of `threads` must be at least 1")
    }
    self.host = host
    self.requestedPort = port
    self.bodyLimit = bodyLimit
    self.drainLimit = drainLimit
    self.application = Turns(application, atOnce: threads, wait: wait)
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
        host: host, port: requestedPort, bodyLimit: bodyLimit, application: application)
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
