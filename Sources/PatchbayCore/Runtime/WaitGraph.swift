import PatchbayDiagnostics

/// Who waits for whom among running constructions, over all containers of the process.
///
/// The one piece of process-wide state: a factory of one container may ask another one, and a
/// deadlock over two containers is a deadlock. It is entered only when an instance is not ready,
/// and no user code runs under its lock. Lock order: this graph's, then a slot's or component's.
///
/// A waiter adds its edge before it parks, and searches first: if the owner already waits for the
/// waiter, by whatever way, parking would be for ever. See "deadlock detection" by wait-for graphs,
/// Knapp, Deadlock detection in distributed databases, ACM Computing Surveys 19 (1987).
enum WaitGraph {
  /// What a request for an instance that is not ready has to do.
  enum Claim: Sendable {
    case ready
    /// The caller builds it, as this construction.
    case build(Construction)
    /// Another construction builds it: wait at the gate, then ask again.
    case wait(Construction)
  }

  fileprivate struct Edges {
    /// Counted, as a construction may wait for another from several threads.
    var targets: [ObjectIdentifier: [ObjectIdentifier: Int]] = [:]
    /// The constructions that stand in `targets`, for the names in an error.
    var nodes: [ObjectIdentifier: Construction] = [:]
  }

  private static let edges = Locked(Edges())

  /// Claims a component for the one who asks first, or joins those who wait for its owner, in one
  /// step.
  ///
  /// - Throws: `reentrant-resolution` where the owner waits for `requester`.
  static func claim(
    _ slot: Slot,
    of component: Component,
    for binding: Binding,
    requester: Construction?
  ) throws(DiagnosticsError) -> Claim {
    try edges.withLock { edges throws(DiagnosticsError) -> Claim in
      // In this order: an owner keeps its product before it leaves, so that without an owner the
      // slot tells the truth.
      if let owner = component.owner {
        if let requester, let path = edges.path(from: owner, to: requester) {
          throw reentrantResolution(path)
        }
        if let requester { edges.add(requester, owner) }
        return .wait(owner)
      }
      if slot.product != nil { return .ready }
      let owner = Construction(binding)
      component.owner = owner
      if let requester { edges.add(requester, owner) }
      return .build(owner)
    }
  }

  /// Takes back the edge that a claim added.
  static func leave(_ owner: Construction, requester: Construction?) {
    guard let requester else { return }
    edges.withLock { $0.remove(requester, owner) }
  }

  /// The number of edges, for tests: none may be left behind.
  static var edgeCount: Int {
    edges.withLock { edges in edges.targets.values.reduce(0) { $0 + $1.count } }
  }
}

extension WaitGraph.Edges {
  fileprivate mutating func add(_ from: Construction, _ to: Construction) {
    nodes[ObjectIdentifier(from)] = from
    nodes[ObjectIdentifier(to)] = to
    targets[ObjectIdentifier(from), default: [:]][ObjectIdentifier(to), default: 0] += 1
  }

  fileprivate mutating func remove(_ from: Construction, _ to: Construction) {
    let source = ObjectIdentifier(from)
    let target = ObjectIdentifier(to)
    guard let count = targets[source]?[target] else { return }
    targets[source]?[target] = count > 1 ? count - 1 : nil
    if targets[source]?.isEmpty == true { targets[source] = nil }
    for end in [source, target] where !isUsed(end) { nodes[end] = nil }
  }

  private func isUsed(_ node: ObjectIdentifier) -> Bool {
    targets[node] != nil || targets.values.contains { $0[node] != nil }
  }

  /// The way from one construction to another, both included; nil without a way.
  fileprivate func path(from start: Construction, to end: Construction) -> [Construction]? {
    let goal = ObjectIdentifier(end)
    var previous: [ObjectIdentifier: ObjectIdentifier] = [:]
    var pending = [ObjectIdentifier(start)]
    var seen = Set(pending)
    while let node = pending.popLast() {
      if node == goal {
        var path = [end]
        var step = node
        while let before = previous[step] {
          // Whatever points to another one stands among the nodes.
          if let construction = nodes[before] { path.append(construction) }
          step = before
        }
        return path.reversed()
      }
      for target in (targets[node] ?? [:]).keys where seen.insert(target).inserted {
        previous[target] = node
        pending.append(target)
      }
    }
    return nil
  }
}
