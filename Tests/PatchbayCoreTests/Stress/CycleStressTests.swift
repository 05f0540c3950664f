import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Under load: every cycle across threads is an error", .serialized)
struct CycleStressTests {
  /// Services in a ring, each of which asks for the next while it is built, with one thread for each.
  ///
  /// Every request fails, and the next one builds the service anew: a thread that waits for a
  /// construction must not end up waiting for its successor.
  @Test(.timeLimit(.minutes(15)), arguments: [2, 3, 4, 8, 16], [1, 2])
  func theThreadsOfACycleRetryForever(threads: Int, containers: Int) throws {
    try Self.retry(threads, containers, rounds: Stress.rounds)
  }

  static func retry(_ threads: Int, _ containers: Int, rounds all: Int) throws {
    let ring = try Ring(size: max(threads, containers * 3), over: containers)
    let rounds = all / threads
    let errors = Counter()
    onThreads(threads) { thread in
      for round in 0..<rounds {
        do throws(DiagnosticsError) {
          _ = try ring.resolve(thread + round)
        } catch { if error.codes == [.reentrantResolution] { errors.increment() } }
      }
    }
    #expect(errors.value == rounds * threads)
  }

  /// The same ring with half of the requests awaited, by tasks.
  @Test(.timeLimit(.minutes(15)), arguments: [2, 8], [1, 2])
  func tasksAndThreadsOfACycleRetryForever(threads: Int, containers: Int) async throws {
    let ring = try Ring(size: max(threads, containers * 3), over: containers)
    let rounds = Stress.rounds / threads
    let errors = Counter()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await blocking {
          onThreads(threads) { thread in
            for round in 0..<rounds {
              do throws(DiagnosticsError) {
                _ = try ring.resolve(thread + round)
              } catch { if error.codes == [.reentrantResolution] { errors.increment() } }
            }
          }
        }
      }
      for task in 0..<threads {
        group.addTask {
          for round in 0..<rounds {
            do throws(DiagnosticsError) {
              _ = try await ring.awaited(task + round)
            } catch { if error.codes == [.reentrantResolution] { errors.increment() } }
          }
        }
      }
    }
    #expect(errors.value == rounds * threads * 2)
  }
}

/// Services of one or more containers, each of which asks for the next while it is built.
private final class Ring: Sendable {
  private let containers = Locked<[Container]>([])
  private let size: Int

  init(size: Int, over count: Int) throws {
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

  func resolve(_ index: Int) throws(DiagnosticsError) -> Node {
    try container(index).resolve("s\(index % size)", as: Node.self)
  }

  func awaited(_ index: Int) async throws(DiagnosticsError) -> Node {
    try await container(index).resolve(awaiting: ServiceKey<Node>("s\(index % size)"))
  }

  private func container(_ index: Int) -> Container {
    containers.withLock { $0[index % size % $0.count] }
  }
}
