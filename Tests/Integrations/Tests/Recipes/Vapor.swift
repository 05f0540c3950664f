import Logging
import Patchbay
import ServiceLifecycle
import Vapor

protocol WebRoutes: RouteCollection, Sendable {}

extension FactoryCatalog {
  static let vapor = FactoryCatalog("vapor") {
    Factory(async: "Application", .value("port"), .services("routes"), .resolver) {
      (port: Int, routes: [any WebRoutes], resolver: Resolver) in
      let address = BindAddress.hostname("0.0.0.0", port: port)
      let application = try await Application(configuration: .init(address: address))
      application.middleware.use(ScopeMiddleware(resolver: resolver))
      for each in routes { try await application.register(collection: each) }
      return application
    }.onStop { try await $0.shutdown() }
    Factory("HTTPServer", .service("application")) { (application: Application) in
      ServiceGroup(services: [application], logger: Logger(label: "vapor"))
    }.onRun { try await $0.run() }.onStop { await $0.triggerGracefulShutdown() }
  }
}
