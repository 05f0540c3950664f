import Logging
import Patchbay
import ServiceLifecycle
import UnixSignals

/// A container as one service of a group, which handles the signals.
struct ContainerService: Service {
  let container: Container

  func run() async throws {
    try await container.run(signals: .none, until: { try await gracefulShutdown() })
  }
}

func run(_ container: Container, after telemetry: any Service) async throws {
  let group = ServiceGroup(
    services: [telemetry, ContainerService(container: container)],
    gracefulShutdownSignals: [.sigint, .sigterm],
    logger: Logger(label: "app"))
  try await group.run()
}
