import PatchbayDiagnostics

// The first phase: a walk to the services that a service needs. It has an explicit stack, so that neither a chain of
// 10,000 services nor a thread with a small stack overflows.
extension Builder {
  /// A service on the path of the walk, and its next dependency.
  struct Step: Sendable {
    let index: Int
    let planned: PlannedService
    /// The store that keeps it, or in which it is needed: there its dependencies are looked up, as a shared service sees
    /// only services that live at least as long as itself.
    let store: InstanceStore
    var next = 0

    init(_ index: Int, _ planned: PlannedService, neededIn store: InstanceStore) {
      (self.index, self.planned) = (index, planned)
      self.store = planned.scope.depth.flatMap { store.store(atDepth: $0) } ?? store
    }

    /// Whether `store` keeps it.
    var isKept: Bool { planned.scope.depth == store.depth }
  }

  /// What the walk has visited of the services that do not exist when it has left them.
  struct Visits: Sendable {
    var seen: Set<Int> = []
    /// For services that are built together, the first one that was visited: when the walk leaves it,
    /// the dependencies of all of them are ready.
    var entrances: [Int: Int] = [:]
  }

  /// Returns the next service whose needs are ready, and that has to be built or is one of the parent.
  ///
  /// Of services that are built together, it returns the first that was visited, when the needs of all are ready.
  /// ``path`` has the services that need it.
  ///
  /// - Parameters:
  ///   - next: The service to visit; nil when the walk has just left one.
  ///   - target: The service that the walk has begun with.
  /// - Returns: The service; nil when the walk has ended.
  /// - Throws: `scoped-outside-scope`.
  mutating func nextReady(_ next: inout Step?, of target: Int) throws(DiagnosticsError) -> Step? {
    while var step = next.take() ?? path.popLast() {
      let planned = step.planned
      if step.next == 0 { try enter(planned, step) }
      if let need = need(of: &step, target) {
        path.append(step)
        next = need
      } else if planned.inherited != nil
        // What no store keeps is made when it is needed.
        || (planned.isInCycle
          ? visits?.entrances[planned.component] == step.index : planned.scope.depth != nil)
      {
        return step
      }
    }
    return nil
  }

  private mutating func enter(_ planned: PlannedService, _ step: Step) throws(DiagnosticsError) {
    if planned.scope.isNamed, !step.isKept {
      throw planned.scopedOutsideScope(wiring, path: path.map(\.index) + [step.index])
    }
    if planned.isInCycle, visits?.entrances[planned.component] == nil {
      changeVisits { $0.entrances[planned.component] = step.index }
    }
  }

  /// Returns the next dependency of a service that has to be visited; nil if there is none.
  private mutating func need(of step: inout Step, _ target: Int) -> Step? {
    let edges = step.planned.edges
    while step.next < edges.count {
      let edge = edges.lowerBound + step.next
      step.next += 1
      let need = wiring.edges[edge].target
      if wiring.edges[edge].timing == .deferred || need == target { continue }
      if context.container.isReplaced(need, from: step.planned, request) { continue }
      let needed = Step(need, wiring.services[need], neededIn: step.store)
      if needed.isKept, request.holds(need, needed.planned, in: needed.store) { continue }
      // One that a store keeps exists when the walk has left it, unless it is built with others.
      if !needed.isKept || needed.planned.isInCycle,
        !changeVisits({ $0.seen.insert(need).inserted })
      {
        continue
      }
      return needed
    }
    return nil
  }

  @inline(never)
  @discardableResult
  private mutating func changeVisits<Result>(_ edit: (inout Visits) -> Result) -> Result {
    var changed = visits.take() ?? Visits()
    defer { visits = changed }
    return edit(&changed)
  }

  /// Returns the services that are built together with one that is ready, itself included, as far as a store keeps them,
  /// in the order of construction.
  func members(with ready: Step) -> [Int] {
    wiring.components[ready.planned.component].filter {
      // An overridden service was not visited, and its dependencies may not be ready.
      ready.store.home(of: $0) != nil
        && (request?.overrides == nil || $0 == ready.index || visits?.seen.contains($0) == true)
    }
  }

  /// Returns a service that is ready, or the first of those that are built together with it, if it does not exist, and
  /// the store that keeps it; nil if all exist. A `weak` one may have been released again: then it alone is rebuilt.
  mutating func missing(of ready: Step) -> (index: Int, home: InstanceStore)? {
    if !ready.planned.isInCycle {
      let isReady = request.holds(ready.index, ready.planned, in: ready.store)
      return isReady ? nil : (ready.index, ready.store)
    }
    for member in members(with: ready) {
      if let home = ready.store.home(of: member),
        !request.holds(member, wiring.services[member], in: home)
      {
        return (member, home)
      }
    }
    return nil
  }
}
