import PatchbayCore
package import PatchbayDiagnostics
import TestSupport

/// Services of one or more containers, each of which asks for the next while it is built.
package final class Ring: Sendable {
  private let containers = Guarded<[Container]>([])
  private let size: Int

  package init(size: Int, over count: Int) throws {
    self.size = size
    let catalog = FactoryCatalog("ring") {
      Factory("Hasty", .value("next")) { [unowned self] (next: Int) throws -> Node in
        Node("x", [try resolve(next)])
      }
    }
    let made = try (0..<count).map { container in
      let set = definitions { definitions in
        for index in 0..<size where index % count == container {
          definitions.define("s\(index)", "Hasty", ["next": .text("\((index + 1) % size)")])
        }
      }
      // Only the ring itself is wrong, and that shows when it is asked for.
      return Container(try set.plan(catalog))
    }
    containers.withLock { $0 = made }
  }

  /// Asks by threads, each beginning at another service, and returns how many requests reported the cycle.
  package func errors(of threads: Int, rounds: Int) -> Int {
    let errors = Counter()
    onThreads(threads) { thread in
      for round in 0..<rounds {
        do throws(DiagnosticsError) {
          _ = try self.resolve(thread + round)
        } catch { if error.codes == [.reentrantResolution] { errors.increment() } }
      }
    }
    return errors.value
  }

  private func resolve(_ index: Int) throws(DiagnosticsError) -> Node {
    try container(index).resolve("s\(index % size)", as: Node.self)
  }

  package func awaited(_ index: Int) async throws(DiagnosticsError) -> Node {
    try await container(index).resolve(awaiting: ServiceKey<Node>("s\(index % size)"))
  }

  private func container(_ index: Int) -> Container {
    containers.withLock { $0[index % size % $0.count] }
  }
}
