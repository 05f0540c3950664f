import PatchbayDiagnostics

/// The wait-for graph of running constructions, across all containers of the process.
///
/// The only process-wide state: a factory of one container may ask another one, and a deadlock
/// across two containers is a deadlock. It is entered only by requests that constructions make, and
/// no user code runs under its lock. No construction waits for a request from outside of any
/// factory. Lock order: this graph's, then a store's.
///
/// A waiter adds its edge before it waits, and searches first: if the owner already waits for the
/// waiter, by any path, waiting would never end. See "deadlock detection" by wait-for graphs,
/// Knapp, Deadlock detection in distributed databases, ACM Computing Surveys 19 (1987).
///
/// It misses no deadlock: a thread that does a construction's work runs its factories or waits on
/// its behalf, and its requests meanwhile have that construction as requester or borrower. So
/// wherever a construction cannot end before another one has ended there is an edge, entered under
/// the same lock as the search. Objects that only a construction retained are released after its
/// end, as a `deinit` may resolve services, too.
enum WaitGraph {
  fileprivate struct Edge {
    let target: Construction
    /// The number of waiters: a construction may wait for another on several threads.
    var count: Int
  }

  /// The edges by the constructions at both ends; waiting constructions are alive while they wait.
  fileprivate typealias Edges = [ObjectIdentifier: [ObjectIdentifier: Edge]]

  private static let edges = Locked(Edges())

  /// Finds a running construction or begins one, and adds the edges to it, atomically.
  ///
  /// - Parameters:
  ///   - requester: The construction on whose behalf the request is made.
  ///   - claim: Finds or begins the construction; without user code, as it runs under the lock.
  /// - Returns: `nil` if the instance is ready.
  /// - Throws: `reentrant-resolution` if the construction waits for one of the requesters.
  @inline(__always)
  static func claim(
    for requester: Construction?, _ claim: () -> InstanceStore.Claim
  ) throws(DiagnosticsError) -> Wait? {
    guard let requester else { return Wait(claim(), nil) }
    return try claimInside(requester, claim)
  }

  @inline(never)
  private static func claimInside(
    _ requester: Construction, _ claim: () -> InstanceStore.Claim
  ) throws(DiagnosticsError) -> Wait? {
    let waiters = Waiters(requester)
    return try edges.withLock { edges throws(DiagnosticsError) in
      let wait = Wait(claim(), waiters)
      guard let wait else { return nil }
      if !wait.isBegun, let path = edges.path(from: wait.construction, to: waiters) {
        throw .reentrantResolution(path)
      }
      edges.add(waiters, wait.construction)
      return wait
    }
  }

  /// Adds the edges to a construction that no other thread can know yet.
  static func enter(_ construction: Construction, requester: Construction?) -> Wait {
    let waiters = requester.map(Waiters.init)
    if let waiters { edges.withLock { $0.add(waiters, construction) } }
    return Wait(construction, isBegun: true, waiters)
  }

  /// Removes the edges that ``claim(for:_:)`` or ``enter(_:requester:)`` added.
  @inline(__always)
  static func leave(_ wait: Wait) {
    if let waiters = wait.waiters { leave(waiters, wait.construction) }
  }

  @inline(never)
  private static func leave(_ waiters: Waiters, _ construction: Construction) {
    edges.withLock { $0.remove(waiters, construction) }
  }

  /// Returns the number of edges, for tests: none may remain.
  ///
  /// - Parameter key: The key of the awaited service; nil for all.
  /// - Returns: The number of edges to the service.
  static func edgeCount(to key: String? = nil) -> Int {
    edges.withLock { edges in
      edges.values.reduce(0) { $0 + $1.values.count { key == nil || $0.target.key == key } }
    }
  }
}

extension WaitGraph {
  /// A running construction, and its waiters.
  struct Wait {
    let construction: Construction
    /// Whether the caller has begun the construction, and so does the work.
    let isBegun: Bool
    /// Nil for a request from outside of any factory.
    fileprivate let waiters: Waiters?

    fileprivate init(_ construction: Construction, isBegun: Bool, _ waiters: Waiters?) {
      (self.construction, self.isBegun, self.waiters) = (construction, isBegun, waiters)
    }

    /// Nil if the instance is ready.
    @inline(__always)
    fileprivate init?(_ claim: InstanceStore.Claim, _ waiters: Waiters?) {
      switch claim {
      case .ready: return nil
      case .running(let construction): self.init(construction, isBegun: false, waiters)
      case .begun(let construction): self.init(construction, isBegun: true, waiters)
      }
    }
  }

  /// The constructions that wait for an answer.
  fileprivate final class Waiters: Sendable {
    /// The construction on whose behalf the request is made.
    let requester: Construction
    /// The construction whose code makes the request, if that is another, which uses the requester's handle.
    let borrower: Construction?

    init(_ requester: Construction) {
      self.requester = requester
      let current = Construction.current
      borrower = current === requester ? nil : current
    }
  }
}

extension WaitGraph.Edges {
  fileprivate mutating func add(_ waiters: WaitGraph.Waiters, _ to: Construction) {
    add(waiters.requester, to)
    if let borrower = waiters.borrower { add(borrower, to) }
  }

  fileprivate mutating func remove(_ waiters: WaitGraph.Waiters, _ to: Construction) {
    remove(waiters.requester, to)
    if let borrower = waiters.borrower { remove(borrower, to) }
  }

  /// Returns the path from a construction to one of those who would wait for it; nil if there is
  /// none.
  fileprivate func path(
    from start: Construction, to waiters: WaitGraph.Waiters
  ) -> [Construction]? {
    path(from: start, to: waiters.requester)
      ?? waiters.borrower.flatMap { path(from: start, to: $0) }
  }

  private mutating func add(_ from: Construction, _ to: Construction) {
    self[ObjectIdentifier(from), default: [:]][
      ObjectIdentifier(to), default: WaitGraph.Edge(target: to, count: 0)
    ].count += 1
  }

  private mutating func remove(_ from: Construction, _ to: Construction) {
    let source = ObjectIdentifier(from)
    let target = ObjectIdentifier(to)
    guard let count = self[source]?[target]?.count else { return }
    if count > 1 {
      self[source]?[target]?.count = count - 1
    } else {
      self[source]?[target] = nil
      if self[source]?.isEmpty == true { self[source] = nil }
    }
  }

  /// Returns the path from one construction to another, both included; nil if there is none.
  private func path(from start: Construction, to end: Construction) -> [Construction]? {
    var previous: [ObjectIdentifier: Construction] = [:]
    var seen: Set = [ObjectIdentifier(start)]
    var pending = [start]
    while let node = pending.popLast() {
      if node === end {
        var path = [end]
        var step = end
        while let before = previous[ObjectIdentifier(step)] {
          path.append(before)
          step = before
        }
        return path.reversed()
      }
      for (target, edge) in self[ObjectIdentifier(node)] ?? [:]
      where seen.insert(target).inserted {
        previous[target] = node
        pending.append(edge.target)
      }
    }
    return nil
  }
}
