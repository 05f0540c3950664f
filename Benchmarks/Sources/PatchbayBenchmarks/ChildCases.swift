import Patchbay

/// Child containers: what one costs, with and without its plan, and requests that its parent answers.
let childCases = [
  Case(
    name: "child-to-parent", summary: "a singleton of the parent, from a child",
    floorName: "the same from the parent", limit: 1.1
  ) {
    let parent = try resolvingContainer()
    let child = try resolvingChild(of: parent)
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try parent.resolve(.greeter)) } },
      body: { for _ in 0..<$0 { use(try child.resolve(.greeter)) } })
  },
  Case(
    name: "child-to-parent-text", summary: "the same by the key as text",
    floorName: "the same from the parent", limit: 1.1
  ) {
    let parent = try resolvingContainer()
    let child = try resolvingChild(of: parent)
    return Case.Bodies(
      floor: {
        for _ in 0..<$0 { use(try parent.resolve("greeter.english", as: (any Greeter).self)) }
      },
      body: {
        for _ in 0..<$0 { use(try child.resolve("greeter.english", as: (any Greeter).self)) }
      })
  },
  Case(
    name: "child-to-parent-contract", summary: "the same by its type",
    floorName: "the same from the parent", limit: 1.1
  ) {
    let parent = try resolvingContainer()
    let child = try resolvingChild(of: parent)
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(try parent.resolve((any Greeter).self)) } },
      body: { for _ in 0..<$0 { use(try child.resolve((any Greeter).self)) } })
  },
  Case(
    name: "child", summary: "a child with one service, its plan made, of a parent of 1,000",
    floorName: "an object, kept in a dictionary", limit: 5_000, countedRuns: 20
  ) {
    let parent = try Container(leafPlan(services: 1_000))
    let configuration = try configurationOfChild()
    return Case.Bodies(
      floor: { runs in
        for _ in 0..<runs {
          var kept: [String: Leaf] = [:]
          kept["leaf.of.child"] = Leaf()
        }
      },
      body: { runs in for _ in 0..<runs { use(try child(of: parent, configuration)) } })
  },
  Case(
    name: "child-planned", summary: "a child of a ready plan, of a parent of 10",
    floorName: "a container of a ready plan of 11", limit: 5, countedRuns: 200
  ) {
    let parent = try Container(leafPlan(services: 10))
    let alone = try leafPlan(services: 11)
    let plan = try configurationOfChild().plan(parent: parent.plan, catalog: .resolving)
    return Case.Bodies(
      floor: { runs in for _ in 0..<runs { use(Container(alone)) } },
      body: { runs in for _ in 0..<runs { use(try Container(plan, parent: parent)) } })
  },
]

private func configurationOfChild() throws -> ServiceConfiguration {
  try ServiceConfiguration(
    .inline("services: { leaf.of.child: { type: Right, arguments: { leaf: !ref leaf.7 } } }"))
}

private func child(
  of parent: Container, _ configuration: ServiceConfiguration
) throws -> Container {
  try Container(configuration.plan(parent: parent.plan, catalog: .resolving), parent: parent)
}

// Takes a result that the compiler must not leave out.
@_optimize(none) @inline(never) private func use(_ container: Container) {}
