package import PatchbayDiagnostics
import Synchronization

/// What became of an override of a test's container, so that the test can report one without effect.
///
/// It outlives the override, and retains nothing of it.
package final class OverrideRecord: Sendable {
  /// The location where the service was overridden.
  package let location: SwiftLocation
  private let key: String
  /// The types of the service; the override is of one of them.
  private let types: [TypeName]
  private let type: Int
  /// The index of the service.
  let index: Int
  /// Whether the original was built before the override.
  private let isBuiltBefore: Bool
  // Each is set once, and publishes no other memory, so relaxed ordering is enough.
  /// Whether a caller received the replacement.
  private let isReceived = Atomic<Bool>(false)
  /// Whether a caller received the original: as another type, or after the token was released.
  private let isMissed = Atomic<Bool>(false)

  init(
    _ service: BoundService, key: String, of binding: Binding, location: SwiftLocation,
    isBuiltBefore: Bool
  ) {
    self.location = location
    self.key = key
    types = binding.entry.contracts.types
    type = service.contract
    index = service.index
    self.isBuiltBefore = isBuiltBefore
  }

  /// Notes that a caller asked for the service, and whether the override replaced it.
  func noteRequest(isReplaced: Bool) {
    if isReplaced {
      isReceived.store(true, ordering: .relaxed)
    } else {
      isMissed.store(true, ordering: .relaxed)
    }
  }

  /// A text that says that the override had no effect; nil if it had one, or if no caller was to
  /// receive the service at all.
  package var problem: String? {
    guard !isReceived.load(ordering: .relaxed),
      isBuiltBefore || isMissed.load(ordering: .relaxed)
    else { return nil }
    let override = "the override of `\(key)` as `\(types[type])` had no effect"
    if isBuiltBefore {
      return """
        \(override): the original was built before
        help: override a service before the first request for it and for what needs it
        """
    }
    let otherType =
      types.count == 1
      ? ""
      : "\nhelp: override it as the type that callers receive: \(types.map(\.description).quoted())"
    return """
      \(override): callers received the original
      help: keep the token while the override is needed: `let token = try …` and \
      `defer { token.remove() }`\(otherType)
      """
  }
}

extension Container {
  /// The records of the overrides in a test's container, its parents and its children.
  package var overrideRecords: [OverrideRecord] { overrides.records }

  /// Returns whether the container keeps a service, or one that received it.
  func keepsWhatReceived(_ index: Int) -> Bool {
    wiring.bindings.indices.contains {
      ($0 == index || !wiring.bindings[$0].uses(of: index).isEmpty) && root.has($0)
    }
  }
}
