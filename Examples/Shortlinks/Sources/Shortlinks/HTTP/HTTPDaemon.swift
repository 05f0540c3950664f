import CMicroHTTP

/// A running libmicrohttpd, stopped when its owner goes.
struct HTTPDaemon: ~Copyable {
  /// What the callbacks of one daemon work with.
  final class Context: Sendable {
    let application: any HTTPApplication
    let bodyLimit: Int

    init(application: any HTTPApplication, bodyLimit: Int) {
      self.application = application
      self.bodyLimit = bodyLimit
    }
  }

  /// The port that it listens on.
  let port: Int
  private let handle: OpaquePointer
  private let context: Unmanaged<Context>

  init(
    host: String, port: Int, threads: Int, bodyLimit: Int, application: any HTTPApplication
  ) throws {
    guard let systemPort = UInt16(exactly: port), let poolSize = UInt32(exactly: threads) else {
      throw HTTPServerError.cannotListen(host: host, port: port)
    }
    // Retained for the callbacks, which get it as a bare pointer; released in `deinit`, or here
    // where no daemon began.
    let context = Unmanaged.passRetained(Context(application: application, bodyLimit: bodyLimit))
    guard
      let handle = shortlinks_start(
        host, systemPort, poolSize, handleRequest, forgetRequest, context.toOpaque())
    else {
      context.release()
      throw HTTPServerError.cannotListen(host: host, port: port)
    }
    self.port = Int(shortlinks_port(handle))
    self.handle = handle
    self.context = context
  }

  deinit {
    MHD_stop_daemon(handle)
    // The last callback has returned: `MHD_stop_daemon` waits for its threads.
    context.release()
  }
}
