/// An open scope that the stop of a container or a scope closes first: one directly inside of it, if it has
/// something to stop or is inside of a scope.
///
/// Any other scope is not listed, as opening one is to cost little. It has nothing to stop, and fails after
/// the container was stopped. Weak, because a store retains those around it, and because who opened a
/// scope may drop it without closing it.
struct InnerScope {
  weak var store: InstanceStore?
}

/// Removes a scope from the list of the store around it when the scope is released.
final class InnerScopeListing: Sendable {
  private let scope: ObjectIdentifier
  private let depth: Int
  private let outer: InstanceStore

  init(of scope: InstanceStore, in outer: InstanceStore) {
    self.scope = ObjectIdentifier(scope)
    depth = scope.depth
    self.outer = outer
  }

  deinit { outer.forgetInner(scope) }

  /// Reports that a scope was released without being closed, with the services that it has built.
  func reportUnclosed(_ built: [Int]) {
    let wiring = outer.wiring
    let unstopped = built.filter { wiring.services[$0].entry.stop != nil }
    guard !unstopped.isEmpty else { return }
    outer.root.reportNeverStopped(unstopped, of: wiring.scopeNames[depth - 1])
  }
}

extension InstanceStore {
  /// Has the store around a scope close it first, even if it has nothing to stop. If that store is
  /// closed, it is closed, too.
  func closeWithOuter() {
    if !isListedOutside() { lifecycle.withLock { close($0) } }
  }

  /// Has the store around this one, if there is one, close it first.
  ///
  /// - Returns: `false` if that store is closed.
  func isListedOutside() -> Bool {
    guard let outer else { return true }
    // Under the locks of both, so that neither is closed in between. The inner one is always taken first.
    return lifecycle.withLock { lifecycle in
      // What has stopped it has taken all that was built.
      if lifecycle?.listing != nil || isClosed { return true }
      // So that a container knows of the scopes inside of its scopes.
      guard outer.isListedOutside(), outer.insertInner(self) else { return false }
      lifecycle.needed.listing = InnerScopeListing(of: self, in: outer)
      return true
    }
  }

  /// Adds a scope to those that its stop closes; returns `false` if it is closed.
  private func insertInner(_ scope: InstanceStore) -> Bool {
    lifecycle.withLock { lifecycle in
      if isClosed { return false }
      lifecycle.needed.inner[ObjectIdentifier(scope)] = InnerScope(store: scope)
      return true
    }
  }

  /// Removes a scope from those that its stop closes first.
  func forgetInner(_ scope: ObjectIdentifier) {
    lifecycle.withLock { $0?.inner[scope] = nil }
  }

  /// Whether its stop closes scopes.
  var hasInner: Bool { lifecycle.withLock { $0?.inner.isEmpty == false } }

  /// Takes the scopes that its stop closes, as far as they exist.
  func takeInner() -> [InstanceStore] {
    lifecycle.withLock { lifecycle in
      defer { lifecycle?.inner = [:] }
      return lifecycle?.inner.values.compactMap(\.store) ?? []
    }
  }
}
