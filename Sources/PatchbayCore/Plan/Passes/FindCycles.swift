import PatchbayDiagnostics

extension PlanDraft {
  /// Finds the services that depend on each other.
  ///
  /// A cycle of arguments can never be built. A cycle that a property closes can, if the service with
  /// the property is a class, so that it can be handed out first, and is kept: a cycle of transients
  /// alone never ends. Afterwards `components` holds the services that have to be built together.
  mutating func findCycles() {
    let order = stronglyConnectedComponents(targets(where: mustComeFirst))
    reportCycles(in: order)
    guard nodes.contains(where: { !$0.properties.isEmpty }) else {
      self.components = order
      return
    }
    let position = order.groups(ofNumbersTo: nodes.count)
    let components = stronglyConnectedComponents(targets { $1.timing != .deferred })
    for component in 0..<components.count {
      for member in components[component].inStableOrder(by: { position[$0] < position[$1] }) {
        self.components.append(member)
      }
      self.components.endGroup()
    }
  }
}

/// Whether the target must be ready before the node is handed out, and so cannot wait for it.
private func mustComeFirst(_ node: PlannedService, _ edge: Edge) -> Bool {
  switch edge.timing {
  case .argument: true
  case .property: !node.canBeHandedOutFirst
  case .deferred: false
  }
}

extension PlanDraft {
  /// Returns the targets of each node's edges that count, and if wanted the services that it starts after.
  func targets(
    andThoseBefore: Bool = false, where counts: (PlannedService, Edge) -> Bool
  ) -> Groups {
    var targets = Groups(capacity: edges.count)
    for node in nodes {
      // By the index: a loop over the edges would copy each.
      for index in node.edges where counts(node, edges[index]) {
        targets.append(edges[index].target)
      }
      if andThoseBefore { for target in node.after { targets.append(target) } }
      targets.endGroup()
    }
    return targets
  }

  private mutating func reportCycles(in components: Groups) {
    for component in 0..<components.count {
      let members = components.range(of: component)
      let first = components.numbers[members.lowerBound]
      guard members.count > 1 || dependsOnItself(first),
        let cycle = shortestCycle(in: Set(components[component]))
      else { continue }
      report(dependencyCycle(cycle))
    }
  }

  private func dependsOnItself(_ index: Int) -> Bool {
    let node = nodes[index]
    return node.edges.contains {
      edges[$0].target == index && mustComeFirst(node, edges[$0])
    }
  }
}

/// One step of a cycle: a node, and the edge to the next.
private typealias Step = (node: Int, edge: Edge)

extension PlanDraft {
  /// Returns the shortest cycle through the first member in the document.
  private func shortestCycle(in members: Set<Int>) -> [Step]? {
    guard let start = members.min() else { return nil }
    var arrivals: [Int: Step] = [:]
    var queue = [start]
    var position = 0
    while position < queue.count {
      let index = queue[position]
      position += 1
      for edge in edges(of: index)
      where members.contains(edge.target) && mustComeFirst(nodes[index], edge) {
        if edge.target == start {
          var steps: [Step] = [(index, edge)]
          while let arrival = arrivals[steps[steps.count - 1].node] { steps.append(arrival) }
          return steps.reversed()
        }
        guard arrivals[edge.target] == nil else { continue }
        arrivals[edge.target] = (index, edge)
        queue.append(edge.target)
      }
    }
    return nil
  }

  private func dependencyCycle(_ cycle: [Step]) -> Diagnostic {
    let steps = cycle.map { step in
      (
        name: nodes[step.node].key, next: nodes[step.edge.target].key,
        place: step.edge.place
      )
    }
    let name = steps[0].name
    let later = cycle.last { canBeDeferred($0.edge, in: $0.node) }
    let error =
      steps.count == 1
      ? Diagnostic(
        .dependencyCycle, "`\(name)` depends on itself", at: steps[0].place,
        "`\(name)` needs itself"
      )
      .note("it cannot be built before itself")
      : Diagnostic(.dependencyCycle, cycle: steps, "depend on", link: "need")
        .note("none of the \(steps.count.inWords) can be built first")
    // A decorator that meant what it wraps needs it at once.
    let inner = cycle.compactMap { meantInner($0) }.first
    return error.fix(
      inner
        ?? later.map { step in
          .init(
            "break the cycle where the dependency is only used later: declare that parameter with "
              + "`.provider(\"\(self.name(of: step.edge, in: step.node))\")` in the factory and the "
              + "service is built on first use")
        })
  }

  /// Returns the fix-it for a decorator that refers to the key that it decorates, and so to itself.
  private func meantInner(_ step: Step) -> Diagnostic.FixIt? {
    let bearer = owner(of: step.node)
    guard case .reference = step.edge.source, nodes[bearer].isDecorator,
      let original = self.original(of: bearer), outermost(of: original) == step.edge.target
    else { return nil }
    return .writeInner(
      step.edge.place, for: nodes[original].key, isShared: sharesText(step.node))
  }
}
