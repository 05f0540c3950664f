import PatchbayDiagnostics

/// The running constructions of a store, by the group that they build, and its `weak` instances.
///
/// An object apart from the store, because a task that a factory starts retains it: the task may
/// outlive the container, whose instances must be released.
final class Claims: ConstructionSource {
  /// One running construction.
  fileprivate struct Running {
    /// The group that it builds; -1 for none.
    var component = -1
    var index = 0
    /// Distinguishes it from all others of the store.
    var number = 0
    /// Nil until another caller has to wait for it, or its factory makes a request.
    var construction: Construction?
  }

  fileprivate struct State {
    /// One of them, usually the only one: a dictionary allocates and hashes.
    var first = Running()
    var others: [Int: Running] = [:]
    /// The number of claims that were begun.
    var count = 0
    /// The weak references to the instances that live as long as another object retains them.
    var memories: [Int: CatalogEntry.Memory] = [:]
  }

  /// The wiring of the store, which is not retained: requests of all threads would count it.
  ///
  /// Safe because it is read only by callers that retain the store, and for a claim that runs: until that has
  /// ended, its caller retains the store.
  private let reference: Unmanaged<Wiring>
  private let store: Construction.Stores
  private let state = Locked(State())

  init(_ store: InstanceStore) {
    reference = .passUnretained(store.wiring)
    self.store = Construction.Stores(store)
  }

  private var wiring: Wiring { reference.takeUnretainedValue() }

  private func component(of index: Int) -> Int {
    reference._withUnsafeGuaranteedRef { $0.bindings[index].component }
  }

  /// Finds the running construction of a binding's group, or begins one, in one step.
  func claim(
    _ index: Int, in store: InstanceStore, requester: Construction?
  ) -> InstanceStore.Claim {
    let wiring = wiring
    let component = wiring.bindings[index].component
    let isWeak = wiring.bindings[index].scope == .weak
    let position = wiring.facets.position(of: BoundService(index: index, contract: 0))
    return state.withLock { state in
      if state.has(component) { return .running(construction(of: component, &state)) }
      // Without user code, unlike as its other contracts.
      if let box = isWeak ? state.memories[index]?() : store.row.box(position) {
        return .ready(box)
      }
      let construction = Construction(index, wiring, self.store, requester: requester)
      state.begin(component, index, construction)
      return .begun(construction)
    }
  }

  /// The answer to a caller that would build a service at once.
  enum AtOnce {
    case ready
    case running(Construction)
    /// The caller has to build it, and to end the claim of this number.
    case begun(Int)
  }

  /// Does the same as ``claim(_:in:requester:)`` for a service that no construction has requested, and
  /// whose instance stays. Only a thread that has to wait for the construction needs an object for it, and
  /// a request that its factory makes: an object takes 360 instructions to allocate and to release.
  func claimAtOnce(_ index: Int, at position: Int, in row: InstanceRow) -> AtOnce {
    let component = component(of: index)
    return state.withLock { state in
      if state.has(component) { return .running(construction(of: component, &state)) }
      return row.isKept(position) ? .ready : .begun(state.begin(component, index, nil))
    }
  }

  /// Ends the claim of a binding's group; its instances are kept, or none will be.
  ///
  /// - Returns: The construction, which the caller has to finish; nil if none was asked for.
  @inline(__always)  // In the one caller, which saves 40 instructions of a first request.
  func end(_ index: Int) -> Construction? {
    let component = component(of: index)
    // Returned, so that nothing is released under the lock.
    return state.withLock { $0.end(component) }
  }

  /// Returns the construction of a claim, as the node that requests on its behalf refer to; nil once
  /// the claim has ended.
  func running(_ number: Int) -> Construction? {
    state.withLock { state in
      state.component(of: number).map { construction(of: $0, &state) }
    }
  }

  private func construction(of component: Int, _ state: inout State) -> Construction {
    if let construction = state[component].construction { return construction }
    let construction = Construction(state[component].index, wiring, store, requester: nil)
    state[component].construction = construction
    return construction
  }

  /// Returns a `weak` instance, while another object retains it.
  func weakInstance(_ index: Int) -> AnyBox? { state.withLock { $0.memories[index] }?() }

  func remember(_ index: Int, by memory: CatalogEntry.Memory?) {
    state.withLock { $0.memories[index] = memory }
  }
}

extension Claims.State {
  func has(_ component: Int) -> Bool {
    first.component == component || !others.isEmpty && others[component] != nil
  }

  /// A running construction, which must be there.
  fileprivate subscript(component: Int) -> Claims.Running {
    get { first.component == component ? first : others[component, default: Claims.Running()] }
    set {
      if first.component == component { first = newValue } else { others[component] = newValue }
    }
  }

  func component(of number: Int) -> Int? {
    if first.component >= 0, first.number == number { return first.component }
    return others.first { $0.value.number == number }?.key
  }

  @discardableResult
  mutating func begin(_ component: Int, _ index: Int, _ construction: Construction?) -> Int {
    count += 1
    guard first.component < 0 else {
      others[component] = Claims.Running(
        component: component, index: index, number: count, construction: construction)
      return count
    }
    // One by one, as most have no construction, and none is there now: a copy of all counts references.
    (first.component, first.index, first.number) = (component, index, count)
    if let construction { first.construction = construction }
    return count
  }

  @inline(__always)
  mutating func end(_ component: Int) -> Construction? {
    guard first.component == component else {
      return others.removeValue(forKey: component)?.construction
    }
    first.component = -1
    return first.construction.take()
  }
}
