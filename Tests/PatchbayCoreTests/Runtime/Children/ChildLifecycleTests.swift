import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A child stops before its parent")
struct ChildLifecycleTests {
  private func container(_ journal: Journal) throws -> (parent: Container, child: Container) {
    try family(.family(Counter(), journal)) {
      $0.define("pool", "Hooked", ["name": "pool"])
    } child: {
      $0.define("plain", "Plain")
      $0.define("worker", "Hooked", ["name": "worker"])
      $0.define("deferred", "Asking", ["inner": .ref("pool")])
    }
  }

  @Test func startAndStopAffectOnlyItsOwnServices() async throws {
    let journal = Journal()
    let (parent, child) = try container(journal)
    try await parent.start()
    try await child.start()
    #expect(journal.entries == ["start pool", "start worker"])
    try await child.stop()
    #expect(journal.entries == ["start pool", "start worker", "stop worker"])
    #expect(try parent.greeting("pool") == "pool")
    let error = #expect(throws: DiagnosticsError.self) { try child.greeting("pool") }
    #expect(error?.codes == [.containerShutDown])
    #expect(
      error?.diagnostics.first?.message == "`pool` was asked for after the container was stopped")
    try await parent.stop()
    #expect(journal.entries == ["start pool", "start worker", "stop worker", "stop pool"])
  }

  @Test func aChildIsNotReadyAfterItsParentHasStopped() async throws {
    let (parent, child) = try container(Journal())
    try await parent.start()
    try await child.start()
    #expect(child.readiness.isReady)
    try await parent.stop()
    #expect(child.readiness.phase == .stopped && !child.readiness.isReady)
    #expect(child.readiness.services.map(\.state) == [.stopped])
  }

  @Test func aChildOfAStoppedParentResolvesNothing() async throws {
    let journal = Journal()
    let (parent, child) = try container(journal)
    let grandchild = try child.child { $0.define("own", "Plain") }
    let deferred = try child.resolve("deferred", as: Asking.self)
    _ = try child.greeting("plain")
    _ = try child.greeting("worker")
    try await parent.stop()
    for container in [child, grandchild] {
      for key in ["plain", "pool"] {
        let error = #expect(throws: DiagnosticsError.self) { try container.greeting(key) }
        #expect(
          error.map { TerminalRenderer().render($0.diagnostics) } == """
            error[container-shut-down]: `\(key)` was asked for after the parent of this container was \
            stopped
            """)
      }
    }
    let later = #expect(throws: DiagnosticsError.self) { try deferred.provider() }
    #expect(later?.codes == [.containerShutDown])
    let scope = await #expect(throws: DiagnosticsError.self) {
      _ = try await child.openScope("any")
    }
    #expect(scope?.codes == [.containerShutDown])
    // What the child built is still stopped.
    try await child.stop()
    #expect(journal.entries == ["stop worker"])
  }

  @Test func aHandleOfAReleasedChildThrows() throws {
    let asking: Asking
    do { asking = try container(Journal()).child.resolve("deferred", as: Asking.self) }
    let error = #expect(throws: DiagnosticsError.self) { try asking.provider() }
    #expect(error?.codes == [.containerShutDown])
  }
}

@Suite("Containers can be nested to any depth")
struct NestedContainerTests {
  @Test("a service can be decorated in each of many generations")
  func manyAliasesAndDecorators() throws {
    var container = Container(try definitions { $0.define("plain", "Plain") }.plan(.family()))
    let first = try container.resolve(Plain.self)
    for _ in 0..<40 {
      container = try container.child {
        $0.define("polite", "Polite", ["inner": .inner], decorates: "plain")
      }
    }
    let greeting = String(repeating: "please, ", count: 40) + "hello"
    #expect(try container.greeting("plain") == greeting)
    #expect(container.plan.keys == ["plain"])
    var root = container
    while let parent = root.parent { root = parent }
    #expect(try root.resolve(Plain.self) === first)
  }

  @Test(
    "a chain of containers that is too long for the stack is an error",
    arguments: ["singleton", "transient"])
  func tooManyForASmallStackIsAnError(_ scope: String) async throws {
    var container = Container(
      try definitions { $0.define("plain", "Plain", scope: scope) }.plan(.family()))
    for _ in 0..<1_500 {
      container = try container.child {
        $0.define("polite", "Polite", ["inner": .inner], decorates: "plain")
      }
    }
    let deepest = container
    let outcome = Locked<[DiagnosticCode]?>(nil)
    await blocking {
      onThreads(1, stackSize: 512 * 1024) { _ in
        do throws(DiagnosticsError) {
          _ = try deepest.resolve("plain", as: (any Greeter).self)
        } catch {
          outcome.withLock { $0 = error.codes }
        }
      }
    }
    let codes = outcome.withLock { $0 }
    #expect(codes == nil || codes == [.limitExceeded])
  }
}

@Suite("An override affects its container and its children")
struct ChildOverrideTests {
  private func container() throws -> (parent: Container, child: Container) {
    try family {
      $0.define("plain", "Plain")
      $0.define("user", "Polite", ["inner": .ref("plain")], scope: "transient")
    } child: {
      $0.define("mine", "Polite", ["inner": .ref("plain")], scope: "transient")
    }
  }

  @Test("an override in the parent affects the child")
  func oneOfTheParentIsSeenByTheChild() throws {
    let (parent, child) = try container()
    let runs = Counter()
    let token = try parent.override(ServiceKey<any Greeter>("plain")) {
      runs.increment()
      return Polite(inner: $0)
    }
    #expect(try child.greeting("plain") == "please, hello")
    #expect(try child.greeting("mine") == "please, please, hello")
    #expect(runs.value == 2)
    #expect(try child["plain"] is Polite)
    token.remove()
    #expect(try child.greeting("mine") == "please, hello")
  }

  @Test("an override in the child does not affect the parent")
  func oneOfTheChildIsNotSeenByTheParent() throws {
    let (parent, child) = try container()
    let first = try parent.override(ServiceKey<any Greeter>("plain")) { _ in Plain("parent") }
    let second = try child.override(ServiceKey<any Greeter>("plain")) { Polite(inner: $0) }
    #expect(try parent.greeting("plain") == "parent")
    #expect(try child.greeting("plain") == "please, parent")
    #expect(try child.greeting("mine") == "please, please, parent")
    // The parent builds its own services of what it sees itself.
    #expect(try child.greeting("user") == "please, parent")
    first.remove()
    #expect(try child.greeting("plain") == "please, hello")
    second.remove()
  }
}

@Suite("Parents and children can be used from many threads")
struct ChildThreadTests {
  @Test(.timeLimit(.minutes(15))) func aSharedSingletonIsBuiltOnce() throws {
    for _ in 0..<300 {
      let counter = Counter()
      let (parent, child) = try family(.family(counter)) {
        $0.define("shared", "Counted")
      } child: {
        $0.define("user", "Polite", ["inner": .ref("shared")])
      }
      let wrong = Counter()
      onThreads(4) { index in
        let found = try? (index.isMultiple(of: 2) ? parent : child).greeting("shared")
        let user = try? child.greeting("user")
        if found != "1" || user != "please, 1" { wrong.increment() }
      }
      #expect(wrong.value == 0)
      #expect(counter.value == 1)
    }
  }

  /// A parent's factory that asks the child, which needs the parent's: no plan can see that ring.
  @Test(.timeLimit(.minutes(15)), arguments: [1, 2])
  func aCycleAcrossBothIsAnError(_ threads: Int) throws {
    let errors = Counter()
    let rounds = 300
    for _ in 0..<rounds {
      let below = Locked<Container?>(nil)
      let catalog = FactoryCatalog("ring") {
        FactoryCatalog.greeters
        Factory("Backwards") { () throws -> Plain in
          let child = below.withLock { $0 }
          return Plain(try child?.greeting("user") ?? "nobody")
        }
        .provides((any Greeter).self) { $0 }
      }
      let (parent, child) = try family(catalog) {
        $0.define("up", "Backwards")
      } child: {
        $0.define("user", "Polite", ["inner": .ref("up")])
      }
      below.withLock { $0 = child }
      onThreads(threads) { index in
        do throws(DiagnosticsError) {
          if index == 0 {
            _ = try child.resolve("user", as: (any Greeter).self)
          } else {
            _ = try parent.resolve("up", as: (any Greeter).self)
          }
        } catch { if error.codes == [.reentrantResolution] { errors.increment() } }
      }
      below.withLock { $0 = nil }
    }
    #expect(errors.value == rounds * threads)
  }
}
