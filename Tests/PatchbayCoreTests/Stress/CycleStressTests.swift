import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Under load: a cycle over threads ends in an error within a second", .serialized)
struct CycleStressTests {
  /// Services in a ring, each of which asks for the next while it is built.
  @Test(.timeLimit(.minutes(5)), arguments: [2, 3, 8])
  func everyTime(_ threads: Int) async throws {
    let catalog = FactoryCatalog("ring") {
      Factory("Hasty", .provider("next")) { (next: Provider<Node>) throws -> Node in
        Node("x", [try next()])
      }
    }
    let plan = try definitions { definitions in
      for index in 0..<threads {
        definitions.define("s\(index)", "Hasty", ["next": .ref("s\((index + 1) % threads)")])
      }
    }.plan(catalog)
    let rounds = Stress.rounds(10_000, short: 300)
    let errors = Counter()
    var slowest = Duration.zero
    for _ in 0..<rounds {
      let container = Container(plan)
      let taken = ContinuousClock().measure {
        onThreads(threads) { index in
          do throws(DiagnosticsError) {
            _ = try container.resolve("s\(index)", as: Node.self)
          } catch { if error.codes == [.reentrantResolution] { errors.increment() } }
        }
      }
      slowest = max(slowest, taken)
    }
    #expect(errors.value == rounds * threads)
    #expect(slowest < .seconds(1))
    #expect(try await noEdgeIsLeft())
  }
}
