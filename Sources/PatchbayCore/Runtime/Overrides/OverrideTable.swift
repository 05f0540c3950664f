/// The overrides of a container at one moment.
struct OverrideTable: Sendable {
  /// By the index of the binding; the one that was put on last stands last.
  private var overrides: [Int: [Override]] = [:]

  mutating func add(_ override: Override) {
    overrides[override.service.index, default: []].append(override)
  }

  mutating func remove(_ override: Override) {
    let index = override.service.index
    overrides[index]?.removeAll { $0 === override }
    if overrides[index]?.isEmpty == true { overrides[index] = nil }
  }

  func isOver(_ index: Int) -> Bool { overrides[index] != nil }

  /// The bindings that have overrides.
  var indices: some Sequence<Int> { overrides.keys }

  /// What stands before a service, as one contract; nil where nothing does.
  func stack(for service: BoundService) -> OverrideStack? {
    guard let all = overrides[service.index] else { return nil }
    let own = all.filter { $0.service.contract == service.contract }
    return own.isEmpty ? nil : OverrideStack(own)
  }

  /// The override that was put on last.
  func last(of index: Int) -> Override? { overrides[index]?.last }
}

/// The overrides before one service, as one contract: each sees what those before it give.
struct OverrideStack: Sendable {
  /// What stands in the service's place, so that it is not needed.
  let replacement: AnyBox?
  /// What is done with it, or with the service, in this order.
  let callbacks: ArraySlice<Override>

  init(_ overrides: [Override]) {
    // What an instance hides need not run, or be built.
    if let last = overrides.lastIndex(where: { $0.instance != nil }) {
      replacement = overrides[last].instance
      callbacks = overrides[(last + 1)...]
    } else {
      replacement = nil
      callbacks = overrides[...]
    }
  }
}
