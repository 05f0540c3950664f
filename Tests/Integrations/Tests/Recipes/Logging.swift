import Logging
import Patchbay

extension FactoryCatalog {
  static let logging = FactoryCatalog("logging") {
    Factory("Users") { Users(logger: Logger(label: "users")) }
    Factory("Importer") { Importer() }
      .onStart { _ in Logger.current.info("imports begin") }
      .onRun { importer in
        try await withLogger(Logger(label: "importer")) { _ in try await importer.run() }
      }
  }
}

func run(_ container: Container) async throws {
  let logger = Logger(label: "app")
  container.observe(ContainerObserver(stopped: { logger.info("stopped \($0.key)") }))
  try await withLogger(logger) { _ in try await container.run() }
}
