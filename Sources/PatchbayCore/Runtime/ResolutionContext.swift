import PatchbayDiagnostics

/// The context of a request: the container, the store of it that is searched, and the construction
/// on whose behalf services are resolved.
public struct ResolutionContext: Sendable {
  let container: Container
  let store: InstanceStore
  let requester: Construction?
  /// The `graph` services that are shared with what asks; nil where the request begins a graph of its
  /// own.
  let graph: RequestGraph?

  init(
    _ container: Container,
    _ store: InstanceStore,
    requester: Construction? = Construction.current,
    graph: RequestGraph? = nil
  ) {
    self.container = container
    self.store = store
    self.requester = requester
    self.graph = graph
  }
}

/// What the handles that one factory is given have in common.
final class HandleContext: Sendable {
  /// Weak, as a handle must not keep its container alive: the container keeps the handle's holder.
  private weak let container: Container?
  /// The construction that the handles were made for, where there is one: until it ends, asking is on
  /// its behalf, whichever thread asks.
  private let construction: Construction?
  /// The scope that the handles' holder lives in, weak for the same reason; nil for one that the
  /// container keeps, and where the scope is gone.
  private weak let scope: InstanceStore?
  /// The depth of that scope; 0 for what the container keeps.
  private let depth: Int

  init(_ container: Container, _ store: InstanceStore, for construction: Construction?) {
    self.container = container
    self.construction = construction
    depth = store.depth
    scope = depth > 0 ? store : nil
  }

  /// A request of a handle.
  ///
  /// - Parameter isInGraph: Whether it is part of the request that builds the handle's holder, as
  ///   long as that runs.
  /// - Returns: The context of the request.
  /// - Throws: `container-shut-down` if the container no longer exists, `scope-closed` if the scope
  ///   is closed.
  func request(isInGraph: Bool = false) throws(DiagnosticsError) -> ResolutionContext {
    guard let container else { throw containerShutDown() }
    let construction = construction.flatMap { $0.isFinished ? nil : $0 }
    return ResolutionContext(
      container,
      try store(of: container, during: construction),
      requester: construction ?? Construction.current,
      graph: isInGraph ? construction?.graph : nil
    )
  }

  private func store(
    of container: Container,
    during construction: Construction?
  ) throws(DiagnosticsError) -> InstanceStore {
    guard depth == 0 else {
      guard let scope else { throw scopeClosed(container.wiring.scopeNames[depth - 1]) }
      return scope
    }
    // What a singleton is built of must not depend on who asks for it first.
    return construction == nil ? container.currentStore : container.root
  }
}
