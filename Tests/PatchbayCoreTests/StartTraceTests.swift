import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("The trace of a start has its builds, hooks and attempts")
struct StartTraceTests {
  @Test func asAWholeByAScriptedClock() async throws {
    let attempts = Counter()
    let catalog = FactoryCatalog("t") {
      Factory("Hooked", .services("inputs")) { (inputs: [Node]) in Node("hooked", inputs) }
        .onStart { _ in if attempts.increment() == 1 { throw Broken() } }
      Factory("Quiet", .services("inputs")) { (inputs: [Node]) in Node("quiet", inputs) }
    }
    let container = Container(
      try definitions {
        $0.define("server", "Hooked", ["inputs": .list([.ref("users")])])
        $0.define("users", "Quiet", ["inputs": .list([.ref("pool")])])
        $0.define("pool", "Hooked", ["inputs": .list([])])
        $0.edit {
          $0.retry = Retry(attempts: 2, pause: RetryPause(low: .zero, high: .zero))
        }
      }.plan(catalog))
    let report = try await container.start(hookTimeout: nil, time: Counter().ticking)
    #expect(
      report.trace() == """
        {"displayTimeUnit": "ms", "traceEvents": [
          {"name": "thread_name", "ph": "M", "pid": 1, "tid": 0, "args": {"name": "lane 1"}},
          {"name": "pool", "cat": "service", "ph": "X", "ts": 1000, "dur": 6000, "pid": 1, "tid": 0, "args": {"waited for": []}},
          {"name": "build pool", "cat": "build", "ph": "X", "ts": 2000, "dur": 1000, "pid": 1, "tid": 0, "args": {"requested by": null}},
          {"name": "pool.onStart", "cat": "hook", "ph": "X", "ts": 4000, "dur": 3000, "pid": 1, "tid": 0, "args": {}},
          {"name": "attempt 1", "cat": "attempt", "ph": "X", "ts": 4000, "dur": 1000, "pid": 1, "tid": 0, "args": {"error": "out of order"}},
          {"name": "server", "cat": "service", "ph": "X", "ts": 8000, "dur": 6000, "pid": 1, "tid": 0, "args": {"waited for": ["pool"]}},
          {"name": "build users", "cat": "build", "ph": "X", "ts": 9000, "dur": 1000, "pid": 1, "tid": 0, "args": {"requested by": "server"}},
          {"name": "build server", "cat": "build", "ph": "X", "ts": 11000, "dur": 1000, "pid": 1, "tid": 0, "args": {"requested by": null}},
          {"name": "server.onStart", "cat": "hook", "ph": "X", "ts": 13000, "dur": 1000, "pid": 1, "tid": 0, "args": {}}
        ]}

        """)
  }

  /// Two services at the same time, one after them, and a build by a request.
  private var overlapping: StartReport {
    let services: [StartReport.Service] = [
      .init(key: "a", begun: .zero, build: .microseconds(10), hook: nil, waitedFor: []),
      .init(
        key: "b", begun: .microseconds(5), build: .microseconds(10), hook: .microseconds(2),
        waitedFor: []),
      .init(
        key: "c", begun: .microseconds(10), build: .microseconds(1), hook: nil, waitedFor: ["a"]),
    ]
    return StartReport(
      services: services.inLanes(),
      builds: [
        .init(
          key: "x", begun: .microseconds(6), duration: .microseconds(1), requestedBy: "y"),
        .init(key: "y", begun: .microseconds(8), duration: .microseconds(1), requestedBy: "b"),
        .init(key: "z", begun: .microseconds(8), duration: .microseconds(9), requestedBy: nil),
        .init(key: "w", begun: .microseconds(9), duration: .microseconds(1), requestedBy: "z"),
      ], duration: .microseconds(20))
  }

  private struct Trace: Decodable {
    struct Event: Decodable {
      let name: String
      let ph: String
      let tid: Int
    }
    let traceEvents: [Event]
  }

  @Test func servicesAtTheSameTimeAreInSeparateLanes() throws {
    #expect(overlapping.services.map(\.lane) == [0, 1, 0])
    let trace = try JSONDecoder().decode(Trace.self, from: Data(overlapping.trace().utf8))
    let lanes = Dictionary(
      uniqueKeysWithValues: trace.traceEvents.filter { $0.ph == "X" }.map { ($0.name, $0.tid) })
    // What is built for a service is in its lane; the request's builds overlap.
    #expect(
      lanes == [
        "a": 0, "b": 1, "c": 0, "b.onStart": 1, "build x": 1, "build y": 1, "build z": 2,
        "build w": 3,
      ])
    #expect(trace.traceEvents.count { $0.ph == "M" } == 4)
  }

  @Test func anEmptyStartIsAValidTraceToo() throws {
    let trace = StartReport(services: [], duration: .zero).trace()
    #expect(try JSONDecoder().decode(Trace.self, from: Data(trace.utf8)).traceEvents.isEmpty)
  }
}
