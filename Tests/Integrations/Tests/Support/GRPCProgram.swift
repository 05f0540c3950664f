import GRPCCore
import IntegrationSupport
import Patchbay
import PostgresNIO
import Testing

private struct HeldRPC: RegistrableRPCService {
  let door: Door
  let database: PostgresClient

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.registerHandler(forMethod: "/held") { _, _ in
      await door.pass()
      try await database.query("SELECT 1")
      return StreamingServerResponse(single: ServerResponse(message: "done"))
    }
  }
}

private struct GreetingRPC: RegistrableRPCService {
  let session: Provider<Session>
  let resolver: Resolver

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.registerHandler(forMethod: "/hello") { _, _ in
      let text = "hello, \(try session().user)"
      return StreamingServerResponse(single: ServerResponse(message: text))
    }
    router.registerHandler(forMethod: "/stream") { _, _ in
      StreamingServerResponse { writer in
        #expect(throws: DiagnosticsError.self) { try session() }
        return try await resolver.withScope("request") { _ in
          let user = try session().user
          for text in ["hello, ", user] { try await writer.write(text) }
          return [:]
        }
      }
    }
  }
}

extension FactoryCatalog {
  static let grpcProgram = FactoryCatalog("grpc program") {
    FactoryCatalog.grpc
    FactoryCatalog.doors
    Factory("HeldRoute", .service("door"), .service("database"), make: HeldRPC.init)
      .provides { $0 as any RegistrableRPCService }
    Factory("Session", .value("user", default: "guest"), make: Session.init(user:))
    Factory("Greetings", .provider("session"), .resolver, make: GreetingRPC.init)
      .provides { $0 as any RegistrableRPCService }
  }
}
