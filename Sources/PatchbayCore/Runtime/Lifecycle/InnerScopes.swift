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
