import PatchbayTesting
import Testing

@testable import JobWorker

@Test func theWiringIsRight() {
  expectWiring(
    "Config/services.yaml", catalog: .tests, overlays: ["Tests/JobWorkerTests/Overlays/*.yaml"],
    requests: .program)
}

@Suite(
  .services("Config/services.yaml", environment: "development", catalog: .tests),
  .overlay("Tests/JobWorkerTests/Overlays/test.yaml"), .timeLimit(.minutes(1)))
struct WorkerTests {
  @Test func takesNoJobBeforeTheDatabaseIsReady() async throws {
    let container = try Services.current
    // The queue has jobs before anything has started.
    for id in 1...3 { try container.resolve(.broker).send(Job(id: id)) }
    let report = try await container.start()
    let started = report.services.first { $0.key == "database" }
    #expect(started?.failedAttempts.first?.error == "connection refused")
    let metrics = try container.resolve(.metrics)
    for _ in 1...3 { #expect(await metrics.next() == "succeeded") }
  }

  @Test(.overlay("Tests/JobWorkerTests/Overlays/held-database.yaml"))
  func finishesTheJobInProgressWhenItIsStopped() async throws {
    let container = try Services.current
    let (database, metrics) = (try container.resolve(.database), try container.resolve(.metrics))
    try await container.start()
    try container.resolve(.broker).send(Job(id: 1))
    await database.waitForCommit()
    async let stop: Void = container.stop()
    #expect(await metrics.next() == "stopping")
    database.release()
    try await stop
    #expect(await metrics.next() == "succeeded")
    #expect(database.rows == ["job 1"])
  }
}
