import PatchbayDiagnostics
import Synchronization

// A scope's first request for a service, once the container has its producer.
extension ServiceScope {
  /// Builds the service of a facet, which the scope keeps, after what it needs of the scope.
  ///
  /// - Returns: The word of the instance, and not the service, as generic code asks the runtime for the type
  ///   of an optional one, for 310 instructions; nil if it has no producer, and for a request that a
  ///   factory makes.
  /// - Throws: `factory-failed`, and what a request throws for a container that was stopped meanwhile.
  func buildAtOnce(_ facet: Int) throws(DiagnosticsError) -> UInt? {
    guard let producer = container.cells.scopedProducer(facet) else { return nil }
    return try word(of: facet, by: producer, TaskContext.current)
  }

  /// Does the same by the producer of the facet, for the context of a task.
  fileprivate func word(
    of facet: Int, by producer: Unmanaged<AnyScopedProducer>, _ task: TaskContext
  ) throws(DiagnosticsError) -> UInt? {
    guard !store.isClosed, task.running == nil,
      try container.ensureBuilt(by: producer, in: store, from: task.scope)
    else { return nil }
    // Its own factory, or another thread, may have stopped the container meanwhile.
    try container.refuseClosed(store)
    return store.word(at: container.facets.places[facet])
  }
}

extension Container {
  /// Does the same as ``ServiceScope/buildAtOnce(_:)`` for the task's current scope, which keeps the instance.
  @inline(never)  // A container's first requests for singletons are counted.
  func buildInCurrentScope(
    _ facet: Int, by producer: Unmanaged<AnyScopedProducer>
  ) throws(DiagnosticsError) -> (word: UInt, scope: ServiceScope)? {
    let task = TaskContext.current
    guard let scope = ServiceScope.current(of: self, from: task.scope),
      let word = try scope.word(of: facet, by: producer, task)
    else { return nil }
    return (word, scope)
  }

  /// Builds a service that a scope keeps, unless the scope has it, after the services that it needs.
  ///
  /// Reads nothing of the plan, and retains no object that threads share.
  ///
  /// - Parameters:
  ///   - producer: The producer of the service.
  ///   - store: The store of the scope.
  ///   - current: The task's current scope.
  ///   - depth: The number of services that need it.
  ///   - path: Returns their bindings, for messages.
  /// - Returns: Whether the scope has it now; if not, it has to be built on the slow path.
  /// - Throws: `factory-failed`.
  func ensureBuilt(
    by producer: Unmanaged<AnyScopedProducer>, in store: InstanceStore, from current: ServiceScope?,
    depth: Int = 0, path: () -> [Int] = { [] }
  ) throws(DiagnosticsError) -> Bool {
    // The container keeps its producers.
    try producer._withUnsafeGuaranteedRef { producer -> Result<Bool, DiagnosticsError> in
      do throws(DiagnosticsError) {
        return .success(
          try ensureBuiltHere(by: producer, in: store, from: current, depth: depth, path: path))
      } catch { return .failure(error) }
    }
    .get()
  }

  private func ensureBuiltHere(
    by producer: AnyScopedProducer, in store: InstanceStore, from current: ServiceScope?,
    depth: Int, path: () -> [Int]
  ) throws(DiagnosticsError) -> Bool {
    guard Int(producer.place.depth) == store.depth else {
      return try ensureBuiltAround(by: producer, store, from: current, depth: depth, path: path)
    }
    let position = Int(producer.place.position)
    if store.row.isKept(position) { return true }
    guard depth < ResolutionContext.atOnceDepth, !root.isWatched.load(ordering: .relaxed) else {
      return false
    }
    for need in producer.needs where store.word(at: need.place) == 0 {
      guard let other = cells.scopedProducer(need.facet),
        try ensureBuilt(
          by: other, in: store, from: current, depth: depth + 1, path: { path() + [producer.index] }
        )
      else { return false }
      // As on the slow path, nothing more is built for a scope that was closed meanwhile.
      try refuseClosed(store)
    }
    while !store.row.isKept(position) {
      // No `WaitGraph`: no construction waits for this request.
      switch store.withClaims({ $0.claimAtOnce(producer.index, at: position, in: store.row) }) {
      case .ready: break
      case .running(let construction): construction.wait()
      case .begun(let number):
        defer { store.endClaim(producer.index) }
        let task = TaskContext(
          store.claims, number, in: ServiceScope.building(in: store, from: current))
        let product = try task.perform { () throws(DiagnosticsError) in
          try instance(of: producer, in: store, path)
        }
        store.row.keep(product, at: position)
        if producer.entry.hasHook, producer.entry.stop != nil {
          store.keepForStop([producer.index])
        }
      }
    }
    return true
  }

  /// Does the same for a scope around that of the store.
  @inline(never)  // The search retains each store.
  private func ensureBuiltAround(
    by producer: AnyScopedProducer, _ store: InstanceStore, from current: ServiceScope?,
    depth: Int, path: () -> [Int]
  ) throws(DiagnosticsError) -> Bool {
    guard let home = store.store(atDepth: Int(producer.place.depth)) else { return false }
    return try ensureBuiltHere(by: producer, in: home, from: current, depth: depth, path: path)
  }

  private func instance(
    of producer: AnyScopedProducer, in store: InstanceStore, _ path: () -> [Int]
  ) throws(DiagnosticsError) -> Product {
    do {
      // The conversions to contracts may request services on its behalf, too.
      return Product(try producer.make(in: store), producer.entry)
    } catch {
      throw productFailure(
        error, path().map { .init(wiring.bindings[$0].key, wiring.bindings[$0].place) })
    }
  }
}

// The slow path fills the cells.
extension Container {
  /// Fills the cells of a scoped service with its producer, after the slow path has built it.
  ///
  /// Does so the second time, as a producer takes as much as five instances: many a command or test opens
  /// one scope.
  @inline(never)
  func fillScoped(_ index: Int) {
    guard FastPath.isOn, wiring.bindings[index].isProducible else { return }
    let facets = facets.facets(of: index)
    guard !overrides.cells.noteBuilt(facets.lowerBound) else { return }
    overrides.fillProducer(facets) { isOver in
      var tree = ProducerTree(of: self, unless: isOver)
      return tree.scopedProducer(of: index).map { tree.kept(.scoped($0)) }
    }
  }
}

extension InstanceStore {
  /// Returns the address of the instance at a place of this store or an outer one; 0 if there is none, and
  /// if no such store has the depth of the place: a scope may be opened without those declared around it.
  ///
  /// Recursive, because a loop retains each store.
  func word(at place: FacetTable.Place) -> UInt {
    guard Int(place.depth) != depth else {
      return row.words[Int(place.position)].load(ordering: .acquiring)
    }
    return outer?.word(at: place) ?? 0
  }
}
