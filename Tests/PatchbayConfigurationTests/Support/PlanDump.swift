import PatchbayDiagnostics

@testable import PatchbayCore

/// All that a container reads of a plan, as lines that can be compared.
///
/// The numbers of components and the order of edges in memory are left out: they are free as long as
/// each group follows all that it depends on, which `isInOrder` says.
struct PlanDump {
  private let plan: Plan
  private var wiring: Wiring { plan.wiring }

  init(_ plan: Plan) { self.plan = plan }

  var lines: [String] {
    ["layers \(plan.layers) environment \(plan.environment ?? "none") in order \(isInOrder)"]
      + plan.warnings.map { "warning \($0.code): \($0.message)" }
      + plan.keys.map { "key \($0) \(wiring.index(ofKey: $0).map(name) ?? "nothing")" }
      + wiring.bindings.indices.map(binding)
      + wiring.bindings.indices.flatMap(facets)
      + types
      + wiring.tags.map { "tag \($0.key) \($0.value.map { "\($0.key) \($0.priority)" })" }.sorted()
      + ["disabled \(wiring.disabled.map(\.key))", "scopes \(wiring.scopeNames)"]
      + ["deprecations \(wiring.deprecations.keys.sorted())", "aliased \(wiring.aliased.sorted())"]
      + plan.graph.nodes.map { "node \($0)" } + plan.graph.edges.map { "edge \($0)" }
  }

  private func name(_ index: Int) -> String { wiring.bindings[index].key }

  private func binding(_ index: Int) -> String {
    let binding = wiring.bindings[index]
    let flags = [
      ("cycle", binding.isInCycle), ("first", binding.isHandedOutFirst),
      ("awaited", binding.isAwaited), ("producible", binding.isProducible),
      ("arguments", binding.takesArguments), ("handles", binding.takesHandles),
      ("atOnce", binding.isBuiltAtOnce), ("eager", binding.isEager),
      ("started", binding.isStarted),
    ].filter(\.1).map(\.0)
    let relations = [
      "bound \(binding.boundTo ?? "-")", "owner \(binding.owner.map(name) ?? "-")",
      "outermost \(binding.outermost.map(name) ?? "-")",
      "original \(binding.original.map(name) ?? "-")", "after \(binding.after.map(name))",
      "decorates \(binding.decorates ?? "-")", "deprecated \(binding.deprecation ?? "-")",
    ]
    return """
      service \(binding.key) \(binding.entry.name) \(binding.scope) \(binding.place.shortName) \
      \(flags) \(relations) \(binding.tags) \(binding.timeouts) \(binding.retry)
        arguments \(zip(binding.entry.parameters, binding.arguments).map { "\($0.name) \(text($1))" })
        properties \(binding.properties.map { "\($0.property.signature.name) \(text($0.argument))" })
        edges \(wiring.edges[binding.edges].map {
          "\(name($0.target)) \($0.name(in: binding.entry)) \($0.source) \($0.timing) \($0.isKept) \($0.place.shortName)"
        })
      """
  }

  private func text(_ service: BoundService) -> String {
    "\(name(service.index)) as \(wiring.bindings[service.index].entry.contracts[service.contract].type)"
  }

  private func text(_ argument: BoundArgument) -> String {
    switch argument {
    case .value(let box): "value \(box.anyContent)"
    case .service(let service): "service \(text(service))"
    case .deferred(let service): "deferred \(text(service))"
    case .services(let services): "services \(services.map { "\($0.key): \(text($0.service))" })"
    case .resolver: "resolver"
    case .runtimeArgument: "runtime"
    case .absent: "absent"
    }
  }

  /// The services that are found by a type, by offers and by the table of the fast path.
  private var types: [String] {
    wiring.offers.types.filter { !wiring.offers[$0].isEmpty }.map { type in
      let facet = wiring.types.facet(of: type.type)
      return
        "type \(type) \(wiring.offers[type].map(name)) \(facet == 0 ? "-" : text(wiring.facets.service(of: facet)))"
    }.sorted()
  }

  private func facets(_ index: Int) -> [String] {
    wiring.bindings[index].entry.contracts.indices.map { contract in
      let service = BoundService(index: index, contract: contract)
      let facet = wiring.facets.facet(of: service)
      let type = wiring.bindings[index].entry.contracts[contract].type
      let found = wiring.facets.facet(of: index, as: type.type) == facet
      return "facet \(text(service)) depth \(wiring.facets.place(of: service).depth) found \(found)"
    }
  }

  /// Whether each group follows all that it depends on, and each place of a row is given once.
  private var isInOrder: Bool {
    let places = wiring.bindings.indices.flatMap { index in
      wiring.bindings[index].entry.contracts.indices.map {
        wiring.facets.place(of: BoundService(index: index, contract: $0))
      }
    }
    let rows = wiring.facets.rowLengths.indices.allSatisfy { depth in
      places.filter { Int($0.depth) == depth }.map { Int($0.position) }.sorted()
        == Array(0..<wiring.facets.rowLengths[depth])
    }
    return rows
      && wiring.bindings.indices.allSatisfy { index in
        wiring.needs(of: index).allSatisfy {
          wiring.bindings[$0].component <= wiring.bindings[index].component
        }
      }
  }
}
