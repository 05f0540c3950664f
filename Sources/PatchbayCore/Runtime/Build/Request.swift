/// What few requests need: the overrides that hold from their begin to their end, the children that they come from,
/// and the `weak` instances that they have found.
///
/// It retains those, so that a `weak` service is not released before the one that needs it is built.
struct Request: Sendable {
  /// The overrides of its container when it began; nil if there were none.
  let overrides: OverrideTable?
  /// For a child's request to its parent: the services of the children that lead there.
  let children: [(wiring: Wiring, path: [Builder.Step])]
  /// The `weak` instances, by store and service.
  private var held: [ObjectIdentifier: [Int: Product]] = [:]

  init(
    overrides: OverrideTable? = nil, children: [(wiring: Wiring, path: [Builder.Step])] = []
  ) {
    (self.overrides, self.children) = (overrides, children)
  }

  /// Returns a `weak` instance that it retains.
  func heldInstance(_ index: Int, in home: InstanceStore) -> Product? {
    held[ObjectIdentifier(home)]?[index]
  }

  /// Returns a `weak` instance, and retains it from now on.
  mutating func weakInstance(
    _ index: Int, _ planned: PlannedService, in home: InstanceStore
  ) -> Product? {
    if let product = heldInstance(index, in: home) { return product }
    guard let box = home.weakInstance(index) else { return nil }
    let product = Product(box, planned.entry)
    hold(index, product, in: home)
    return product
  }

  /// Retains a `weak` instance that was built on its behalf.
  mutating func hold(_ index: Int, _ product: Product, in home: InstanceStore) {
    held[ObjectIdentifier(home), default: [:]][index] = product
  }

  /// Retains the instances that another request has found, which was made for this one.
  mutating func hold(_ other: Request) {
    held.merge(other.held) { own, others in own.merging(others) { own, _ in own } }
  }
}

extension Request? {
  /// Changes the request, which begins with its first change.
  @inline(never)
  mutating func change<Result>(_ edit: (inout Request) -> Result) -> Result {
    var changed = self.take() ?? Request()
    defer { self = changed }
    return edit(&changed)
  }

  /// Whether an instance of a service exists, which is retained if nothing else retains it.
  mutating func holds(_ index: Int, _ planned: PlannedService, in home: InstanceStore) -> Bool {
    if !planned.scope.isWeak { return home.isKept(index) }
    return change { $0.weakInstance(index, planned, in: home) } != nil
  }

  /// Returns the instance of a service, as a store sees it, and retains it.
  mutating func instance(
    _ service: BoundService, _ planned: PlannedService, in store: InstanceStore
  ) -> AnyBox? {
    if !planned.scope.isWeak { return store.permanent(service) }
    guard let home = store.home(of: service.index) else { return nil }
    return change { $0.weakInstance(service.index, planned, in: home) }?[service.contract]
  }

  /// Retains the instances that another request has found, which was made for this one.
  mutating func hold(_ other: Request?) {
    if let other { change { $0.hold(other) } }
  }
}
