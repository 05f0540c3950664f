import PatchbayDiagnostics

/// A snapshot of a container's overrides.
struct OverrideTable: Sendable {
  /// By the index of the binding, each in the order in which they were added.
  private var overrides: [Int: [Override]] = [:]

  /// Those of a test whose tokens were released, and not removed: the callers that come later are
  /// noted.
  private var released: [OverrideRecord] = []

  mutating func add(_ override: Override) {
    overrides[override.service.index, default: []].append(override)
  }

  mutating func remove(_ override: Override) {
    let index = override.service.index
    overrides[index]?.removeAll { $0 === override }
    if overrides[index]?.isEmpty == true { overrides[index] = nil }
  }

  /// Notes the callers of a service that an override no longer replaces.
  mutating func watch(_ record: OverrideRecord) { released.append(record) }

  private func noteMissed(_ index: Int) {
    for record in released where record.index == index { record.noteMissed() }
  }

  func isOver(_ index: Int) -> Bool {
    noteMissed(index)
    return overrides[index] != nil
  }

  /// The bindings that have overrides, or had one whose callers are noted.
  var indices: some Sequence<Int> { Array(overrides.keys) + released.map(\.index) }

  /// Returns the overrides of a service, as one contract; nil if there are none.
  func stack(for service: BoundService) -> OverrideStack? {
    noteMissed(service.index)
    guard let all = overrides[service.index] else { return nil }
    for override in all { override.record?.note(requestFor: service.contract) }
    let own = all.filter { $0.service.contract == service.contract }
    return own.isEmpty ? nil : OverrideStack(own)
  }

  /// Returns the most recent override.
  func last(of index: Int) -> Override? { overrides[index]?.last }
}

/// The overrides of one service, as one contract: each receives the result of those added before
/// it.
struct OverrideStack: Sendable {
  /// The most recent instance that replaces the service, so that it is not needed.
  let replacement: AnyBox?
  /// The callbacks that are applied to the instance or to the service, in this order.
  let callbacks: ArraySlice<Override>

  init(_ overrides: [Override]) {
    // Overrides that an instance hides need not run.
    if let last = overrides.lastIndex(where: { $0.instance != nil }) {
      replacement = overrides[last].instance
      callbacks = overrides[(last + 1)...]
    } else {
      replacement = nil
      callbacks = overrides[...]
    }
  }

  /// Returns what the callbacks make of an instance; `path` returns the services that lead to it.
  func applied(
    to box: AnyBox, _ secrets: SecretTexts, path: () -> [Diagnostic.ResolutionStep]
  ) throws(DiagnosticsError) -> AnyBox {
    var box = box
    for override in callbacks { box = try override.apply(to: box, secrets, path: path) }
    return box
  }
}
