import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Under load: observers are notified of each service in order", .serialized)
struct ObserverStressTests {
  /// A start finds services that other threads have just built: what it says of them comes after what
  /// those threads say.
  @Test func builtBeforeStarted() async throws {
    let plan = try definitions(scopes: []) {
      $0.define("server", "Hooked", ["name": "server", "inputs": .list([.ref("users")])])
      $0.define("users", "Quiet", ["inputs": .list([.ref("pool")])])
      $0.define("pool", "Hooked", ["name": "pool", "inputs": .list([])])
    }.plan(.hooked())
    for _ in 0..<Stress.rounds / 10 {
      let journal = Journal()
      let container = Container(plan)
      container.observe(
        ContainerObserver(
          built: { journal.note("built \($0.key)") },
          started: { journal.note("started \($0.key)") }))
      try await withThrowingTaskGroup { group in
        for key in ["pool", "users", "server"] {
          group.addTask { _ = try container.resolve(key, as: Node.self) }
        }
        group.addTask { try await container.start() }
        try await group.waitForAll()
      }
      for key in ["pool", "server"] {
        let entries = journal.entries.filter { $0.hasSuffix(" \(key)") }
        try #require(entries == ["built \(key)", "started \(key)"])
      }
    }
  }
}
