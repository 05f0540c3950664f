import PatchbayConfiguration
import PatchbayDiagnostics
import TestSupport
import Testing

@testable import PatchbayCore

@Suite("A child looks up what it does not use itself, and no result differs")
struct ChildLookupTests {
  /// A child of a parent of `count` greeters, the first of which the child uses.
  private func containers(_ count: Int = 100) throws -> (parent: Container, child: Container) {
    try family {
      for index in 0..<count { $0.define("g\(index)", "Plain", ["greeting": .text("\(index)")]) }
      $0.alias("last", of: "g\(count - 1)")
    } child: {
      $0.define("own", "Polite", ["inner": .ref("g0")])
    }
  }

  @Test(arguments: [10, 1_000])
  func itsPlanHasWhatItsServicesUse(_ count: Int) throws {
    let (_, child) = try containers(count)
    let bindings = child.plan.wiring.bindings
    #expect(bindings.indices.map { bindings[$0].key } == ["own", "g0"])
    #expect(child.plan.keys.count == count + 2)
    #expect(child.plan.graph.nodes.count == count + 1)
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

  @Test func everyWayToAskFindsIt() async throws {
    let (parent, child) = try containers()
    for asked in ["g0", "g7", "last"] {
      let service = try parent.resolve(asked, as: Plain.self)
      // Once before it is in a cell, and once after.
      for _ in 0..<2 {
        #expect(try child.resolve(asked, as: Plain.self) === service)
        #expect(try child.resolve(ServiceKey<Plain>(asked)) === service)
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
  func atAnyDepth(_ depth: Int) throws {
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

  @Test func anOverrideInTheChildIsItsOwn() throws {
    let (parent, child) = try containers()
    let key: ServiceKey<any Greeter> = "g7"
    #expect(try child.resolve(key).greeting == "7")
    let token = try child.override(key) { Polite(inner: $0) }
    #expect(try child.resolve(key).greeting == "please, 7")
    #expect(try child.resolve("last" as ServiceKey<any Greeter>).greeting == "99")
    #expect(try parent.resolve(key).greeting == "7")
    token.remove()
    #expect(try child.resolve(key).greeting == "7")
  }

  @Test func inAScopeOfTheChildToo() async throws {
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

  /// A family by chance: the definitions of the parent and of the child.
  private static func definitions(
    seed: UInt64
  ) -> (parent: TestDefinitions, child: TestDefinitions, grandchild: TestDefinitions) {
    var random = SplitMix(state: seed)
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    func fill(_ set: inout TestDefinitions, _ prefix: String, known: [String]) -> [String] {
      var known = known
      for index in 0..<Int.random(in: 1...6, using: &random) {
        let key = chance(6) ? known.randomElement(using: &random) ?? "x" : "\(prefix)\(index)"
        if set.set.definitions.contains(where: { $0.key == key }) { continue }
        let others = known.filter { $0 != key }
        let other = others.randomElement(using: &random)
        let tags = chance(3) ? ["voice": Int.random(in: 0...2, using: &random)] : [:]
        switch Int.random(in: 0..<8, using: &random) {
        case 0: set.define(key, "Choir", ["voices": .tagged(chance(5) ? "voise" : "voice")])
        case 1: set.define(key, "Polite", autowire: true)
        case 2: set.define(key, "Lonely", ["friend": .optional(other ?? "missing")], tags: tags)
        case 3 where other != nil:
          set.define(
            key, "Polite", ["inner": .inner], tags: chance(4) ? tags : [:],
            decorates: other, provides: chance(3) ? ["Polite"] : nil)
        case 4 where other != nil:
          set.define(key, "Polite", ["inner": .ref(other!)], tags: tags)
        case 5: set.define(key, "Polite", ["inner": .inline("Lonely", [:])], tags: tags)
        default: set.define(key, "Plain", tags: tags, provides: chance(5) ? ["Plain"] : nil)
        }
        known.append(key)
        if chance(5) {
          set.alias("\(key).alias", of: key)
          known.append("\(key).alias")
        }
      }
      return known
    }
    var (parent, child, last) = (TestDefinitions(), TestDefinitions(), TestDefinitions())
    let known = fill(&parent, "p", known: [])
    _ = fill(&last, "l", known: fill(&child, "c", known: known))
    return (parent, child, last)
  }

  /// Everything that can be seen of a child's plan, or what was reported.
  private func report(_ set: DefinitionSet, _ parent: Container) -> [String] {
    var collector = DiagnosticCollector()
    let plan = Plan.checking(
      set, catalog: .greeters, parent: parent.plan, into: &collector)
    guard let plan, let child = try? Container(plan, parent: parent) else {
      return collector.diagnostics.sortedByPlace().map { $0.description }
    }
    let graph = plan.graph
    // Once before it is in a cell, and once after.
    func seen(_ body: () throws -> String) -> String {
      do { return try body() + ", " + body() } catch { return "\(error)" }
    }
    return plan.warnings.map(\.description) + plan.keys
      + graph.nodes.map { "\($0)" } + graph.edges.map { "\($0)" } + graph.entryPoints
      + plan.keys.map { key in "\(key): " + seen { try child.greeting(key) } }
      + [Plain.self, Polite.self, (any Greeter).self].map { type in
        plan.wiring.offering(TypeName(type)).map(plan.wiring.servedKey).joined(separator: ",")
      }
      + [
        seen { try child.resolve((any Greeter).self).greeting },
        seen { try child.resolve(Plain.self).greeting },
        seen { try child.resolve(Polite.self).greeting },
        seen { "\(plan.wiring.members(ofTag: "voice") ?? [])" },
        seen {
          try child.child(.greeters) { $0.define("all", "Choir", ["voices": .tagged("voice")]) }
            .greeting("all")
        },
        seen {
          try child.child(.greeters) { $0.define("by type", "Polite", autowire: true) }
            .greeting("by type")
        },
      ]
  }

  /// The definitions with a disabled one, which is checked against all services: so the plan takes
  /// all of them over.
  private func whole(_ definitions: TestDefinitions) -> DefinitionSet {
    var whole = definitions
    whole.define("disabled", "Plain")
    whole.edit { $0.setEnabled(false, Provenance(Origin(place: $0.place, layer: 0))) }
    return whole.set
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func aPlanThatTakesAllOverSaysTheSame(_ block: UInt64) throws {
    var (compared, lookingUp) = (0, 0)
    for seed in block * 50..<(block + 1) * 50 {
      let (parent, child, last) = Self.definitions(seed: seed)
      guard let plan = try? parent.plan(.greeters) else { continue }
      let container = Container(plan)
      #expect(report(child.set, container) == report(whole(child), container), "seed \(seed)")
      compared += 1
      guard let childPlan = try? Plan(child.set, catalog: .greeters, parent: plan) else { continue }
      if childPlan.wiring.looksUpParent { lookingUp += 1 }
      let wholePlan = try Plan(whole(child), catalog: .greeters, parent: plan)
      #expect(
        report(last.set, Container(childPlan)) == report(whole(last), Container(wholePlan)),
        "seed \(seed)")
    }
    #expect(compared > 15 && lookingUp > 5)
  }
}
