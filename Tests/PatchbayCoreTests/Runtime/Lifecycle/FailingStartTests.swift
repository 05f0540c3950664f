import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A failing start ends the hooks of the other services at once", .timeLimit(.minutes(15)))
struct FailingStartTests {
  /// A container or a scope with the services `bad`, whose hook fails when that of `slow` has begun, and `slow`.
  private struct Start {
    let container: Container
    let isInScope: Bool
    let journal = Journal()

    init(
      isInScope: Bool = false, limit: Duration? = nil, retry: Retry = Retry(),
      slow: @escaping @Sendable (Journal) async throws -> Void
    ) throws {
      let isInHook = Gate()
      let catalog = FactoryCatalog.hooked(
        start: { [journal] name in
          guard name == "slow" else {
            try await isInHook.opened()
            throw Broken()
          }
          isInHook.open()
          journal.note("start slow")
          try await slow(journal)
        }, stop: { [journal] in journal.note("stop \($0)") })
      let scope = isInScope ? "request" : nil
      container = Container(
        try definitions(scopes: ["request"]) {
          $0.define("bad", "Hooked", ["name": "bad", "inputs": .list([])], scope: scope)
          $0.define("slow", "Hooked", ["name": "slow", "inputs": .list([])], scope: scope)
          $0.edit { definition in
            definition.timeouts.start = limit
            definition.retry = retry
          }
        }.plan(catalog))
      container.observe(
        ContainerObserver(attemptFailed: { [journal] in journal.note("failed \($0.key)") }))
      self.isInScope = isInScope
    }

    /// The messages of the error.
    func messages() async -> [String] {
      do throws(DiagnosticsError) {
        if isInScope {
          _ = try await container.openScope("request")
        } else {
          try await container.start()
        }
        return []
      } catch {
        await container.root.activity?.flush()
        return error.diagnostics.map(\.message)
      }
    }
  }

  @Test(
    "the other hooks are cancelled, their services stopped, and neither is reported",
    arguments: [true, false])
  func theyAreCancelledStoppedAndNotReported(isInScope: Bool) async throws {
    let start = try Start(
      isInScope: isInScope, retry: Retry(attempts: 3, pause: RetryPause(low: .zero, high: .zero))
    ) { _ in
      // Until it is cancelled.
      try await Gate().opened()
    }
    #expect(await start.messages() == ["`bad` could not be started: out of order"])
    let entries = start.journal.entries
    #expect(entries.sorted() == ["failed bad", "start slow", "stop bad", "stop slow"])
  }

  @Test("an error of a cancelled hook is dropped")
  func anErrorOfTheirOwnIsDroppedToo() async throws {
    let start = try Start { _ in
      try? await Gate().opened()
      throw Refusal("cancelled")
    }
    #expect(await start.messages() == ["`bad` could not be started: out of order"])
    #expect(start.journal.count(of: "failed slow") == 0)
  }

  @Test("a hook that ignores its cancellation is awaited")
  func oneThatIgnoresItsCancellationIsAwaited() async throws {
    let mayReturn = Gate()
    let start = try Start { journal in
      await blocking { mayReturn.wait() }
      journal.note("return slow")
    }
    async let messages = start.messages()
    while !start.container.readiness.services.contains(where: { $0.state == .failed }) {
      await Task.yield()
    }
    mayReturn.open()
    #expect(await messages == ["`bad` could not be started: out of order"])
    #expect(
      start.journal.entries.filter { $0.hasSuffix("slow") }.suffix(2) == [
        "return slow", "stop slow",
      ])
  }

  @Test("a hook that ignores its cancellation is awaited no longer than its limit")
  func itIsAwaitedNoLongerThanItsLimit() async throws {
    let mayReturn = Gate()
    let start = try Start(limit: .milliseconds(20)) { _ in await blocking { mayReturn.wait() } }
    #expect(await start.messages() == ["`bad` could not be started: out of order"])
    mayReturn.open()
    #expect(start.journal.count(of: "stop slow") == 1)
    #expect(start.journal.count(of: "failed slow") == 0)
  }

  @Test func noHookBeginsOfAServiceThatIsBuiltMeanwhile() async throws {
    let journal = Journal()
    let (isInFactory, mayReturn) = (Gate(), Gate())
    let catalog = FactoryCatalog("t") {
      Factory("Bad") { Node("bad") }.onStart { _ in
        try await isInFactory.opened()
        throw Broken()
      }
      Factory(async: "Built") { () async throws -> Node in
        isInFactory.open()
        await blocking { mayReturn.wait() }
        return Node("built")
      }
      .onStart { _ in journal.note("start built") }
      .onStop { _ in journal.note("stop built") }
    }
    let container = Container(
      try definitions {
        $0.define("bad", "Bad")
        $0.define("built", "Built")
      }.plan(catalog))
    async let start = codes { try await container.start() }
    while container.readiness.services[0].state != .failed { await Task.yield() }
    mayReturn.open()
    #expect(await start == [.startFailed])
    #expect(journal.entries == ["stop built"])
  }

  @Test func aFactoryThatFailsMeanwhileIsReported() async throws {
    let (isInFactory, mayFail) = (Gate(), Gate())
    let catalog = FactoryCatalog("t") {
      Factory("Bad") { Node("bad") }.onStart { _ in
        try await isInFactory.opened()
        throw Broken()
      }
      Factory(async: "Broken") { () async throws -> Node in
        isInFactory.open()
        await blocking { mayFail.wait() }
        throw Broken()
      }
    }
    let container = Container(
      try definitions {
        $0.define("bad", "Bad")
        $0.define("broken", "Broken")
      }.plan(catalog))
    async let start = codes { try await container.start() }
    while container.readiness.services[0].state != .failed { await Task.yield() }
    mayFail.open()
    #expect(await start == [.startFailed, .factoryFailed])
  }
}
