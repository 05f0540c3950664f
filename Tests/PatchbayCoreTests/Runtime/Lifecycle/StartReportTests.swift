import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("The report of a start has its order, its times and its dependencies")
struct StartReportTests {
  @Test("the report of a start is a table with aligned columns")
  func asATableWithAlignedColumns() {
    let report = StartReport(
      services: [
        .init(
          key: "pool", begun: .microseconds(50), build: .microseconds(1_249),
          hook: .milliseconds(31), waitedFor: []),
        .init(
          key: "mail-queue", begun: .zero, build: .milliseconds(1_200), hook: nil, waitedFor: []),
        .init(
          key: "server", begun: .milliseconds(1_200), build: .zero, hook: .milliseconds(9),
          waitedFor: ["pool", "mail-queue"]),
      ], duration: .seconds(2))
    #expect(
      report.description == """
        started 3 services in 2000.0 ms
        service      begun at      build     hook  waited for
        pool           0.1 ms     1.2 ms  31.0 ms
        mail-queue     0.0 ms  1200.0 ms
        server      1200.0 ms     0.0 ms   9.0 ms  pool, mail-queue
        """)
  }

  @Test("the report of an empty start is one line")
  func ofNothingInOneLine() {
    #expect(
      "\(StartReport(services: [], duration: .zero))" == "started no services in 0.0 ms")
  }

  private func container() throws -> Container {
    let catalog = FactoryCatalog("t") {
      Factory("Hooked", .services("inputs")) { (inputs: [Node]) in Node("hooked", inputs) }
        .onStart { _ in }
      Factory("Quiet", .services("inputs")) { (inputs: [Node]) in Node("quiet", inputs) }
    }
    return Container(
      try definitions {
        $0.define("server", "Hooked", ["inputs": .list([.ref("users")])])
        $0.define("users", "Quiet", ["inputs": .list([.ref("pool")])])
        $0.define("pool", "Hooked", ["inputs": .list([])])
        $0.define("unused", "Quiet", ["inputs": .list([])])
        $0.define("banner", "Quiet", ["inputs": .list([.ref("pool")])])
        $0.edit { definition in
          definition.eager = true
          definition.after = [Located("server", definition.provenance)]
        }
      }.plan(catalog))
  }

  @Test("the report of a start has the times of the clock")
  func asItWasByTheClock() async throws {
    let report = try await container().start(time: Counter().ticking)
    #expect(
      report.description == """
        started 3 services in 9.0 ms
        service  begun at   build    hook  waited for
        pool       1.0 ms  1.0 ms  1.0 ms
        server     4.0 ms  1.0 ms  1.0 ms  pool
        banner     7.0 ms  1.0 ms          pool, server
        """)
  }

  @Test func aSecondCallGivesTheReportOfTheFirst() async throws {
    let container = try container()
    let first = try await container.start()
    #expect(first.services.map(\.key) == ["pool", "server", "banner"])
    #expect(first.duration >= first.services[2].begun)
    #expect(try await container.start() == first)
  }
}
