import GRPCCore
import GRPCNIOTransportHTTP2
import Patchbay

extension FactoryCatalog {
  static let grpc = FactoryCatalog("grpc") {
    Factory("GRPCServer", .value("port"), .services("services"), .resolver) {
      (port: Int, services: [any RegistrableRPCService], resolver: Resolver) in
      GRPCServer(
        transport: .http2NIOPosix(
          address: .ipv4(host: "0.0.0.0", port: port), transportSecurity: .plaintext),
        services: services, interceptors: [ScopeInterceptor(resolver: resolver)])
    }
    .onRun(ready: { _ = try await $0.listeningAddress }) { try await $0.serve() }
    .onStop { $0.beginGracefulShutdown() }
  }
}
