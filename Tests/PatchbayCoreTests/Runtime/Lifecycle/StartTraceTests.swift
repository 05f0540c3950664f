import Foundation
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("The trace of a start has its builds, hooks and attempts")
struct StartTraceTests {
  @Test("the trace of a start is exact by a scripted clock")
  func asAWholeByAScriptedClock() async throws {
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
    let report = try await container.start(time: Counter().ticking)
    #expect(
      report.trace() == """
        {"displayTimeUnit": "ms", "traceEvents": [
          {"name": "thread_name", "ph": "M", "pid": 1, "tid": 0, "args": {"name": "pool"}},
          {"name": "pool", "cat": "service", "ph": "X", "ts": 1000, "dur": 6000, "pid": 1, "tid": 0, "args": {"waited for": []}},
          {"name": "pool.onStart", "cat": "hook", "ph": "X", "ts": 4000, "dur": 3000, "pid": 1, "tid": 0, "args": {}},
          {"name": "attempt 1", "cat": "attempt", "ph": "X", "ts": 4000, "dur": 1000, "pid": 1, "tid": 0, "args": {"error": "out of order"}},
          {"name": "thread_name", "ph": "M", "pid": 1, "tid": 1, "args": {"name": "server"}},
          {"name": "server", "cat": "service", "ph": "X", "ts": 8000, "dur": 6000, "pid": 1, "tid": 1, "args": {"waited for": ["pool"]}},
          {"name": "server.onStart", "cat": "hook", "ph": "X", "ts": 13000, "dur": 1000, "pid": 1, "tid": 1, "args": {}},
          {"name": "build pool", "cat": "build", "ph": "X", "ts": 2000, "dur": 1000, "pid": 1, "tid": 0, "args": {"requested by": null}},
          {"name": "thread_name", "ph": "M", "pid": 1, "tid": 2, "args": {"name": "users"}},
          {"name": "build users", "cat": "build", "ph": "X", "ts": 9000, "dur": 1000, "pid": 1, "tid": 2, "args": {"requested by": "server"}},
          {"name": "build server", "cat": "build", "ph": "X", "ts": 11000, "dur": 1000, "pid": 1, "tid": 1, "args": {"requested by": null}}
        ]}

        """)
  }

  private struct Trace: Decodable {
    struct Event: Decodable { let name: String }
    let traceEvents: [Event]
  }

  @Test func anEmptyStartIsAValidTraceToo() throws {
    let trace = StartReport(services: [], duration: .zero).trace()
    #expect(try JSONDecoder().decode(Trace.self, from: Data(trace.utf8)).traceEvents.isEmpty)
  }
}
