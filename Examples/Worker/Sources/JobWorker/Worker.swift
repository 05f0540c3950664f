import Patchbay
import PatchbayMacros

/// Takes jobs from the broker, and does each in a scope of its own.
@Provided
final class Worker: Sendable {
  private let broker: BrokerClient
  private let metrics: any Metrics
  /// Opens the scopes. The container starts this service after all that a job may need.
  private let resolver: Resolver

  init(broker: BrokerClient, metrics: any Metrics, resolver: Resolver) {
    (self.broker, self.metrics, self.resolver) = (broker, metrics, resolver)
  }

  /// Does jobs until a stop is requested, and then finishes the one in progress.
  func run(stopping: StopRequest) async throws {
    async let notice: Void = countStop(stopping)
    // A stop cancels only the wait for the next job. `timeouts.stop` cancels a job that takes longer.
    while !stopping.isRequested,
      let job = try await stopping.cancelWhenRequested({ await self.broker.next() })
    {
      await perform(job)
    }
    await notice
  }

  private func perform(_ job: Job) async {
    do {
      try await resolver.withScope(.job) { scope in
        try await scope.resolve(.handler).handle(job)
      }
      metrics.count("succeeded")
    } catch {
      log("job \(job.id): \(error)")
      metrics.count("failed")
      await broker.putBack(job)
    }
  }

  /// Counts a stop when it is requested, which can be long before the last job has ended.
  private func countStop(_ stopping: StopRequest) async {
    await stopping.requested()
    metrics.count("stopping")
  }
}
