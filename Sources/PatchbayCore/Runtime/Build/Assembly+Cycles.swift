import PatchbayDiagnostics

// Services that depend on themselves, through properties, are built together: each first without the properties that
// close the cycle, which are set when all exist. No other request sees one before all are complete.
extension Assembly {
  /// The state of such services.
  struct Cycle: Sendable {
    /// The kept services built so far.
    var products: [Int: Product] = [:]
    /// Products whose properties are set when all exist.
    var delayed: [(service: BoundService, box: AnyBox)] = []
    /// Whether the properties are set of a product that was already handed out.
    var isClosing = false
    /// Products shared with the rest of the request before the properties that close a cycle were
    /// set.
    var sharedEarly: [Int: Product] = [:]
  }

  mutating func changeCycle(_ edit: (inout Cycle) -> Void) {
    var changed = cycle.take() ?? Cycle()
    edit(&changed)
    cycle = changed
  }

  /// Adds a kept service that was built.
  mutating func add(_ index: Int, _ box: AnyBox, _ wiring: Wiring) {
    let product = Product(box, wiring.services[index].entry)
    changeCycle { $0.products[index] = product }
  }

  /// The kept services that were built.
  var products: [Int: Product] { cycle?.products ?? [:] }

  /// Returns the next injection of properties that close a cycle; nil when all are set.
  mutating func nextDelayed(_ wiring: Wiring) -> ArgumentFrame? {
    guard let (service, box) = cycle?.delayed.popLast() else { return nil }
    cycle?.isClosing = true
    // Only class instances are handed out early, and so the setters change the shared instance.
    return ArgumentFrame(service, wiring.services[service.index], propertiesOf: box)
  }

  /// Whether a product is complete when its properties are set: not if it was handed out before those of others are.
  var completesWhatWasHandedOut: Bool { !outer.isEmpty || cycle?.isClosing != true }

  /// Shares a `graph` service within its request.
  ///
  /// - Returns: The instance to use.
  mutating func sharedWithinRequest(
    _ frame: ArgumentFrame, _ box: AnyBox, isWhole: Bool, _ wiring: Wiring
  ) -> AnyBox {
    guard let graph = construction.graph else { return box }
    let (index, product) = (frame.service.index, Product(box, frame.planned.entry))
    let shared = graph.share(index, product, in: wiring)
    let waits = cycle.map { $0.isClosing || !$0.delayed.isEmpty } ?? false
    if !isWhole || waits, shared.box === box { changeCycle { $0.sharedEarly[index] = product } }
    return shared.box
  }

  /// Removes the incomplete products that a failed request has shared: the requesting factory may
  /// try again.
  func takeBackHalfBuilt(of wiring: Wiring) {
    guard let cycle, !cycle.sharedEarly.isEmpty else { return }
    construction.graph?.remove(cycle.sharedEarly, of: wiring)
  }
}
