import GRPCCore
import IntegrationSupport
import Patchbay
import PostgresNIO

private struct HeldRPC: RegistrableRPCService {
  let door: Door
  let database: PostgresClient

  func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
    router.registerHandler(forMethod: "/held") {
      await door.pass()
      try await database.query("SELECT 1")
      return "done"
    }
  }
}

extension FactoryCatalog {
  static let grpcProgram = FactoryCatalog("grpc program") {
    FactoryCatalog.grpc
    FactoryCatalog.doors
    Factory("HeldRoute", .service("door"), .service("database"), make: HeldRPC.init)
      .provides { $0 as any RegistrableRPCService }
  }
}
