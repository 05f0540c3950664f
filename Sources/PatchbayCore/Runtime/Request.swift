/// One request: its requester, and the instances that it has found so far.
///
/// It retains them, so that a `weak` service is not released before the one that needs it is built.
struct Request {
  /// The construction on whose behalf it is made, if there is one.
  let requester: Construction?
  /// The overrides of its container when it began, which apply until it ends.
  let overrides: OverrideTable?
  /// For a child's request to its parent: the bindings of the children that lead there.
  let children: [(wiring: Wiring, path: ArraySlice<DependencyWalk.Step>)]
  /// The `weak` instances, by store and binding.
  private var held: [ObjectIdentifier: [Int: Product]] = [:]

  /// Whether it comes from no child, and nothing has an override.
  var isPlain: Bool { overrides == nil && children.isEmpty }

  init(
    requester: Construction?,
    overrides: OverrideTable?,
    children: [(wiring: Wiring, path: ArraySlice<DependencyWalk.Step>)] = []
  ) {
    self.requester = requester
    self.overrides = overrides
    self.children = children
  }

  /// Whether an instance of a binding exists, which is retained if nothing else retains it.
  mutating func holds(_ index: Int, in home: InstanceStore) -> Bool {
    home.isKept(index) || held(index, in: home) != nil
  }

  /// Returns the instance of a service, as a store sees it, and retains it.
  mutating func instance(_ service: BoundService, in store: InstanceStore) -> AnyBox? {
    guard let home = store.home(of: service.index) else { return nil }
    guard home.wiring.bindings[service.index].scope == .weak else { return home.kept(service) }
    return held(service.index, in: home)?[service.contract]
  }

  /// Returns a `weak` instance, and retains it from now on.
  private mutating func held(_ index: Int, in home: InstanceStore) -> Product? {
    let binding = home.wiring.bindings[index]
    guard binding.scope == .weak else { return nil }
    let store = ObjectIdentifier(home)
    if let product = held[store]?[index] { return product }
    let box = home.kept(BoundService(index: index, contract: 0))
    guard let product = box.map({ Product($0, binding.entry) }) else { return nil }
    held[store, default: [:]][index] = product
    return product
  }

  /// Retains the instances that another request has found, which was made for this one in a parent.
  mutating func hold(_ other: Request) {
    held.merge(other.held) { own, others in own.merging(others) { own, _ in own } }
  }

  /// Retains the weak instances that were built on its behalf.
  mutating func hold(_ products: [Int: Product], in store: InstanceStore) {
    for (index, product) in products where store.wiring.bindings[index].scope == .weak {
      guard let home = store.home(of: index) else { continue }
      held[ObjectIdentifier(home), default: [:]][index] = product
    }
  }
}
