import Patchbay

/// What a server does for each request, compared with the same by hand.
let scopeCases = [
  Case(
    name: "scope-empty", summary: "a scope opened and closed",
    floorName: "an async call that makes 5 objects", limit: 10, countedRuns: 200
  ) {
    let container = try requestContainer(services: 10)
    return Case.Bodies(
      floor: { runs in
        try LocalExecutor.run { for _ in 0..<runs { use(await Floor.request()) } }
      },
      body: { runs in
        try LocalExecutor.run {
          for _ in 0..<runs { try await container.openScope("request").close() }
        }
      })
  },
  Case(
    name: "with-scope-empty", summary: "`withScope` around nothing",
    floorName: "an async call that makes 5 objects", limit: 10, countedRuns: 200
  ) {
    let container = try requestContainer(services: 10)
    return Case.Bodies(
      floor: { runs in
        try LocalExecutor.run { for _ in 0..<runs { use(await Floor.request()) } }
      },
      body: { runs in
        try LocalExecutor.run {
          for _ in 0..<runs { try await container.withScope("request") { _ in } }
        }
      })
  },
  Case(
    name: "scope-among-1000", summary: "the same among 1,000 services",
    floorName: "the same among 10", limit: 1.1, countedRuns: 200
  ) {
    let few = try requestContainer(services: 10)
    let many = try requestContainer(services: 1_000)
    return Case.Bodies(
      floor: { runs in
        try LocalExecutor.run { for _ in 0..<runs { try await few.openScope("request").close() } }
      },
      body: { runs in
        try LocalExecutor.run { for _ in 0..<runs { try await many.openScope("request").close() } }
      })
  },
  Case(
    name: "request", summary: "`withScope`, 5 services of which 4 are made, and its end",
    floorName: "5 objects made by hand in an async call", limit: 100, countedRuns: 200
  ) { try requestBodies() },
  Case(
    name: "request-current",
    summary: "the same, asked of the container, which finds the current scope",
    floorName: "5 objects made by hand in an async call", limit: 100, countedRuns: 200
  ) { try currentRequestBodies() },
  Case(
    name: "request-graph",
    summary: "`withScope`, a service that takes 3 others of the scope, and its end",
    floorName: "5 objects made by hand in an async call", limit: 100, countedRuns: 200
  ) {
    let container = Container(
      try ServiceConfiguration(
        .inline(
          """
          scopes: [request]
          services:
            leaf: { type: Leaf, scope: request }
            left: { type: Left, scope: request, arguments: { leaf: !ref leaf } }
            right: { type: Right, scope: request, arguments: { leaf: !ref leaf } }
            top: { type: Top, scope: request, arguments: { left: !ref left, right: !ref right } }
          """)
      ).plan(catalog: .resolving))
    return requestBodies {
      try await container.withScope("request") { use(try $0.resolve(topKey)) }
    }
  },
  Case(
    name: "request-first", summary: "a container from a ready plan, and a request of 4 services",
    floorName: "5 objects made by hand in an async call", limit: 100, countedRuns: 200
  ) {
    let plan = try requestContainer(services: 10).plan
    return requestBodies {
      try await Container(plan).withScope("request") { scope in
        for key in scopedKeys { use(try scope.resolve(key)) }
      }
    }
  },
]

/// The same as ``requestBodies(services:)``, asked of the container.
func currentRequestBodies() throws -> Case.Bodies {
  let container = try requestContainer(services: 10)
  return requestBodies {
    try await container.withScope("request") { _ in
      for key in scopedKeys { use(try container.resolve(key)) }
      use(try container.resolve(scopedKeys[0]))
    }
  }
}

private let topKey: ServiceKey<Top> = "top"

private func requestBodies(
  _ request: @escaping @Sendable () async throws -> Void
) -> Case.Bodies {
  Case.Bodies(
    floor: { runs in
      try LocalExecutor.run { for _ in 0..<runs { use(await Floor.request()) } }
    },
    body: { runs in
      try LocalExecutor.run { for _ in 0..<runs { try await request() } }
    })
}

/// A request that makes four services, on the calling thread.
func requestBodies(services: Int = 10) throws -> Case.Bodies {
  let container = try requestContainer(services: services)
  return Case.Bodies(
    floor: { runs in
      try LocalExecutor.run { for _ in 0..<runs { use(await Floor.request()) } }
    },
    body: { runs in
      try LocalExecutor.run {
        for _ in 0..<runs {
          try await container.withScope("request") { scope in
            for key in scopedKeys { use(try scope.resolve(key)) }
            use(try scope.resolve(scopedKeys[0]))
          }
        }
      }
    })
}

private let scopedKeys = (0..<4).map { ServiceKey<Leaf>("scoped.\($0)") }

private func requestContainer(services: Int) throws -> Container {
  var yaml = "scopes: [request]\nservices:\n"
  for index in 0..<4 { yaml += "  scoped.\(index): { type: Leaf, scope: request }\n" }
  for index in 0..<services { yaml += "  leaf.\(index): { type: Leaf }\n" }
  let settings = LoadSettings.benchmarks(bytes: yaml.utf8.count, services: services)
  let configuration = try ServiceConfiguration(.inline(yaml), settings: settings)
  return try Container(configuration.plan(variables: [:], catalog: .resolving))
}

extension Floor {
  /// Five objects, as a request may make them.
  @inline(never)
  nonisolated(nonsending) fileprivate static func request() async -> Top {
    Top(left: Left(leaf: Leaf()), right: Right(leaf: Leaf()))
  }
}
