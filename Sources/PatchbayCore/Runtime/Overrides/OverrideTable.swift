import PatchbayDiagnostics

/// A snapshot of a container's overrides.
struct OverrideTable: Sendable {
  /// By the index of the service, each in the order in which they were added.
  private var overrides: [Int: [Override]] = [:]

  /// Those of a test, until the overrides are removed: a token that is only released ends its override, and the
  /// callers that come later miss it.
  private var receipts: [OverrideReceipt] = []

  /// The overrides that stay until the container is stopped, as it was started without the services that they replace.
  private var kept: [Override] = []

  mutating func add(_ override: Override) {
    overrides[override.service.index, default: []].append(override)
    if let receipt = override.receipt { receipts.append(receipt) }
  }

  mutating func remove(_ override: Override) {
    guard !isKept(override) else { return }
    end(override)
    receipts.removeAll { $0 === override.receipt }
  }

  /// Removes an override, and not its receipt.
  mutating func end(_ override: Override) {
    guard !isKept(override) else { return }
    let index = override.service.index
    overrides[index]?.removeAll { $0 === override }
    if overrides[index]?.isEmpty == true { overrides[index] = nil }
  }

  /// Whether a service has an override, or had one whose callers are noted.
  func isOver(_ index: Int) -> Bool {
    overrides[index] != nil || receipts.contains { $0.index == index }
  }

  /// Whether no service has an override, or had one whose callers are noted.
  var isEmpty: Bool { overrides.isEmpty && receipts.isEmpty }

  /// Returns the overrides of a service, as one contract; nil if there are none.
  func stack(for service: BoundService) -> OverrideStack? {
    let own = (overrides[service.index] ?? []).filter { $0.service.contract == service.contract }
    for receipt in receipts where receipt.index == service.index {
      receipt.note(isReplaced: own.contains { $0.receipt === receipt })
    }
    return own.isEmpty ? nil : OverrideStack(own)
  }

  private func isKept(_ override: Override) -> Bool { kept.contains { $0 === override } }

  /// Keeps the instances that replace services, where `isWanted` holds for a service as the type that callers receive
  /// the instance as; returns the services.
  mutating func holdInstances(where isWanted: (BoundService) -> Bool) -> [Int] {
    let wanted = overrides.values.compactMap {
      $0.last { $0.effect.isInstance && isWanted($0.service) }
    }
    kept += wanted
    return wanted.map(\.service.index)
  }

  /// Ends those that were kept, and returns them, as they are not to be released under a lock.
  mutating func endKept() -> [Override] {
    let ended = kept
    kept = []
    for override in ended { remove(override) }
    return ended
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
