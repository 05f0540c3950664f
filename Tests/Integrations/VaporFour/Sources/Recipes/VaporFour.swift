import Patchbay
import Vapor

extension FactoryCatalog {
  static let vaporFour = FactoryCatalog("vapor four") {
    Factory(async: "HTTPServer", .value("port"), .services("routes")) {
      (port: Int, routes: [any RouteCollection & Sendable]) in
      let application = try await Application.make(.production)
      application.http.server.configuration.hostname = "0.0.0.0"
      application.http.server.configuration.port = port
      for each in routes { try application.register(collection: each) }
      return application
    }
    .onStart {
      try await $0.asyncBoot()
      try await $0.server.start(address: nil)
    }
    .onStop {
      await $0.server.shutdown()
      try await $0.asyncShutdown()
    }
  }
}
