import Patchbay
import Testing

@Suite("Behaviours: lifetimes of instances")
struct LifetimeBehaviours {
  @Test("B01: a transient is an instance of the type that its definition names")
  func transientOfItsType() throws {
    let container = try Container(
      "services: { screw: { type: Part, scope: transient, arguments: { name: M4 } } }", .parts())
    #expect(try container.part("screw").name == "M4")
  }

  @Test("B02: a transient is a new instance for each request")
  func transientAnew() throws {
    let container = try Container("services: { screw: { type: Part, scope: transient } }", .parts())
    #expect(try container.part("screw") !== container.part("screw"))
  }

  @Test("B03: a transient is a new instance for each request within a scope, too")
  func transientInAScope() async throws {
    let container = try Container(
      "{ scopes: [job], services: { screw: { type: Part, scope: transient } } }", .parts())
    let outside = try container.part("screw")
    try await container.withScope("job") { job in
      let parts = [outside, try job.part("screw"), try job.part("screw")]
      #expect(Set(parts.map(ObjectIdentifier.init)).count == 3)
    }
  }

  @Test("B04: a singleton is one instance, and its factory runs once")
  func singletonOnce() throws {
    let journal = Journal()
    let container = try Container("services: { vice: { type: Part } }", .parts(journal))
    #expect(try container.part("vice") === container.part("vice"))
    #expect(journal.entries == ["make part"])
  }

  @Test("B05: an instance that the program provides is returned unchanged")
  func instanceHandedIn() throws {
    let own = Part("own")
    let container = try Container { Provide("vice", instance: own) }
    #expect(try container.part("vice") === own)
    #expect(try container.resolve(Part.self) === own)
  }

  @Test("B06: a singleton is the same everywhere, and its dependencies come from the container")
  func singletonFromEverywhere() async throws {
    let container = try Container(
      """
      scopes: [job]
      services:
        vice: { type: Owner, arguments: { part: !ref jaw } }
        jaw: { type: Part }
      """, .parts())
    let first = try await container.openScope("job")
    let second = try await container.openScope("job")
    let vice = try first.part("vice")
    #expect(try second.part("vice") === vice)
    #expect(try container.part("vice") === vice)
    #expect(try container.part("jaw") === vice.inputs[0])
    try await first.close()
    #expect(try second.part("vice").inputs[0] === vice.inputs[0])
    try await second.close()
  }

  @Test("B07: a scoped service is one instance within a scope")
  func scopedOnce() async throws {
    let journal = Journal()
    let container = try Container(
      "{ scopes: [job], services: { sheet: { type: Part, scope: job } } }", .parts(journal))
    try await container.withScope("job") { job in
      let sheet = try job.part("sheet")
      #expect(try job.part("sheet") === sheet)
    }
    #expect(journal.entries == ["make part"])
  }

  @Test("B08: a nested scope of the same name has its own instances")
  func nestedScopes() async throws {
    let container = try Container(
      "{ scopes: [job], services: { sheet: { type: Part, scope: job } } }", .parts())
    try await container.withScope("job") { outer in
      let sheet = try outer.part("sheet")
      try await container.withScope("job") { inner in
        let other = try inner.part("sheet")
        #expect(other !== sheet)
      }
      #expect(try outer.part("sheet") === sheet)
    }
  }

  @Test(
    "B27: a shared dependency is built once, a transient one twice, and neither is a cycle",
    arguments: ["singleton": 1, "graph": 1, "transient": 2])
  func diamond(_ scope: String, _ count: Int) throws {
    let journal = Journal()
    let container = try Container(
      """
      services:
        top: { type: Pair, arguments: { left: !ref left, right: !ref right }, scope: transient }
        left: { type: Owner, arguments: { part: !ref base }, scope: transient }
        right: { type: Owner, arguments: { part: !ref base }, scope: transient }
        base: { type: Part, scope: \(scope) }
      """, .parts(journal))
    let top = try container.part("top")
    let bases = top.inputs.map { $0.inputs[0] }
    #expect(Set(bases.map(ObjectIdentifier.init)).count == count)
    #expect(journal.count(of: "make part") == count)
  }

  @Test("B56: a weak service is released with its last owner; the next request builds a new one")
  func weakGoes() throws {
    let journal = Journal()
    let container = try Container("services: { jig: { type: Part, scope: weak } }", .parts(journal))
    weak var seen: Part?
    do {
      let jig = try container.part("jig")
      #expect(try container.part("jig") === jig)
      seen = jig
    }
    #expect(seen == nil)
    _ = try container.part("jig")
    #expect(journal.entries == ["make part", "make part"])
  }

  /// The program lets go of the jig while the request for the bench builds the vise.
  @Test(
    "B58: a weak service lives at least until the end of the request that needs it",
    arguments: ["Careless", "CarelessLater"], ["container", "parent"])
  func weakHeldByTheRequest(_ vise: String, _ owner: String) async throws {
    let journal = Journal()
    let held = Guarded<Part?>(nil)
    let catalog = FactoryCatalog("careless") {
      FactoryCatalog.parts(journal)
      Factory("Careless") { () -> Part in
        held.withLock { $0 = nil }
        return Part("vise")
      }
      Factory(async: "CarelessLater") { () async -> Part in
        held.withLock { $0 = nil }
        return Part("vise")
      }
    }
    let jig = "  jig: { type: Part, scope: weak, arguments: { name: jig } }\n"
    let bench = """
        bench: { type: Pair, scope: transient, arguments: { left: !ref jig, right: !ref vise } }
        vise: { type: \(vise) }
      """
    let container: Container
    if owner == "parent" {
      let parent = try Container("services:\n\(jig)", catalog)
      let configuration = try ServiceConfiguration(.inline("services:\n\(bench)"))
      container = try Container(
        configuration.plan(parent: parent.plan, catalog: catalog), parent: parent)
    } else {
      container = try Container("services:\n\(jig)\(bench)", catalog)
    }
    try held.withLock { $0 = try container.part("jig") }
    weak var used: Part?
    do {
      let bench = try await container.resolve(awaiting: ServiceKey<Part>("bench"))
      #expect(held.withLock { $0 } == nil)
      used = bench.inputs[0]
      #expect(try container.part("jig") === bench.inputs[0])
      #expect(journal.count(of: "make jig") == 1)
    }
    #expect(used == nil)
  }

  /// The other half of B58: what the request has built itself, and nothing else holds yet.
  @Test func weakServicesThatNeedEachOtherAreBuiltOnce() throws {
    let journal = Journal()
    let container = try Container(
      """
      services:
        bench: { type: Owner, arguments: { part: !ref rack }, scope: weak }
        rack: { type: Pair, arguments: { left: !ref jig, right: !ref jig }, scope: weak }
        jig: { type: Part, scope: weak }
      """, .parts(journal))
    weak var rack: Part?
    do {
      let bench = try container.part("bench")
      rack = bench.inputs[0]
      #expect(bench.inputs[0].inputs[0] === bench.inputs[0].inputs[1])
      #expect(try container.part("rack") === bench.inputs[0])
      #expect(journal.entries == ["make part", "make pair", "make owner"])
    }
    #expect(rack == nil)
  }

  @Test("B59: a struct as a singleton is built once, and each request receives an equal copy")
  func structSingleton() throws {
    let journal = Journal()
    let container = try Container(
      "services: { ticket: { type: Ticket, arguments: { number: 7 } } }", .parts(journal))
    var mine = try container.resolve("ticket", as: Ticket.self)
    mine.number = 8
    #expect(try container.resolve("ticket", as: Ticket.self) == Ticket(number: 7))
    #expect(journal.entries == ["make 7"])
  }
}
