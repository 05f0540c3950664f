import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A child awaits its parent's services, and forwards the arguments of a request")
struct ChildAwaitTests {
  private final class Unshared {
    let name = "unshared"
  }

  private func catalog(_ counter: Counter) -> FactoryCatalog {
    FactoryCatalog("t") {
      FactoryCatalog.greeters
      Factory(async: "Slow") { () async -> Plain in
        await Task.yield()
        return Plain("slow \(counter.increment())")
      }
      .provides((any Greeter).self) { $0 }
      Factory("Named", .argument("name")) { (name: String) in Plain(name) }
        .provides((any Greeter).self) { $0 }
      Factory("Unshared") { Unshared() }
    }
  }

  private func containers(_ scope: String) throws -> (parent: Container, child: Container, Counter)
  {
    let counter = Counter()
    let (parent, child) = try family(catalog(counter)) {
      $0.define("slow", "Slow", scope: scope)
    } child: {
      $0.define("user", "Polite", ["inner": .ref("slow")])
      $0.define("fresh", "Polite", ["inner": .ref("slow")], scope: "transient")
    }
    return (parent, child, counter)
  }

  @Test(arguments: ["singleton", "transient"])
  func aSynchronousRequestThrows(_ scope: String) async throws {
    let (_, child, _) = try containers(scope)
    for key in ["slow", "user", "fresh"] {
      let error = #expect(throws: DiagnosticsError.self) { try child.greeting(key) }
      #expect(error?.codes == [.needsAwait])
    }
  }

  @Test func anAwaitedSingletonIsShared() async throws {
    let (parent, child, counter) = try containers("singleton")
    let found = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<16 {
        group.addTask {
          let container = index.isMultiple(of: 2) ? parent : child
          return try await container.resolve(awaiting: ServiceKey<any Greeter>("slow")).greeting
        }
        group.addTask {
          try await child.resolve(awaiting: ServiceKey<any Greeter>("user")).greeting
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(found == ["slow 1", "please, slow 1"])
    #expect(counter.value == 1)
    #expect(try child.greeting("fresh") == "please, slow 1")
  }

  @Test func anAwaitedTransientIsNewEachTime() async throws {
    let (_, child, _) = try containers("transient")
    let first = try await child.resolve(awaiting: ServiceKey<any Greeter>("fresh")).greeting
    let second = try await child.resolve(awaiting: ServiceKey<any Greeter>("slow")).greeting
    #expect([first, second] == ["please, slow 1", "slow 2"])
  }

  @Test func startingTheChildBuildsWhatItNeedsOfTheParent() async throws {
    let (_, child, counter) = try containers("transient")
    try await child.start()
    #expect(try child.greeting("user") == "please, slow 1")
    #expect(counter.value == 1)
  }

  @Test func anInstanceInItsPlaceNeedsNoWaiting() throws {
    for isParents in [true, false] {
      let (parent, child, _) = try containers("singleton")
      let token = try (isParents ? parent : child).override(
        ServiceKey<any Greeter>("slow"), with: Plain("quick"))
      defer { token.remove() }
      #expect(try child.greeting("slow") == "quick")
      #expect(try child.greeting("user") == "please, quick")
    }
  }

  @Test func argumentsReachTheParentsFactory() throws {
    let (_, child) = try family(catalog(Counter())) {
      $0.define("named", "Named")
    } child: { _ in
    }
    #expect(try child.resolve(ServiceKey<Plain>("named"), arguments: "Ada").greeting == "Ada")
    let error = #expect(throws: DiagnosticsError.self) { try child.greeting("named") }
    #expect(error?.codes == [.runtimeArguments])
  }

  @Test func aSharedServiceIsNotMade() throws {
    let (parent, child) = try family(catalog(Counter())) {
      $0.define("shared", "Plain")
      $0.define("fresh", "Plain", scope: "transient")
      $0.define("unshared", "Unshared")
    } child: { _ in
    }
    for container in [parent, child, try child.child { _ in }] {
      let fresh = try container.make(ServiceKey<Plain>("fresh"))
      #expect(fresh.greeting == "hello")
      #expect(try container.make(ServiceKey<Unshared>("unshared")).name == "unshared")
      let error = #expect(throws: DiagnosticsError.self) {
        _ = try container.make(ServiceKey<Plain>("shared"))
      }
      #expect(error?.codes == [.notSendable])
    }
  }
}
