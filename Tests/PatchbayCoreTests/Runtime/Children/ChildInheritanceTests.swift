import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("A child has all of its parent's services, except for those that it hides")
struct ChildInheritanceTests {
  /// A child of a parent of `count` greeters, the first of which the child uses.
  private func containers(_ count: Int = 100) throws -> (parent: Container, child: Container) {
    try family {
      for index in 0..<count { $0.define("g\(index)", "Plain", ["greeting": .text("\(index)")]) }
      $0.alias("last", of: "g\(count - 1)")
    } child: {
      $0.define("own", "Polite", ["inner": .ref("g0")])
    }
  }

  @Test("a child's plan has a service for each of its parent's")
  func itsPlanHasABindingForEach() throws {
    let (_, child) = try containers(3)
    let services = child.plan.wiring.services
    #expect(services.indices.map { services[$0].key } == ["own", "g0", "g1", "g2"])
    #expect(services.indices.map { services[$0].inherited?.index } == [nil, 0, 1, 2])
    #expect(child.plan.keys == ["g0", "g1", "g2", "last", "own"])
    #expect(child.plan.graph.nodes.map(\.key) == ["own", "g0", "g1", "g2"])
  }

  @Test func aKeyHidesOnlyThatOfTheSameBytes() throws {
    let (composed, separate) = ("caf\u{E9}", "cafe\u{301}")
    let (parent, child) = try family {
      $0.define(composed, "Plain", ["greeting": .text("of the parent")])
    } child: {
      $0.define(separate, "Plain", ["greeting": .text("of the child")])
      $0.define("user", "Polite", ["inner": .ref(composed)])
    }
    let inherited = try parent.resolve(composed, as: Plain.self)
    #expect(try child.resolve(composed, as: Plain.self) === inherited)
    #expect(try child.resolve(separate, as: Plain.self) !== inherited)
    #expect(try child.resolve("user", as: Polite.self).inner as? Plain === inherited)
    #expect(child.plan.keys.count == 3)
  }

  @Test("every kind of request to a child finds its parent's service")
  func everyWayToAskFindsIt() async throws {
    let (parent, child) = try containers()
    for asked in ["g0", "g7", "last"] {
      let service = try parent.resolve(asked, as: Plain.self)
      // Once before it is in a cell, and once after.
      for _ in 0..<2 {
        #expect(try child.resolve(asked, as: Plain.self) === service)
        #expect(try child.resolve(ServiceKey<Plain>(asked)) === service)
        #expect(try child.resolve(ServiceKey<any Greeter>(asked)) as? Plain === service)
        #expect(try child.resolveIfPresent(ServiceKey<Plain>(asked)) === service)
        #expect(try child[asked] as? Plain === service)
        #expect(try child.with(ServiceKey<Plain>(asked)) { $0 === service })
        #expect(try await child.resolve(awaiting: ServiceKey<Plain>(asked)) === service)
      }
    }
    #expect(throws: DiagnosticsError.self) { try child.resolve("g7", as: Polite.self) }
    #expect(throws: DiagnosticsError.self) { try child.resolve(Plain.self) }
    let few = try containers(1)
    for _ in 0..<3 {
      let only = try few.child.resolve(Plain.self)
      #expect(try few.parent.resolve(Plain.self) === only)
    }
  }

  @Test(arguments: [1, 2, 8, 40])
  func servicesAreInheritedAtAnyDepth(_ depth: Int) throws {
    let (parent, first) = try containers()
    var child = first
    for index in 1..<depth + 1 {
      child = try child.child { $0.define("level\(index)", "Polite", ["inner": .ref("g\(index)")]) }
    }
    let service = try parent.resolve("g99", as: Plain.self)
    for _ in 0..<2 { #expect(try child.resolve("g99" as ServiceKey<Plain>) === service) }
    #expect(try child.greeting("level\(depth)") == "please, \(depth)")
    #expect(child.plan.keys.count == 102 + depth)
    let token = try parent.override("g99" as ServiceKey<Plain>, with: Plain("over"))
    #expect(try child.greeting("g99") == "99")
    #expect(try child.resolve("g99" as ServiceKey<Plain>).greeting == "over")
    token.remove()
    #expect(try child.resolve("g99" as ServiceKey<Plain>) === service)
  }

  @Test("a parent's service is found in a scope of the child")
  func inAScopeOfTheChildToo() async throws {
    let (parent, _) = try containers()
    let child = try parent.child(scopes: ["request"]) {
      $0.define("scoped", "Plain", scope: "request")
    }
    let service = try parent.resolve("g7", as: Plain.self)
    try await child.withScope("request") { scope in
      for _ in 0..<2 {
        let found = try scope.resolve("g7" as ServiceKey<Plain>)
        #expect(found === service)
      }
      let scoped = try scope.resolve("scoped" as ServiceKey<Plain>)
      #expect(scoped.greeting == "hello")
    }
  }

  @Test func aTransientOfTheParentIsMadeAnew() throws {
    let (_, child) = try family {
      $0.define("fresh", "Plain", scope: "transient")
      $0.define("unused", "Plain")
    } child: {
      $0.define("own", "Plain")
    }
    let key: ServiceKey<Plain> = "fresh"
    for _ in 0..<3 {
      let (one, other) = (try child.resolve(key), try child.resolve(key))
      #expect(one !== other)
    }
    #expect(try child.make(key).greeting == "hello")
  }

  @Test func aKeyOfTheChildHidesTheParents() throws {
    let (_, child) = try family {
      $0.define("plain", "Plain")
      $0.define("loud", "Plain", ["greeting": "loud"])
      $0.define("alone", "Plain")
    } child: {
      // The decorator's own key is that of a service of the parent.
      $0.define("loud", "Polite", ["inner": .inner], decorates: "plain")
      $0.define("alone", "Plain", ["greeting": "mine"])
    }
    #expect(try child.greeting("plain") == "please, hello")
    #expect(try child.greeting("alone") == "mine")
    let error = #expect(throws: DiagnosticsError.self) { try child.greeting("loud") }
    #expect(error?.codes == [.noSuchService])
    #expect(!child.plan.contains("loud"))
    #expect(child.plan.keys == ["alone", "plain"])
  }

  @Test func aProviderInADecoratorDoesNotGiveAwayWhatItDecorates() throws {
    let (_, child) = try family {
      $0.define("plain", "Plain")
      $0.alias("other", of: "plain")
    } child: {
      $0.define("asking", "Asking", ["inner": .inner], decorates: "plain")
    }
    for _ in 0..<2 {
      let asking = try child.resolve("other", as: (any Greeter).self)
      #expect(asking.greeting == "hello")
      #expect(asking is Asking)
      #expect(throws: DiagnosticsError.self) { try child.resolve("plain", as: Plain.self) }
      #expect(throws: DiagnosticsError.self) { try child.resolve(Plain.self) }
    }
    let token = try child.override("plain" as ServiceKey<any Greeter>, with: Plain("over"))
    #expect(try child.greeting("plain") == "over")
    #expect(try child.greeting("other") == "over")
    token.remove()
  }

  @Test func servicesAreNamedInTheOrderOfTheirDefinitionsAtAnyDepth() throws {
    let (_, child) = try family {
      for key in ["a", "b", "c"] { $0.define(key, "Plain") }
    } child: {
      $0.define("own", "Recorder", ["inner": .ref("c")])
    }
    let last = try child.child { $0.define("polite", "Polite", ["inner": .inner], decorates: "b") }
    let error = #expect(throws: DiagnosticsError.self) { try last.resolve((any Greeter).self) }
    #expect(
      error?.diagnostics.first?.message
        == "three services provide `any Greeter`: `a`, `b`, and `c`")
  }

  @Test func aMessageNamesTheParentsKeys() throws {
    let (_, child) = try containers(3)
    let error = #expect(throws: DiagnosticsError.self) { try child.greeting("lost") }
    #expect(error?.diagnostics.first?.notes == ["the container has 5 keys"])
    #expect(error?.diagnostics.first?.fixIts.map(\.message) == ["did you mean `last`?"])
  }
}
