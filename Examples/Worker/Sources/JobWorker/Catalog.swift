import Patchbay
import PatchbayMacros

extension FactoryCatalog {
  /// All types that the configuration can name, with what the container does when it starts and stops them.
  static let app = FactoryCatalog("app") {
    DatabaseClient.factory
      .onRun(ready: { try await $0.waitUntilReady() }) { try await $0.run() }
    BrokerClient.factory
      .onRun(ready: { try await $0.waitUntilReady() }) { try await $0.run() }
    MetricsClient.factory
      .onRun { metrics, stopping in await metrics.run(stopping: stopping) }
    Worker.factory
      .onRun { worker, stopping in try await worker.run(stopping: stopping) }

    JobHandler.self
    Transaction.factory.onStop { $0.rollBack() }
    JobLog.factory.onStop { $0.write() }
  }
}

extension ServiceKey where Service == JobHandler { static let handler: Self = "handler" }

extension Requests {
  /// What the program requests of its container. Services that run need no entry here.
  static let program = Requests(.handler, scopes: [.job])
}

extension ScopeName { static let job: Self = "job" }
