import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A request that runs while its container stops ends with an error, and nothing else")
struct StopRaceTests {
  @Test(.timeLimit(.minutes(15)))
  func eachContainerIsAskedUntilItIsStopped() throws {
    let catalog = FactoryCatalog("nodes") { Factory("Node") { Node("node") } }
    let plan = try definitions { $0.define("node", "Node") }.plan(catalog)
    let containers = (0..<20_000).map { _ in Container(plan) }
    let (reached, others) = (Counter(), Counter())
    onThreads(2) { index in
      for (number, container) in containers.enumerated() {
        if index == 0 {
          // Both are at the same container, so that some requests read it just before it is closed.
          while reached.value <= number {}
          container.root.lifecycle.withLock { container.root.close($0) }
          continue
        }
        reached.increment()
        while true {
          do throws(DiagnosticsError) { try container.refuseClosed(container.root) } catch {
            if error.codes != [.containerShutDown] { others.increment() }
            break
          }
        }
      }
    }
    #expect(others.value == 0)
  }
}
