/// The overlays of a container at one moment.
struct OverlayTable: Sendable {
  /// By the index of the binding; the one that was put on last stands last.
  private var overlays: [Int: [Overlay]] = [:]

  mutating func add(_ overlay: Overlay) {
    overlays[overlay.service.index, default: []].append(overlay)
  }

  mutating func remove(_ overlay: Overlay) {
    let index = overlay.service.index
    overlays[index]?.removeAll { $0 === overlay }
    if overlays[index]?.isEmpty == true { overlays[index] = nil }
  }

  func isOver(_ index: Int) -> Bool { overlays[index] != nil }

  /// The bindings that have overlays.
  var indices: some Sequence<Int> { overlays.keys }

  /// What stands before a service, as one contract; nil where nothing does.
  func stack(for service: BoundService) -> OverlayStack? {
    guard let all = overlays[service.index] else { return nil }
    let own = all.filter { $0.service.contract == service.contract }
    return own.isEmpty ? nil : OverlayStack(own)
  }

  /// The overlay that was put on last.
  func last(of index: Int) -> Overlay? { overlays[index]?.last }
}

/// The overlays before one service, as one contract: each sees what those before it give.
struct OverlayStack: Sendable {
  /// What stands in the service's place, so that it is not needed.
  let replacement: AnyBox?
  /// What is done with it, or with the service, in this order.
  let callbacks: ArraySlice<Overlay>

  init(_ overlays: [Overlay]) {
    // What an instance hides need not run, or be built.
    if let last = overlays.lastIndex(where: { $0.instance != nil }) {
      replacement = overlays[last].instance
      callbacks = overlays[(last + 1)...]
    } else {
      replacement = nil
      callbacks = overlays[...]
    }
  }
}
