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
  /// Whether the original was built before the override, and the keys of the services that keep it.
  private let (isBuiltBefore, keepers): (Bool, [String])
  // Each is set once, and publishes no other memory, so relaxed ordering is enough.
  private let isReceived = Atomic<Bool>(false)
  private let isReleased = Atomic<Bool>(false)
  /// Whether a caller asked for the service after the token was released.
  private let isMissed = Atomic<Bool>(false)
  /// The last type as which a caller received the original meanwhile; -1 if none did.
  private let otherType = Atomic<Int>(-1)

  init(
    _ service: BoundService, key: String, of binding: Binding, location: SwiftLocation,
    builtBefore: [String]
  ) {
    self.location = location
    self.key = key
    types = binding.entry.contracts.types
    type = service.contract
    index = service.index
    (isBuiltBefore, keepers) = (!builtBefore.isEmpty, builtBefore.filter { $0 != binding.key })
  }

  /// Notes that a caller asked for the service as one of its types.
  func note(requestFor type: Int) {
    if type == self.type {
      isReceived.store(true, ordering: .relaxed)
    } else {
      otherType.store(type, ordering: .relaxed)
    }
  }

  /// Notes that the token was released, and not removed.
  func noteReleased() { isReleased.store(true, ordering: .relaxed) }

  /// Notes that a caller asked for the service after the token was released.
  func noteMissed() { isMissed.store(true, ordering: .relaxed) }

  /// A text that says why the override had no effect; nil if it had one, or if no caller was to
  /// receive the service at all.
  package var problem: String? {
    guard !isReceived.load(ordering: .relaxed) else { return nil }
    var notes: [String] = []
    var fixes: [String] = []
    let other = otherType.load(ordering: .relaxed)
    if other >= 0 {
      notes.append("callers received `\(key)` as `\(types[other])`, which is not overridden")
      fixes.append("override it as that type: `\"\(key)\" as ServiceKey<\(types[other])>`")
    } else if isBuiltBefore {
      let kept = keepers.isEmpty ? "" : ", and is kept by what received it: \(keepers.quoted())"
      notes.append("the original was built before\(kept)")
      fixes.append("override a service before the first request for it and for what needs it")
    }
    // Many tests release a token at their end, which has no effect if no caller requests the service.
    if isReleased.load(ordering: .relaxed), isMissed.load(ordering: .relaxed) || other >= 0 {
      notes.append("the token was released without a call of `remove()`, which ended the override")
      fixes.append(
        "keep the token while the override is needed: `let token = try …` and "
          + "`defer { token.remove() }`")
    }
    guard !notes.isEmpty else { return nil }
    return
      (["the override of `\(key)` as `\(types[type])` had no effect"]
      + notes.map { "  = note: \($0)" } + fixes.map { "help: \($0)" }).joined(separator: "\n")
  }
}

extension Container {
  /// The records of the overrides in a test's container, its parents and its children.
  package var overrideRecords: [OverrideRecord] { overrides.records }

  /// Returns the keys of the services that the container keeps and that received a service, or are it.
  func keepers(of index: Int) -> [String] {
    wiring.bindings.indices.filter {
      ($0 == index || !wiring.bindings[$0].uses(of: index).isEmpty) && root.has($0)
    }.map { wiring.bindings[$0].key }
  }
}
