import CMicroHTTP

/// A running libmicrohttpd, stopped when its owner goes.
struct HTTPDaemon: ~Copyable {
  /// What the callbacks of one daemon work with.
  final class Context: Sendable {
    let application: any HTTPApplication
    let bodyLimit: Int
    let unanswered = UnansweredConnections()

    init(application: any HTTPApplication, bodyLimit: Int) {
      self.application = application
      self.bodyLimit = bodyLimit
    }
  }

  /// The port that it listens on.
  let port: Int
  private let handle: OpaquePointer
  private let context: Unmanaged<Context>
  /// The socket that it listened on, after `stopListening()`.
  private var listener: CInt?

  init(
    host: String, port: UInt16, bodyLimit: Int, application: any HTTPApplication
  ) throws(HTTPServerError) {
    // Retained for the callbacks, which get it as a bare pointer; released in `deinit`, or here
    // where no daemon began.
    let context = Unmanaged.passRetained(Context(application: application, bodyLimit: bodyLimit))
    guard
      let handle = shortlinks_start(
        host, port, handleRequest, forgetRequest, noteConnection, context.toOpaque())
    else {
      context.release()
      throw .cannotListen(host: host, port: Int(port))
    }
    self.port = Int(shortlinks_port(handle))
    self.handle = handle
    self.context = context
  }

  deinit {
    // Closes every connection, also where an answer is due.
    MHD_stop_daemon(handle)
    // The last callback has returned and no thread uses the listener any more: `MHD_stop_daemon`
    // waits for its threads.
    if let listener { shortlinks_close(listener) }
    context.release()
  }

  /// Accepts no more connections; those that the system has accepted already are served.
  mutating func stopListening() {
    let unanswered = unanswered
    unanswered.beginDraining()
    let listener = MHD_quiesce_daemon(handle)
    guard listener >= 0 else { return }
    self.listener = listener
    while true {
      var next = shortlinks_next(listener)
      guard next.descriptor >= 0 else { break }
      // Inserted first: until a thread of the server takes it over, nothing else keeps the set from
      // being empty.
      unanswered.insert(next.descriptor)
      if shortlinks_add(handle, &next) == shortlinks_no { unanswered.remove(next.descriptor) }
    }
    shortlinks_end_listening(listener)
  }

  /// The connections on which an answer is due.
  var unanswered: UnansweredConnections { context.takeUnretainedValue().unanswered }
}
