import Patchbay

/// Requests beside what a person would write by hand.
let resolveCases = [
  Case(
    name: "singleton-key", summary: "a singleton by its typed key",
    floorName: "a `static let`, returned", limit: 1.25
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedGreeter()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.greeter)) } })
  },
  Case(
    name: "singleton-opaque", summary: "the same, as a protocol that any type may have",
    floorName: "a `static let`, returned", limit: 1.25
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedOpaque()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.opaque)) } })
  },
  Case(
    name: "singleton-lent", summary: "a singleton that is lent: `with`",
    floorName: "a `static let`, read", limit: 2
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.greeter) } },
      body: { for _ in 0..<$0 { try container.with(.greeter) { use($0) } } })
  },
  Case(
    name: "singleton-contract", summary: "a singleton by a contract",
    floorName: "a `static let`, returned", limit: 1.4
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedGreeter()) } },
      body: { for _ in 0..<$0 { use(try container.resolve((any Greeter).self)) } })
  },
  Case(
    name: "singleton-text", summary: "a singleton by a text",
    floorName: "a `Dictionary<String, any P>`", limit: 0.8
  ) {
    let container = try resolvingContainer()
    let key = "greeter.english"
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.table[key]!) } },
      body: { for _ in 0..<$0 { use(try container.resolve(key, as: (any Greeter).self)) } })
  },
  Case(
    name: "transient", summary: "a transient without dependencies",
    floorName: "the same closure, called", limit: 1.2
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try Floor.makeGreeter()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.transient) as EnglishGreeter) } })
  },
  Case(
    name: "transient-graph", summary: "a transient graph of 5 objects, wired by YAML",
    floorName: "the `init`s by hand", limit: 1.4
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.transientGraph()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.transientGraph)) } })
  },
  Case(
    name: "transient-graph-macros", summary: "the same, of factories declared by macros",
    floorName: "the same, of plain factories", limit: 1.02
  ) {
    let plain = try resolvingContainer()
    let container = try resolvingContainer(catalog: .resolvingByMacros)
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try plain.resolve(.transientGraph)) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.transientGraph)) } })
  },
  Case(
    name: "shared-graph", summary: "a graph of 4 objects with the scope `graph`",
    floorName: "the `init`s by hand", limit: 1.4
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.sharedGraph()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.sharedGraph)) } })
  },
  Case(
    name: "overlay-on-another", summary: "a singleton while another key has an overlay",
    floorName: "the same without the overlay", limit: 1.1
  ) {
    let plain = try resolvingContainer()
    let overlaid = try resolvingContainer()
    let token = try overlaid.override(.other) { $0 }
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try plain.resolve(.greeter)) } },
      body: { runs in
        try withExtendedLifetime(token) {
          for _ in 0..<runs { use(try overlaid.resolve(.greeter)) }
        }
      })
  },
  Case(
    name: "among-10000", summary: "a singleton among 10,000 services",
    floorName: "the same among 10", limit: 1.1
  ) {
    let few = try Container(LargeConfiguration(services: 10).plan())
    let many = try Container(LargeConfiguration(services: 10_000).plan())
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try few.resolve(.worker)) } },
      body: { for _ in 0..<$0 { use(try many.resolve(.worker)) } })
  },
  Case(
    name: "if-present", summary: "a singleton by its typed key, if there is one",
    floorName: "a `static let`, returned", limit: 1.4
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedGreeter()) } },
      body: { for _ in 0..<$0 { use(try container.resolveIfPresent(.greeter)!) } })
  },
]
