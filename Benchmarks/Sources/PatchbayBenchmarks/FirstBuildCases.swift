import Patchbay

/// What a program pays once: the container, and the first request for each service.
let firstBuildCases = [
  Case(
    name: "container-1000", summary: "a container of 1,000 singletons, from a ready plan",
    floorName: "an array of 1,000 objects", limit: 10, countedRuns: 20
  ) {
    let plan = try leafPlan(services: 1_000)
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.leaves(1_000)) } },
      body: { for _ in 0..<$0 { use(Container(plan)) } })
  },
  Case(
    name: "first-leaf", summary: "the first request for a singleton without dependencies",
    floorName: "an object, kept in a dictionary", limit: 10, countedRuns: 200
  ) {
    let plan = try leafPlan(services: 100)
    let keys = (0..<100).map { ServiceKey<Leaf>("leaf.\($0)") }
    return Case.Bodies(
      floor: { runs in
        var kept: [String: Leaf] = [:]
        for run in 0..<runs {
          if run % 100 == 0 { kept = [:] }
          kept[keys[run % 100].name] = Leaf()
        }
      },
      body: { runs in
        var container = Container(plan)
        for run in 0..<runs {
          if run % 100 == 0 { container = Container(plan) }
          use(try container.resolve(keys[run % 100]))
        }
      })
  },
  Case(
    name: "first-100", summary: "a container of 100 services, from a ready plan, all resolved once",
    floorName: "the `init`s by hand, kept in a dictionary", limit: 10, countedRuns: 20
  ) {
    var yaml = "services:\n"
    for group in 0..<25 {
      yaml += """
          leaf.\(group): { type: Leaf }
          left.\(group): { type: Left, arguments: { leaf: !ref leaf.\(group) } }
          right.\(group): { type: Right, arguments: { leaf: !ref leaf.\(group) } }
          top.\(group): { type: Top, arguments: { left: !ref left.\(group), right: !ref right.\(group) } }

        """
    }
    let plan = try ServiceConfiguration(.inline(yaml)).plan(catalog: .resolving)
    let tops = (0..<25).map { ServiceKey<Top>("top.\($0)") }
    let lefts = (0..<25).map { ServiceKey<Left>("left.\($0)") }
    let rights = (0..<25).map { ServiceKey<Right>("right.\($0)") }
    let leaves = (0..<25).map { ServiceKey<Leaf>("leaf.\($0)") }
    return Case.Bodies(
      floor: { runs in
        for _ in 0..<runs {
          var kept: [String: AnyObject] = [:]
          for group in 0..<25 {
            let top = Floor.sharedGraph()
            kept[tops[group].name] = top
            kept[lefts[group].name] = top.left
            kept[rights[group].name] = top.right
            kept[leaves[group].name] = top.left.leaf
          }
        }
      },
      body: { runs in
        for _ in 0..<runs {
          let container = Container(plan)
          for group in 0..<25 {
            use(try container.resolve(tops[group]))
            _ = try container.resolve(lefts[group])
            _ = try container.resolve(rights[group])
            use(try container.resolve(leaves[group]))
          }
        }
      })
  },
]

/// A plan of singletons without dependencies.
func leafPlan(services: Int) throws -> Plan {
  var yaml = "services:\n"
  for index in 0..<services { yaml += "  leaf.\(index): { type: Leaf }\n" }
  return try ServiceConfiguration(.inline(yaml)).plan(catalog: .resolving)
}

extension Floor {
  @inline(never)
  fileprivate static func leaves(_ count: Int) -> [Leaf] { (0..<count).map { _ in Leaf() } }
}

// Takes a result that the compiler must not leave out.
@_optimize(none) @inline(never) private func use(_ container: Container) {}
@_optimize(none) @inline(never) private func use(_ leaves: [Leaf]) {}
