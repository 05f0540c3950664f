/// The open scopes that the stop of a container or a scope closes first: those directly inside of it, as far
/// as they have something to stop or are inside of a scope.
///
/// Any other scope is not listed, as opening one is to cost little. It has nothing to stop, and fails after
/// the container was stopped. Weak, because a store retains those around it, and because who opened a
/// scope may drop it without closing it.
struct InnerScopes {
  private struct Scope {
    weak var store: InstanceStore?
  }

  private var scopes: [ObjectIdentifier: Scope] = [:]

  var isEmpty: Bool { scopes.isEmpty }

  mutating func insert(_ store: InstanceStore) {
    scopes[ObjectIdentifier(store)] = Scope(store: store)
  }

  mutating func remove(_ store: ObjectIdentifier) { scopes[store] = nil }

  /// Removes all scopes, and returns those that exist.
  mutating func takeAll() -> [InstanceStore] {
    if scopes.isEmpty { return [] }
    defer { scopes = [:] }
    return scopes.values.compactMap(\.store)
  }

  /// Removes a scope from its list when it is released: with the scope's store.
  final class Listing: Sendable {
    private let scope: ObjectIdentifier
    private let outer: InstanceStore

    init(of scope: InstanceStore, in outer: InstanceStore) {
      self.scope = ObjectIdentifier(scope)
      self.outer = outer
    }

    deinit { outer.forgetInner(scope) }
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
      lifecycle.needed.listing = InnerScopes.Listing(of: self, in: outer)
      return true
    }
  }

  /// Adds a scope to those that its stop closes; returns `false` if it is closed.
  private func insertInner(_ scope: InstanceStore) -> Bool {
    lifecycle.withLock { lifecycle in
      if !isClosed { lifecycle.needed.inner.insert(scope) }
      return !isClosed
    }
  }

  /// Removes a scope from those that its stop closes first.
  func forgetInner(_ scope: ObjectIdentifier) {
    lifecycle.withLock { $0?.inner.remove(scope) }
  }

  /// Whether its stop closes scopes.
  var hasInner: Bool { lifecycle.withLock { $0?.inner.isEmpty == false } }

  /// Takes the scopes that its stop closes.
  func takeInner() -> [InstanceStore] { lifecycle.withLock { $0?.inner.takeAll() ?? [] } }
}
