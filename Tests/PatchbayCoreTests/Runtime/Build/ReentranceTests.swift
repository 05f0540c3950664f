import PatchbayConfiguration
import Foundation
import PatchbayDiagnostics
import Synchronization
import Testing

@testable import PatchbayCore

@Suite("A factory can resolve services, and a cycle is an error")
struct ReentranceTests {
  /// Where a factory finds a container that was not passed to it, as a global variable would.
  final class Captured: Sendable {
    private let kept = Locked<Container?>(nil)
    var container: Container? {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }
    func node(_ key: String) throws -> Node {
      try #require(container).resolve(key, as: Node.self)
    }
  }

  /// Asks for a service where a user would not think of it: in a setter and in a contract's view.
  final class Curious: Greeter {
    let asked = Locked<DiagnosticsError?>(nil)
    let greeting = "why?"
  }

  @Test(.timeLimit(.minutes(15)))
  func aCycleThroughACapturedContainerIsReported() throws {
    let captured = Captured()
    let catalog = FactoryCatalog("t") {
      Factory("Asks") { () throws -> Node in Node("asks", [try captured.node("needs")]) }
      Factory("Needs", .service("asks")) { (asks: Node) in Node("needs", [asks]) }
    }
    let container = Container(
      try definitions {
        $0.define("asks", "Asks")
        $0.define("needs", "Needs", ["asks": .ref("asks")])
      }.plan(catalog))
    captured.container = container
    defer { captured.container = nil }
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("needs", as: Node.self)
    }
    #expect(error?.codes == [.reentrantResolution])
  }

  @Test(.timeLimit(.minutes(15)))
  func aCycleThroughTwoContainersIsReportedWithItsPath() throws {
    let captured = [Captured(), Captured()]
    let catalogs = (0..<2).map { index in
      FactoryCatalog("t") {
        Factory("Asks") { () throws -> Node in
          Node("n", [try captured[1 - index].node("n\(1 - index)")])
        }
      }
    }
    for (index, catalog) in catalogs.enumerated() {
      captured[index].container = Container(
        try definitions { $0.define("n\(index)", "Asks") }.plan(catalog))
    }
    let failures = Locked<[DiagnosticsError]>([])
    for _ in 0..<200 {
      onThreads(2) { index in
        do { _ = try captured[index].node("n\(index)") } catch let error as DiagnosticsError {
          failures.withLock { $0.append(error) }
        } catch {}
      }
    }
    for each in captured { each.container = nil }
    #expect(failures.withLock { $0.count } == 400)
    #expect(failures.withLock { $0.allSatisfy { $0.codes == [.reentrantResolution] } })
  }

  @Test(.timeLimit(.minutes(15)))
  func aSetterRequestsForItsOwner() throws {
    let captured = Captured()
    let catalog = FactoryCatalog("t") {
      Factory("Curious") { Curious() }
        .property("volume", value: Int.self) { curious, _ in
          do throws(DiagnosticsError) {
            _ = try captured.container?.resolve("curious", as: Curious.self)
          } catch { curious.asked.withLock { $0 = error } }
        }
    }
    var set = definitions { $0.define("curious", "Curious") }
    set.set("volume", of: "curious", "11")
    let container = Container(try set.plan(catalog))
    captured.container = container
    defer { captured.container = nil }
    let curious = try container.resolve("curious", as: Curious.self)
    #expect(curious.asked.withLock { $0 }?.codes == [.reentrantResolution])
  }

  @Test(.timeLimit(.minutes(15)))
  func aContractsViewRequestsForItsOwner() throws {
    let captured = Captured()
    let catalog = FactoryCatalog("t") {
      Factory("Curious") { Curious() }
        .provides((any Greeter).self) { curious in
          do throws(DiagnosticsError) {
            _ = try captured.container?.resolve("curious", as: Curious.self)
          } catch { curious.asked.withLock { $0 = error } }
          return curious
        }
    }
    let container = Container(try definitions { $0.define("curious", "Curious") }.plan(catalog))
    captured.container = container
    defer { captured.container = nil }
    let curious = try container.resolve("curious", as: Curious.self)
    #expect(curious.asked.withLock { $0 }?.codes == [.reentrantResolution])
  }

  /// A view of a `weak` service is made whenever it is found, and may ask for others.
  @Test(.timeLimit(.minutes(15)))
  func aViewOfAWeakServiceCanResolveOthers() throws {
    let captured = Captured()
    let catalog = FactoryCatalog("t") {
      Factory("Plain") { Plain() }
        .provides((any Greeter).self) { plain in
          _ = try? captured.container?.resolve("fresh", as: Node.self)
          _ = try? captured.container?.resolve("kept", as: Node.self)
          return plain
        }
      Factory("Node") { Node("n") }
    }
    let container = Container(
      try definitions {
        $0.define("plain", "Plain", scope: "weak")
        $0.define("fresh", "Node", scope: "transient")
        $0.define("kept", "Node")
      }.plan(catalog))
    captured.container = container
    defer { captured.container = nil }
    onThreads(8) { _ in
      for _ in 0..<200 { _ = try? container.resolve("plain", as: (any Greeter).self) }
    }
  }

  @Test func aFactoryMayDropTheLastReferenceToItsContainer() throws {
    let captured = Captured()
    let catalog = FactoryCatalog("t") {
      Factory("Inner") { Node("inner") }
      Factory("Outer", .provider("inner")) { (inner: Provider<Node>) throws -> Node in
        captured.container = nil
        return Node("outer", [try inner()])
      }
    }
    captured.container = Container(
      try definitions {
        $0.define("outer", "Outer", ["inner": .ref("inner")])
        $0.define("inner", "Inner")
      }.plan(catalog))
    let outer = try captured.node("outer")
    #expect(captured.container == nil)
    #expect(outer.inputs.map(\.name) == ["inner"])
  }

  @Test(.timeLimit(.minutes(15)))
  func aTaskThatOutlivesItsFactoryIsNoLongerPartOfIt() async throws {
    struct Work: Sendable { let task: Task<String, any Error> }
    let captured = Captured()
    let isBuilt = Gate()
    let catalog = FactoryCatalog("t") {
      Factory("Work") {
        Work(
          task: Task {
            try await isBuilt.opened()
            // The task still has the factory's task-local value; its creation is over.
            #expect(Construction.current == nil)
            return try captured.node("slow").name
          })
      }
      Factory("Slow", .service("work")) { (work: Work) in Node("slow") }
    }
    let container = Container(
      try definitions {
        $0.define("work", "Work")
        $0.define("slow", "Slow", ["work": .ref("work")])
      }.plan(catalog))
    captured.container = container
    defer { captured.container = nil }
    let work = try container.resolve("work", as: Work.self)
    isBuilt.open()
    #expect(try await work.task.value == "slow")
  }

  /// To wait for the factory, which waits for the task, would never end.
  @Test(.timeLimit(.minutes(15)))
  func aTaskThatItsFactoryWaitsForIsAPartOfIt() throws {
    let captured = Captured()
    let curious = Curious()
    let catalog = FactoryCatalog("t") {
      Factory("Waits") { () -> Node in
        let isOver = Gate()
        Task {
          do throws(DiagnosticsError) {
            _ = try captured.container?.resolve("waits", as: Node.self)
          } catch { curious.asked.withLock { $0 = error } }
          isOver.open()
        }
        isOver.wait()
        return Node("waits")
      }
    }
    let container = Container(try definitions { $0.define("waits", "Waits") }.plan(catalog))
    captured.container = container
    defer { captured.container = nil }
    onThreads(1) { _ in _ = try? container.resolve("waits", as: Node.self) }
    #expect(curious.asked.withLock { $0 }?.codes == [.reentrantResolution])
  }

  @Test func aTaskThatAFactoryStartedRetainsNoInstanceOfItsContainer() throws {
    final class Kept: Sendable {
      let releases: Counter
      init(_ releases: Counter) { self.releases = releases }
      deinit { releases.increment() }
    }
    let (isOver, releases) = (Gate(), Counter())
    defer { isOver.open() }
    let catalog = FactoryCatalog("t") {
      Factory("Kept") { Kept(releases) }
      Factory("Works", .service("kept")) { (_: Kept) -> Node in
        Task { try await isOver.opened() }
        return Node("works")
      }
    }
    let plan = try definitions {
      $0.define("kept", "Kept")
      $0.define("works", "Works", ["kept": .ref("kept")])
    }.plan(catalog)
    do {
      let container = Container(plan)
      _ = try container.resolve("works", as: Node.self)
      #expect(releases.value == 0)
    }
    #expect(releases.value == 1)
  }

  @Test func theMessageOfAFailureNamesTheRequesterThroughACapturedContainer() throws {
    let captured = Captured()
    let catalog = FactoryCatalog("t") {
      Factory("Bad") { () throws -> Node in throw Broken() }
      Factory("Asks") { () throws -> Node in try captured.node("bad") }
      Factory("Top", .service("asks")) { (asks: Node) in Node("top", [asks]) }
    }
    let container = Container(
      try definitions {
        $0.define("top", "Top", ["asks": .ref("asks")])
        $0.define("asks", "Asks")
        $0.define("bad", "Bad")
      }.plan(catalog))
    captured.container = container
    defer { captured.container = nil }
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("top", as: Node.self)
    }
    // The error of the inner request, which `asks` did not catch.
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["asks", "bad"])
  }

  @Test func theMessageOfAFailureNamesTheRequesterThroughAHandle() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Bad") { () throws -> Node in throw Broken() }
      Factory("Asks", .provider("next")) { (next: Provider<Node>) throws -> Node in try next() }
    }
    let container = Container(
      try definitions {
        $0.define("first", "Asks", ["next": .ref("second")])
        $0.define("second", "Asks", ["next": .ref("bad")], scope: "transient")
        $0.define("bad", "Bad")
      }.plan(catalog))
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("first", as: Node.self)
    }
    #expect(error?.codes == [.factoryFailed])
    #expect(error?.diagnostics.first?.requestedBy.map(\.key) == ["first", "second", "bad"])
  }

  @Test(arguments: ["transient", "singleton"], [512 << 10, 64 << 20])
  func endlessNestingIsAnErrorOnAnyStack(_ scope: String, _ size: Int) throws {
    let catalog = FactoryCatalog("t") {
      Factory("Asks", .provider("next")) { (next: Provider<Node>) throws -> Node in
        Node("x", [try next()])
      }
      Factory("Last") { Node("last") }
    }
    // A transient asks for itself; singletons form a chain, each asking for the next.
    let plan = try definitions { definitions in
      if scope == "transient" {
        definitions.define("s0", "Asks", ["next": .ref("s0")], scope: scope)
      } else {
        for index in 0..<2_000 {
          definitions.define("s\(index)", "Asks", ["next": .ref("s\(index + 1)")])
        }
        definitions.define("s2000", "Last")
      }
    }.plan(catalog)
    let reported = Locked<DiagnosticsError?>(nil)
    onThreads(1, stackSize: size) { _ in
      let container = Container(plan)
      do throws(DiagnosticsError) {
        _ = try container.resolve("s0", as: Node.self)
      } catch { reported.withLock { $0 = error } }
    }
    let error = reported.withLock { $0 }
    #expect(error?.codes == [.limitExceeded])
    let depth = error?.diagnostics.first?.requestedBy.count ?? 0
    #expect(size > 1 << 20 ? depth == Construction.nestingLimit + 1 : (20..<1_000).contains(depth))
    let last = scope == "transient" ? "s0" : "s\(depth - 1)"
    #expect(
      error?.diagnostics.first?.message
        == "factories ask for services from inside each other, \(depth) deep, at last for `\(last)`"
    )
  }

  @Test func aCycleOfTransientsNamesItsPath() throws {
    let catalog = FactoryCatalog("t") {
      Factory("Asks", .provider("next")) { (next: Provider<Node>) throws -> Node in try next() }
    }
    let container = Container(
      try definitions {
        $0.define("kept", "Asks", ["next": .ref("fresh")])
        $0.define("fresh", "Asks", ["next": .ref("kept")], scope: "transient")
      }.plan(catalog))
    let error = #expect(throws: DiagnosticsError.self) {
      try container.resolve("kept", as: Node.self)
    }
    #expect(error?.codes == [.reentrantResolution])
    #expect(
      error?.diagnostics.first?.message
        == "the factories of `kept` and `fresh` wait for each other")
  }
}
