import Hummingbird
import Logging
import Patchbay
import ServiceLifecycle

typealias WebApplication = Application<RouterResponder<BasicRequestContext>>

/// The routes of one part of the program.
protocol Routes: Sendable { func add(to router: Router<BasicRequestContext>) }

extension FactoryCatalog {
  static let hummingbird = FactoryCatalog("hummingbird") {
    Factory("Application", .value("port"), .services("routes"), .resolver) {
      (port: Int, routes: [any Routes], resolver: Resolver) in
      let router = Router()
      router.add(middleware: RequestScope(resolver: resolver))
      for each in routes { each.add(to: router) }
      let address = BindAddress.hostname("0.0.0.0", port: port)
      return Application(router: router, configuration: .init(address: address))
    }
    Factory("HTTPServer", .service("application")) { (application: WebApplication) in
      ServiceGroup(services: [application], logger: application.logger)
    }.onRun { try await $0.run() }.onStop { await $0.triggerGracefulShutdown() }
  }
}
