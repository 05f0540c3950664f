public import GRPCCore
import StubNetwork
import Synchronization

public struct SocketAddress: Sendable {
  let port: Int
  public static func ipv4(host: String, port: Int) -> Self { Self(port: port) }
}

public enum HTTP2ServerTransport {
  public struct Posix: ServerTransport {
    public struct TransportSecurity: Sendable {
      public static let plaintext = TransportSecurity()
    }

    private final class State: Sendable {
      let listener = Mutex<Listener?>(nil)
    }

    let address: SocketAddress
    private let state = State()

    init(address: SocketAddress) { self.address = address }

    /// Returns when it listens.
    var listeningAddress: SocketAddress {
      get async {
        await Network.shared.wait(port: address.port, isOpen: true)
        return address
      }
    }

    public func listen(
      streamHandler: @escaping @Sendable (String) async throws -> String
    ) async throws {
      let listener = try Listener(port: address.port)
      state.listener.withLock { $0 = listener }
      await listener.serve(streamHandler)
    }

    public func beginGracefulShutdown() { state.listener.withLock { $0 }?.close() }
  }
}

extension ServerTransport where Self == HTTP2ServerTransport.Posix {
  public static func http2NIOPosix(
    address: SocketAddress, transportSecurity: HTTP2ServerTransport.Posix.TransportSecurity
  ) -> Self {
    HTTP2ServerTransport.Posix(address: address)
  }
}

extension GRPCServer {
  public var listeningAddress: SocketAddress? {
    get async throws {
      await (transport as? HTTP2ServerTransport.Posix)?.listeningAddress
    }
  }
}
