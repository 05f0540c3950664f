import Foundation
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("Under load: a weak service is its living instance or a new one", .serialized)
struct WeakStressTests {
  /// A node that says whether it is still there, and counts itself.
  private final class Mortal: Sendable {
    let serial: Int
    private let alive: Counter
    init(_ serial: Int, _ alive: Counter) {
      self.serial = serial
      self.alive = alive
      alive.increment()
    }
    deinit { alive.decrement() }
  }

  /// One thread lets go of the last reference while others ask: never freed memory, and never two
  /// that live at the same time.
  @Test(arguments: [2, 4])
  func releasingAndRequesting(_ threads: Int) throws {
    let (made, alive) = (Counter(), Counter())
    let catalog = FactoryCatalog("t") {
      Factory("Mortal") { Mortal(made.increment(), alive) }
    }
    let container = Container(
      try definitions { $0.define("weak", "Mortal", scope: "weak") }.plan(catalog))
    let rounds = Stress.rounds / threads
    let wrong = Counter()
    onThreads(threads) { _ in
      var last = 0
      for _ in 0..<rounds {
        guard let mortal = try? container.resolve("weak", as: Mortal.self) else {
          wrong.increment()
          continue
        }
        // A later request never gives an earlier one than before.
        if mortal.serial < last { wrong.increment() }
        last = mortal.serial
      }
    }
    #expect(wrong.value == 0)
    #expect(alive.value == 0)
    #expect((1...rounds * threads).contains(made.value))
  }
}
