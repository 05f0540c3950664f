extension PlanDraft {
  /// Determines how each service is built: with which others, with `await`, by a ``Producer``, or by one call.
  ///
  /// Without errors before it, each component follows all that it depends on.
  mutating func determineAssembly() {
    // Not those of the draft: in a debug build each closure call that names a field of it copies it whole.
    let (nodes, edges, components) = (self.nodes, self.edges, self.components)
    for component in 0..<components.count {
      let members = components.range(of: component)
      var isAwaited = false
      for position in members {
        let node = nodes[components.numbers[position]]
        node.component = component
        isAwaited = isAwaited || node.awaits(edges, nodes)
      }
      for position in members {
        let index = components.numbers[position]
        let node = nodes[index]
        node.isAwaited = isAwaited
        node.isInCycle =
          members.count > 1
          || edges[node.edges].contains { $0.target == index && $0.timing == .property }
        node.determineForm(among: nodes)
      }
    }
  }
}

extension PlannedService {
  /// Whether it has to be awaited for itself, or for a service that is built anew for it.
  fileprivate func awaits(_ edges: [Edge], _ nodes: [PlannedService]) -> Bool {
    guard inherited == nil, let entry = knownEntry else { return isAwaited }
    return entry.isAwaited
      || edges[self.edges].contains { edge in
        edge.timing != .deferred && nodes[edge.target].scope.depth == nil
          && nodes[edge.target].isAwaited
      }
  }

  /// Determines what makes it, when it is known whether it is awaited, and all that it depends on is known.
  fileprivate func determineForm(among nodes: [PlannedService]) {
    takesHandles =
      arguments.contains { $0.isHandle } || properties.contains { $0.argument.isHandle }
    if properties.isEmpty, inherited == nil, scope != .graph {
      let isOneCall = !isAwaited && !isInCycle && scope != .weak
      form = isOneCall ? .oneCall : .factory
    }
    isProducible = scope.isPerRequest && canBeProduced(nodes)
  }

  private func canBeProduced(_ nodes: [PlannedService]) -> Bool {
    guard inherited == nil, !isInCycle, properties.isEmpty, let entry = knownEntry,
      entry.form != nil
    else { return false }
    return zip(entry.parameters, arguments).allSatisfy { parameter, argument in
      switch argument {
      case .value, .absent: return true
      case .service(let service):
        let other = nodes[service.index]
        // Services of a parent may change with it.
        guard other.inherited == nil else { return false }
        // An `.optional` has a different type than the service itself.
        switch other.scope {
        case .singleton: return true
        case .transient, .graph: return parameter.takesContract && other.isProducible
        case .named, .weak: return false
        }
      case .services(let services):
        return services.allSatisfy { _, service in
          nodes[service.index].inherited == nil && nodes[service.index].scope == .singleton
        }
      case .deferred, .resolver, .readiness, .runtimeArgument: return false
      }
    }
  }
}
