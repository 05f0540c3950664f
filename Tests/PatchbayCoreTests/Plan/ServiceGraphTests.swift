import PatchbayConfiguration
import PatchbayDiagnostics
import Testing

@testable import PatchbayCore

@Suite("The graph of a plan lists the dependencies of each service")
struct ServiceGraphTests {
  private func graph(
    scopes: [String] = [],
    _ build: (inout TestDefinitions) -> Void
  ) throws -> ServiceGraph {
    try definitions(scopes: scopes, build).plan(.wires).graph
  }

  @Test func edgesSayByWhichParameterAndHow() throws {
    let graph = try graph {
      $0.define("hub", "Hub", ["main": .ref("plain"), "all": .tagged("voice")])
      $0.set("listener", of: "hub", .ref("plain"))
      $0.define("plain", "Plain", tags: ["voice": 0])
      $0.define("loud", "Loud", ["inner": .inner], decorates: "plain")
      $0.define("late", "Late", ["inner": .ref("other"), "again": .ref("hub")])
      $0.define("auto", "Watch", autowire: true)
      $0.alias("other", of: "plain")
    }
    #expect(
      graph.edges.map(\.description) == [
        "hub: main → loud", "hub: all (tagged voice) → loud", "hub: listener (property) → loud",
        "loud: inner → plain", "late: inner (deferred) → loud", "late: again (deferred) → hub",
        "auto: hub (autowired) → hub",
      ])
    #expect(
      graph.edges.map(\.kind) == [
        .argument, .argument, .property, .decorated, .deferred, .deferred, .argument,
      ])
    #expect(graph.edges.map(\.tag) == [nil, "voice", nil, nil, nil, nil, nil])
    #expect(graph.node("loud")?.decorates == "plain")
    #expect(graph.node("plain")?.aliases == ["other"])
    #expect(graph.node("plain")?.tags == ["voice"])
  }

  @Test("Of two keys that Swift takes for the same, the root is the one with its bytes")
  func rootsByTheirBytes() throws {
    for root in ["caf\u{E9}", "cafe\u{301}"] {
      let graph = try graph {
        $0.define("caf\u{E9}", "Plain")
        $0.define("cafe\u{301}", "Plain")
        let place = $0.located(root)
        $0.set.roots = [place]
      }
      let roots = graph.nodes.filter(\.isRoot).map { Array($0.key.utf8) }
      #expect(roots == [Array(root.utf8)])
    }
  }

  @Test func edgesHaveTheirPlaces() throws {
    var places: [SourcePlace] = []
    let graph = try graph {
      $0.define("plain", "Plain")
      $0.define("choir", "Choir", ["voices": .list([.ref("plain"), .ref("plain")])])
      $0.edit {
        if case .list(let elements) = $0.arguments[0].value.content {
          places = elements.map(\.place)
        }
      }
    }
    #expect(graph.edges.map(\.place) == places)
    #expect(Set(places).count == 2)
  }

  @Test func optionalServicesThatAreNotThereLeaveNoEdgeAndShiftNone() throws {
    let graph = try graph {
      $0.define("plain", "Plain")
      $0.define("lonely", "Lonely", ["friend": .optional("nobody")])
      $0.define(
        "choir", "Choir",
        [
          "voices": .list([
            .optional("nobody"), .inline("Wrap", ["inner": .ref("plain")]), .optional("plain"),
            .inline("Plain", [:]),
          ])
        ])
    }
    #expect(
      graph.edges.map(\.description) == [
        "choir: voices → inline Wrap", "choir: voices → plain", "choir: voices → inline Plain",
        "inline Wrap: inner → plain",
      ])
  }

  @Test func anInlineServiceFollowsItsOwnerUnderItsOwnKey() throws {
    let graph = try graph {
      $0.define(
        "a", "Wrap", ["inner": .inline("Wrap", ["inner": .inline("Plain", [:])])])
      $0.define("b", "Wrap", ["inner": .inline("Wrap", ["inner": .ref("inline Plain")])])
      $0.define("inline Plain", "Plain")
    }
    #expect(
      graph.nodes.map { "\($0.key) \($0.owner ?? "-")" } == [
        "a -", "inline Wrap a", "inline Plain#2 inline Wrap", "b -", "inline Wrap#2 b",
        "inline Plain -",
      ])
    #expect(
      graph.edges.map(\.description) == [
        "a: inner → inline Wrap", "inline Wrap: inner → inline Plain#2", "b: inner → inline Wrap#2",
        "inline Wrap#2: inner → inline Plain",
      ])
  }

  @Test func nodesSayWhatIsSpecialAboutThem() throws {
    let graph = try graph(scopes: ["request"]) {
      $0.define("asks", "Asks", scope: "transient")
      $0.define("open", "Open")
      $0.define("opens", "Watch", ["hub": .ref("hub")], scope: "request")
      $0.define("hub", "Hub", ["main": .ref("open"), "all": .list([])])
      $0.edit { $0.eager = true }
      $0.define("person", "Person", scope: "transient")
      $0.define("plain", "Plain")
      $0.edit { $0.deprecated = Located("use `open`", $0.provenance) }
      let root = $0.located("hub")
      $0.set.roots = [root]
    }
    #expect(
      graph.nodes.map(\.description) == [
        "asks: Asks (scope transient, opaque: takes a resolver)", "open: Open (awaited, live)",
        "opens: Watch (scope request)", "hub: Hub (root, eager)",
        "person: Person (scope transient, asked with name: String, age: Int?)",
        "plain: Plain (deprecated)",
      ])
    #expect(graph.node("plain")?.deprecation == "use `open`")
    #expect(graph.node("asks")?.product == "any Greeter")
    #expect(graph.nodes.filter(\.isOpaque).map(\.key) == ["asks"])
    #expect(graph.entryPoints == ["hub"])
  }

  @Test("a closure of the program is shown by the type that it makes")
  func whatAProgramGivesItselfIsShownAsWhatItMakes() throws {
    let plan = try Plan {
      Provide("clock", as: Plain.self, instance: Plain())
      Provide("pool", as: Polite.self, .service("clock", as: Plain.self)) {
        (clock: Plain) -> Polite in Polite(inner: clock)
      }
      Provide("asks", as: Lonely.self) { (resolver: Resolver) -> Lonely in
        Lonely(friend: try resolver.resolve("clock", as: Plain.self))
      }
      Extend(ServiceKey<Polite>("pool")) { (pool: Polite) -> Polite in Polite(inner: pool) }
      Provide("built", as: Panel.self) { Panel() }
      Provide("given", as: Panel.self, instance: Panel())
    }
    #expect(
      plan.graph.lines == """
        clock: Plain
        pool: Polite
        asks: Lonely (opaque: takes a resolver)
        pool#extension: Polite (decorates pool)
        built: Panel (opaque: has properties to inject)
        given: Panel
        pool: clock → clock
        pool#extension: inner → pool
        given: clock (property) → clock
        """)
  }

  @Test("a parent's service is shown as one where a child uses it")
  func whatBelongsToTheParentIsShownAsThatWhereItIsUsed() throws {
    let parent = try definitions {
      $0.define("plain", "Plain")
      $0.define("loud", "Loud", ["inner": .inner], decorates: "plain")
      $0.define("other", "Plain", scope: "transient")
      $0.define("unused", "Plain")
    }.plan(.wires)
    let graph = try Plan(
      definitions {
        $0.define("wrap", "Wrap", ["inner": .ref("plain")])
        $0.define("again", "Loud", ["inner": .inner], decorates: "other")
      }.set, catalog: .wires, parent: parent
    ).graph
    #expect(
      graph.lines == """
        wrap: Wrap
        again: Loud (decorates other)
        plain: Loud (of the parent)
        other: Plain (of the parent, scope transient)
        unused: Plain (of the parent)
        wrap: inner → plain
        again: inner → other
        """)
    #expect(graph.nodes.map(\.isInherited) == [false, false, true, true, true])
    #expect(graph.subgraph(from: "unused")?.lines == "unused: Plain (of the parent)")
    #expect(graph.subgraph(from: "other")?.entryPoints == ["again"])

    let grandchild = try Plan(
      definitions { $0.define("wrap", "Wrap", ["inner": .ref("clock")]) }.set, catalog: .wires,
      parent: Plan(
        definitions { _ in }.set, catalog: .wires,
        parent: Plan { Provide("clock", as: (any Greeter).self, instance: Plain()) }))
    #expect(
      grandchild.graph.lines
        == "wrap: Wrap\nclock: any Greeter (of the parent)\nwrap: inner → clock")
  }

  @Test func aSubgraphHasTheDependenciesOfItsKey() throws {
    let graph = try graph {
      $0.define("top", "Wrap", ["inner": .ref("other")])
      $0.define("plain", "Plain")
      $0.define("loud", "Loud", ["inner": .inner], decorates: "plain")
      $0.define("apart", "Plain")
      $0.alias("other", of: "plain")
      let root = $0.located("top")
      $0.set.roots = [root]
    }
    for key in ["plain", "other", "loud"] {
      let part = try #require(graph.subgraph(from: key))
      #expect(part.nodes.map(\.key) == ["plain", "loud"], "\(key)")
      #expect(part.edges.map(\.description) == ["loud: inner → plain"])
      #expect(part.entryPoints == ["loud"])
      #expect(part.subgraph(from: "top") == nil)
    }
    #expect(graph.subgraph(from: "top")?.nodes.count == 3)
    #expect(graph.subgraph(from: "nowhere") == nil)
    #expect(graph.subgraph(from: "apart")?.edges == [])
  }

  @Test func entryPointsAreTheRootsOrServicesWithoutDependents() throws {
    func entryPoints(_ roots: [String]) throws -> [String] {
      try graph {
        $0.define("top", "Wrap", ["inner": .ref("plain")])
        $0.define("plain", "Plain")
        $0.define("loud", "Loud", ["inner": .inner], decorates: "plain")
        $0.alias("other", of: "plain")
        for root in roots {
          let root = $0.located(root)
          $0.set.roots.append(root)
        }
      }.entryPoints
    }
    #expect(try entryPoints([]) == ["top"])
    #expect(try entryPoints(["plain", "top", "other"]) == ["loud", "top"])
  }

  @Test func withoutRootsServicesThatStartOrRunFollowAsEntryPoints() throws {
    let parent = try definitions { $0.define("above", "Started") }.plan(.starting)
    func graph(_ roots: [String] = []) throws -> ServiceGraph {
      let set = definitions(scopes: ["request"]) {
        $0.define("pool", "Started")
        $0.define("session", "Started", scope: "request")
        $0.define("top", "Wrap", ["inner": .ref("pool")])
        $0.define("worker", "Ring", ["next": .ref("ring")])
        $0.define("ring", "Late", ["inner": .ref("above"), "again": .ref("worker")])
        for root in roots {
          let root = $0.located(root)
          $0.set.roots.append(root)
        }
      }
      return try Plan(set.set, catalog: .starting, parent: parent).graph
    }
    #expect(try graph().entryPoints == ["session", "top", "pool", "worker"])
    #expect(try graph(["top"]).entryPoints == ["top"])
    #expect(
      try graph().nodes.map(\.description) == [
        "pool: Started (starts)", "session: Started (scope request, starts)", "top: Wrap",
        "worker: Ring (starts, runs)", "ring: Late", "above: Started (of the parent)",
      ])
  }

  @Test func isEqualForThePlanAndEmptyWithoutServices() throws {
    func many() throws -> ServiceGraph {
      try graph { definitions in
        for index in 0..<50 { definitions.define("p\(index)", "Plain", tags: ["voice": index % 3]) }
        for index in 0..<50 { definitions.alias("a\(index)", of: "p\(index)") }
        definitions.define("choir", "Choir", ["voices": .tagged("voice")])
      }
    }
    let (first, second) = (try many(), try many())
    #expect(first == second)
    #expect(first.lines == second.lines)
    #expect(try graph { _ in }.lines == "")
  }
}

extension ServiceGraph {
  /// The nodes, and then the edges, a line each.
  fileprivate var lines: String {
    (nodes.map(\.description) + edges.map(\.description)).joined(separator: "\n")
  }
}

extension FactoryCatalog {
  /// One factory for each thing that a graph can tell.
  static let wires = FactoryCatalog("wires") {
    Factory("Plain", .value("greeting", default: "hello")) { (text: String) in Plain(text) }
      .provides((any Greeter).self) { $0 }
    Factory("Wrap", .service("inner", as: (any Greeter).self), make: Polite.init)
      .provides((any Greeter).self) { $0 }
    Factory("Loud", .service("inner", as: (any Greeter).self), make: Polite.init)
      .provides((any Greeter).self) { $0 }
    Factory("Lonely", .optional("friend", as: (any Greeter).self), make: Lonely.init)
    Factory("Choir", .services("voices", as: (any Greeter).self)) { (voices: [any Greeter]) in
      Choir(voices)
    }
    .provides((any Greeter).self) { $0 }
    Factory("Hub", .service("main"), .services("all")) {
      (main: any Greeter, all: [any Greeter]) -> Hub in Hub()
    }
    .property("listener", as: (any Greeter).self) { hub, listener in hub.listener = listener }
    Factory("Watch", .service("hub")) { (hub: Hub) -> Lonely in Lonely(friend: hub.listener) }
    Factory("Late", .provider("inner", as: (any Greeter).self), .lazy("again", as: Hub.self)) {
      (inner: Provider<any Greeter>, again: Lazy<Hub>) -> Lonely in Lonely(friend: nil)
    }
    Factory("Asks", .resolver) { (resolver: Resolver) -> any Greeter in Plain() }
    Factory("Person", .argument("name"), .argument("age", as: Int?.self)) {
      (name: String, age: Int?) -> Lonely in Lonely(friend: nil)
    }
    Factory(async: "Open") { () async -> Plain in Plain() }
      .provides((any Greeter).self) { $0 }
      .notInTests()
  }
}

extension FactoryCatalog {
  /// Factories with hooks, and those of ``wires``.
  fileprivate static let starting = FactoryCatalog("starting") {
    FactoryCatalog.wires
    Factory("Started") { Plain() }.provides((any Greeter).self) { $0 }
      .onStart { _ in }.onStop { _ in }
    Factory("Ring", .service("next")) { (_: Lonely) in Hub() }.onStart { _ in }.onRun { _ in }
  }
}

struct Hub: Sendable { var listener: (any Greeter)? }

actor Panel: Injectable {
  @Injected("clock") var clock: Plain
}
