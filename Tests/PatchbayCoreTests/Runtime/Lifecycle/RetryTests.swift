import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A start hook is attempted again after a pause")
struct RetryTests {
  private struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// A container with one service, `store`, whose hook is called with the number of the attempt, and
  /// services without a retry that follow.
  private func container(
    _ retry: Retry, timeouts: Timeouts = Timeouts(), journal: Journal = Journal(),
    others: [String] = [],
    other: @escaping @Sendable () async throws -> Void = {},
    _ hook: @escaping @Sendable (Int) async throws -> Void
  ) throws -> Container {
    let attempts = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Store") { () -> Node in
        journal.note("make store")
        return Node("store")
      }
      .onStart { _ in
        let number = attempts.increment()
        journal.note("attempt \(number)")
        try await hook(number)
      }
      .onStop { _ in journal.note("stop store") }
      Factory("Other") { Node("other") }.onStart { _ in try await other() }
    }
    return Container(
      try definitions {
        $0.define("store", "Store")
        $0.edit { definition in
          definition.retry = retry
          definition.timeouts = timeouts
        }
        for key in others { $0.define(key, "Other") }
      }.plan(catalog))
  }

  /// Waits until a service is between two attempts.
  private func isRetried(_ key: String, in container: Container) async {
    while !container.readiness.services.contains(where: { service in
      if case .retrying = service.state { service.key == key } else { false }
    }) {
      await Task.yield()
    }
  }

  private static let long = RetryPause(low: .seconds(100_000), high: .seconds(100_000))
  private static let none = RetryPause(low: .zero, high: .zero)

  @Test func pausesDoubleUpToTheLongest() {
    let retry = Retry(pause: RetryPause(low: .milliseconds(200), high: .seconds(5)))
    #expect(
      (1...8).map { retry.pause(after: $0) } == [
        .milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1_600),
        .milliseconds(3_200), .seconds(5), .seconds(5), .seconds(5),
      ])
    #expect(Retry(pause: Self.long).pause(after: .max) == .seconds(100_000))
    #expect(Retry(pause: Self.none).pause(after: 3) == .zero)
    // The defaults.
    #expect((1...6).map { Retry(attempts: 9).pause(after: $0) }.last == .seconds(5))
  }

  @Test func theDefaultIsOneAttemptAndFiveWithARetry() {
    #expect(Retry().mostAttempts == 1)
    #expect(Retry(pause: Self.none).mostAttempts == 5)
    #expect(Retry(attempts: 2).mostAttempts == 2)
  }

  @Test func onlyTheHookIsAttemptedAgainUntilItSucceeds() async throws {
    let journal = Journal()
    let container = try container(Retry(attempts: 5, pause: Self.none), journal: journal) {
      if $0 < 3 { throw Failed(description: "refused \($0)") }
    }
    let report = try await container.start()
    #expect(journal.entries == ["make store", "attempt 1", "attempt 2", "attempt 3"])
    #expect(report.services[0].failedAttempts.map(\.error) == ["refused 1", "refused 2"])
  }

  @Test func theReportHasEachFailedAttemptByTheClock() async throws {
    let counter = Counter()
    let pause = RetryPause(low: .microseconds(100), high: .microseconds(150))
    let container = try container(Retry(attempts: 3, pause: pause)) {
      if $0 < 3 { throw Failed(description: "refused \($0)") }
    }
    // Each look at the clock takes a millisecond.
    let report = try await container.start { .milliseconds(counter.increment()) }
    #expect(
      report.description == """
        started 1 service in 8.0 ms
        service  begun at   build    hook  waited for
        store      1.0 ms  1.0 ms  5.0 ms
        store: attempt 1 failed after 1.0 ms: refused 1; next after 0.1 ms
        store: attempt 2 failed after 1.0 ms: refused 2; next after 0.2 ms
        """)
    #expect(
      report.services[0].failedAttempts == [
        .init(
          begun: .milliseconds(2), duration: .milliseconds(1), error: "refused 1",
          pause: .microseconds(100)),
        .init(
          begun: .milliseconds(4), duration: .milliseconds(1), error: "refused 2",
          pause: .microseconds(150)),
      ])
  }

  @Test func theLastErrorIsReportedWithItsNumber() async throws {
    let journal = Journal()
    let container = try container(Retry(attempts: 3, pause: Self.none), journal: journal) {
      throw Failed(description: "refused \($0)")
    }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.codes == [.startFailed])
    #expect(
      error?.diagnostics.first?.message == "`store` could not be started: refused 3")
    #expect(error?.diagnostics.first?.notes.contains("this was attempt 3 of 3") == true)
    #expect((error?.underlying as? Failed)?.description == "refused 3")
    #expect(
      journal.entries == ["make store", "attempt 1", "attempt 2", "attempt 3", "stop store"])
  }

  @Test func withoutARetryThereIsOneAttempt() async throws {
    let journal = Journal()
    let container = try container(Retry(), journal: journal) { _ in
      throw Failed(description: "refused")
    }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.diagnostics.first?.notes.contains { $0.contains("attempt") } == false)
    #expect(journal.count(of: "attempt 1") == 1 && journal.count(of: "attempt 2") == 0)
  }

  @Test(.timeLimit(.minutes(15)))
  func theTimeoutLimitsEachAttempt() async throws {
    let container = try container(
      Retry(attempts: 2, pause: Self.none), timeouts: Timeouts(start: .milliseconds(20))
    ) {
      // Until it is cancelled.
      if $0 == 1 { try await Gate().opened() }
    }
    let report = try await container.start()
    #expect(report.services[0].failedAttempts.map(\.error) == ["took longer than 20ms"])
  }

  @Test func theLastTimeoutIsReportedWithItsNumber() async throws {
    let container = try container(
      Retry(attempts: 2, pause: Self.none), timeouts: Timeouts(start: .milliseconds(20))
    ) { _ in try await Gate().opened() }
    let error = await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(error?.codes == [.startTimedOut])
    #expect(error?.diagnostics.first?.notes.first == "this was attempt 2 of 2")
  }

  @Test(.timeLimit(.minutes(15)))
  func aStopEndsAPauseAtOnce() async throws {
    let journal = Journal()
    let container = try container(Retry(attempts: 2, pause: Self.long), journal: journal) {
      throw Failed(description: "refused \($0)")
    }
    async let start = codes { try await container.start() }
    await isRetried("store", in: container)
    try await container.stop()
    // The error of the attempt says what the start was waiting for.
    #expect(await start == [.containerShutDown, .startFailed])
    #expect(journal.entries == ["make store", "attempt 1", "stop store"])
  }

  @Test(.timeLimit(.minutes(15)))
  func theCancellationOfTheCallerEndsAPauseAtOnce() async throws {
    let journal = Journal()
    let container = try container(Retry(attempts: 2, pause: Self.long), journal: journal) {
      throw Failed(description: "refused \($0)")
    }
    let start = Task { try await container.start() }
    await isRetried("store", in: container)
    start.cancel()
    let error = await #expect(throws: DiagnosticsError.self) { try await start.value }
    #expect(error?.codes == [.startFailed])
    #expect(error?.diagnostics.first?.notes.contains("this was attempt 1 of 2") == true)
    #expect(journal.entries == ["make store", "attempt 1", "stop store"])
  }

  @Test(.timeLimit(.minutes(15)))
  func theFailureOfAnotherServiceEndsAPauseAtOnce() async throws {
    let journal = Journal()
    let mayFail = Gate()
    let container = try container(
      Retry(attempts: 2, pause: Self.long), journal: journal, others: ["other"],
      other: {
        try await mayFail.opened()
        throw Broken()
      }
    ) { throw Failed(description: "refused \($0)") }
    let start = Task { try await container.start() }
    await isRetried("store", in: container)
    mayFail.open()
    let error = await #expect(throws: DiagnosticsError.self) { try await start.value }
    #expect(
      Set(error?.diagnostics.map(\.message) ?? []) == [
        "`other` could not be started: out of order",
        "`store` could not be started: refused 1",
      ])
    #expect(journal.count(of: "attempt 2") == 0)
  }

  @Test func aFactoryIsNotAttemptedAgain() async throws {
    let journal = Journal()
    let catalog = FactoryCatalog("t") {
      Factory("Store") { () throws -> Node in
        journal.note("make store")
        throw Broken()
      }
      .onStart { _ in journal.note("start") }
    }
    let container = Container(
      try definitions {
        $0.define("store", "Store")
        $0.edit { $0.retry = Retry(attempts: 3, pause: Self.none) }
      }.plan(catalog))
    await #expect(throws: DiagnosticsError.self) { try await container.start() }
    #expect(journal.entries == ["make store"])
  }

  @Test func aScopeAttemptsItsHooksAgain() async throws {
    let attempts = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Session") { Node("session") }.onStart { _ in
        if attempts.increment() < 3 { throw Broken() }
      }
    }
    var set = TestDefinitions(scopes: ["request"])
    set.define("session", "Session", scope: "request")
    set.edit { $0.retry = Retry(attempts: 3, pause: Self.none) }
    let container = Container(try set.plan(catalog))
    try await container.withScope("request") { _ in }
    #expect(attempts.value == 3)
  }

  @Test(arguments: [
    ("200ms..5s", RetryPause(low: .milliseconds(200), high: .seconds(5))),
    ("1.5s..2m", RetryPause(low: .milliseconds(1_500), high: .seconds(120))),
    ("5s", RetryPause(low: .seconds(5), high: .seconds(5))),
    ("5s..1s", RetryPause(low: .seconds(5), high: .seconds(1))),
    ("", nil), ("..", nil), ("1s..", nil), ("..1s", nil), ("1s...2s", nil), ("1s..2s..3s", nil),
    ("1s .. 2s", nil), ("1..2s", nil), ("1s-2s", nil),
  ])
  func aPauseIsReadFromARange(_ text: String, _ pause: RetryPause?) {
    #expect(RetryPause(configurationText: text) == pause)
  }
}
