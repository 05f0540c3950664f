#if canImport(Glibc)
  import Glibc
  private let streamSocket = CInt(SOCK_STREAM.rawValue)
#elseif canImport(Musl)
  import Musl
  private let streamSocket = SOCK_STREAM
#elseif canImport(Darwin)
  import Darwin
  private let streamSocket = SOCK_STREAM
#endif

/// A connection to a port of this computer, closed when its owner goes.
struct Connection: ~Copyable {
  private let descriptor: CInt

  static func open(port: Int) throws -> Connection {
    let descriptor = socket(AF_INET, streamSocket, 0)
    guard descriptor >= 0 else { throw HTTPClient.Failure(description: "no socket: \(errno)") }
    let connection = Connection(descriptor: descriptor)
    // A server that hangs fails the test instead of hanging it.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { address in
      // The C API takes every kind of address by a pointer to their common beginning.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw HTTPClient.Failure(description: "cannot connect: \(errno)") }
    return connection
  }

  private init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
      guard sent > 0 else { throw HTTPClient.Failure(description: "cannot send: \(errno)") }
      rest = rest.dropFirst(sent)
    }
  }

  /// Reads until what was received ends in a text, or the server closes.
  func read(to end: String? = nil) throws -> [UInt8] {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      if let end, received.suffix(end.utf8.count).elementsEqual(end.utf8) { return received }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 { return received }
      guard count > 0 else { throw HTTPClient.Failure(description: "cannot receive: \(errno)") }
      received += buffer[..<count]
    }
  }
}

/// A server that accepts connections and never answers.
struct SilentServer: ~Copyable {
  let port: Int
  private let descriptor: CInt

  init() throws {
    let descriptor = socket(AF_INET, streamSocket, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { address in
      // The C API takes every kind of address by a pointer to their common beginning.
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // The system accepts as many connections by itself.
        bind(descriptor, address, length) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isListening else {
      let code = errno
      close(descriptor)
      throw HTTPClient.Failure(description: "cannot listen: \(code)")
    }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }

  /// Waits until a client has connected.
  func waitForClient() { _ = accept(descriptor, nil, nil) }
}

#if canImport(Darwin)
  private let noSignal: CInt = 0
#else
  /// A server that hangs up early is an error of the call, not the end of the process.
  private let noSignal = CInt(MSG_NOSIGNAL)
#endif
