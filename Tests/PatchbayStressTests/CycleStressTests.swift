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
    let ring = try Ring(size: max(threads, containers * 3), over: containers)
    let rounds = Stress.rounds / threads
    #expect(ring.errors(of: threads, rounds: rounds) == rounds * threads)
  }

  /// The same ring with half of the requests awaited, by tasks.
  @Test(.timeLimit(.minutes(15)), arguments: [2, 8], [1, 2])
  func tasksAndThreadsOfACycleRetryForever(threads: Int, containers: Int) async throws {
    let ring = try Ring(size: max(threads, containers * 3), over: containers)
    let rounds = Stress.rounds / threads
    let errors = Counter()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let found = await blocking { ring.errors(of: threads, rounds: rounds) }
        errors.increment(by: found)
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
