import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("Under load: every service that was built is stopped once", .serialized)
struct LifecycleStressTests {
  private func plan(_ journal: Journal) throws -> Plan {
    let catalog = FactoryCatalog("nodes") {
      Factory("N", .value("name"), .services("inputs")) { (name: String, inputs: [Node]) in
        journal.note("make \(name)")
        return Node(name, inputs)
      }
      .onStart { journal.note("start \($0.name)") }
      .onStop { journal.note("stop \($0.name)") }
    }
    return try definitions {
      $0.define("first", "N", ["name": "first", "inputs": .list([])])
      $0.define("second", "N", ["name": "second", "inputs": .list([.ref("first")])])
    }.plan(catalog)
  }

  /// Requests that complete while the container stops: each service that was built is stopped, once.
  @Test("a service that is completed at the last moment is stopped")
  func whatIsCompletedAtTheLastMomentIsStopped() async throws {
    let (made, stopped) = (Counter(), Counter())
    let catalog = FactoryCatalog("t") {
      Factory("Late") { () -> Node in
        made.increment()
        return Node("late")
      }
      .onStop { _ in stopped.increment() }
    }
    let plan = try definitions { definitions in
      for index in 0..<4 { definitions.define("s\(index)", "Late") }
    }.plan(catalog)
    for _ in 0..<Stress.rounds / 10 {
      let container = Container(plan)
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<4 {
          group.addTask { _ = try? container.resolve("s\(index)", as: Node.self) }
        }
        group.addTask { try? await container.stop() }
      }
      // What came too late for the stop is stopped by a task of its own.
      while stopped.value < made.value { await Task.yield() }
    }
    #expect(stopped.value == made.value)
  }

  /// Starts and stops from several tasks at once: every service that was started is stopped once, after
  /// its start hook has returned.
  @Test func anyNumberOfStartsAndStopsAtOnce() async throws {
    for round in 0..<Stress.rounds / 20 {
      let journal = Journal()
      let container = Container(try plan(journal))
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<4 {
          group.addTask {
            for _ in 0..<(task + round) % 7 { await Task.yield() }
            if task.isMultiple(of: 2) {
              _ = try? await container.start()
            } else {
              try? await container.stop()
            }
          }
        }
      }
      try? await container.stop()
      let entries = journal.entries
      #expect(Set(entries).count == entries.count)
      for name in ["first", "second"] where entries.contains("make \(name)") {
        #expect(entries.last { $0.hasSuffix(name) } == "stop \(name)")
      }
    }
  }

  /// Runs that go on, return, throw or ignore their cancellation for a while, with starts and stops from several tasks:
  /// each begins at most once and has ended when the container is stopped.
  @Test func everyRunThatBeganHasEndedAfterTheStop() async throws {
    let (begun, ended) = (Counter(), Counter())
    let catalog = FactoryCatalog("runs") {
      Factory("R", .value("kind"), .services("inputs")) { (kind: String, inputs: [Node]) in
        Node(kind, inputs)
      }
      .onRun { node in
        begun.increment()
        defer { ended.increment() }
        switch node.name {
        case "returns": await Task.yield()
        case "throws": throw Broken()
        case "slow": for _ in 0..<20 { await Task.yield() }
        default: while !Task.isCancelled { await Task.yield() }
        }
      }
    }
    for round in 0..<Stress.rounds / 20 {
      let kinds = ["goes on", "returns", "slow", "throws"].prefix(round.isMultiple(of: 3) ? 4 : 3)
      let plan = try definitions { definitions in
        for (index, kind) in kinds.enumerated() {
          let inputs: TestValue = index == 0 ? .list([]) : .list([.ref("r\(index - 1)")])
          definitions.define("r\(index)", "R", ["kind": .text(kind), "inputs": inputs])
        }
      }.plan(catalog)
      let container = Container(plan)
      // Otherwise the stop may come first each time.
      if round.isMultiple(of: 2) { _ = try? await container.start() }
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<3 {
          group.addTask {
            for _ in 0..<(task + round) % 11 { await Task.yield() }
            if task == 2 { try? await container.stop() } else { _ = try? await container.start() }
          }
        }
      }
      try? await container.stop()
      #expect(begun.value == ended.value)
    }
    #expect(begun.value > 0)
  }
}
