import PatchbayConfiguration
import Testing

@testable import PatchbayCore

@Suite("The default container is built once, on first use")
struct DefaultContainerTests {
  /// Runs a body with its own default, which is not set.
  private func isolated<Result>(_ body: () throws -> Result) throws -> Result {
    let unset = DefaultContainer(try reports())
    return try DefaultContainer.$local.withValue(unset, operation: body)
  }

  @Test func theBuilderRunsOnceAtTheFirstUse() throws {
    try isolated {
      let count = Counter()
      Container.setDefault {
        count.increment()
        return try reports()
      }
      #expect(count.value == 0)
      let first = try Container.default
      #expect(try Container.default === first)
      #expect(count.value == 1)
    }
  }

  @Test func anotherBuilderReplacesIt() throws {
    try isolated {
      Container.setDefault { try reports() }
      let first = try Container.default
      Container.setDefault { try reports() }
      #expect(try Container.default !== first)
      // The previous one has not been stopped.
      _ = try first.resolve(.store)
    }
  }

  @Test func aFailureIsNotKept() throws {
    try isolated {
      let count = Counter()
      Container.setDefault {
        guard count.increment() > 2 else { throw Broken() }
        return try reports()
      }
      #expect(throws: Broken.self) { try Container.default }
      #expect(throws: Broken.self) { try Container.default }
      _ = try Container.default
      _ = try Container.default
      #expect(count.value == 3)
    }
  }

  @Test func aBuilderThatRequestsTheDefaultFails() throws {
    try isolated {
      Container.setDefault { try Container.default }
      #expect(throws: DefaultContainerError.askedForByItsBuilder) { try Container.default }
      Container.setDefault { try reports() }
      _ = try Container.default
    }
  }

  @Test("a default container that is replaced while it is built is not kept")
  func oneThatIsReplacedWhileItIsBuiltIsNotKept() throws {
    try isolated {
      let second = try reports()
      Container.setDefault {
        Container.setDefault { second }
        return try reports()
      }
      let given = try Container.default
      #expect(given === second)
    }
  }

  /// Its services may ask for the default container while they are released.
  @Test func aReplacedOneIsReleasedWhereTheDefaultCanBeAskedFor() throws {
    final class Telemetry: Sendable {
      let journal: Journal
      init(_ journal: Journal) { self.journal = journal }
      deinit { journal.note((try? Container.default) == nil ? "none" : "a default") }
    }
    try isolated {
      let journal = Journal()
      let second = try reports()
      let plan = try definitions { $0.define("telemetry", "Telemetry") }.plan(
        FactoryCatalog("t") { Factory("Telemetry") { Telemetry(journal) } })
      Container.setDefault {
        Container.setDefault { second }
        let first = Container(plan)
        _ = try first.resolve("telemetry", as: Telemetry.self)
        return first
      }
      #expect(try Container.default === second)
      #expect(journal.takeEntries() == ["a default"])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func manyThreadsGetTheSameOne() throws {
    let own = DefaultContainer(try reports())
    for _ in 0..<20 {
      let count = Counter()
      own.replace {
        count.increment()
        return try reports()
      }
      let seen = Locked<[Container]>([])
      onThreads(16) { _ in
        do {
          let container = try own.container()
          seen.withLock { $0.append(container) }
        } catch { Issue.record(error) }
      }
      #expect(count.value == 1)
      let all = seen.withLock { $0 }
      #expect(all.count == 16 && all.allSatisfy { $0 === all[0] })
    }
  }

  @Test func thereIsNoneBeforeOneIsSet() async {
    // In a process of its own, in which no other test can have set one.
    await #expect(processExitsWith: .success) {
      #expect(throws: DefaultContainerError.notSet) { try Container.default }
      Container.setDefault { try reports() }
      let container = try Container.default
      await Task.detached {
        let same = try? Container.default
        #expect(same === container)
      }.value
    }
  }
}
