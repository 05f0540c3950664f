public import PatchbayDiagnostics

extension Container {
  /// Creates a child container: its own services take precedence over those of its parent.
  ///
  /// ```swift
  /// let plan = try configuration.plan(parent: container.plan, for: .plugin)
  /// let child = try Container(plan, parent: container)
  /// ```
  ///
  /// Any number of children can be created from one plan, each with its own instances. A child
  /// requests every key that it does not define from its parent, which builds the service without
  /// the child's definitions: the parent's singletons are shared, and its scoped services come from
  /// the current scope of the parent.
  ///
  /// The child retains its parent. Its `start()` and `stop()` affect only its own services. When
  /// the parent is stopped, the child is shut down, too. A child of a test's container belongs to
  /// the same test.
  ///
  /// - Parameters:
  ///   - plan: A plan that was made with the plan of `parent` as its parent.
  ///   - parent: The container that serves the keys that the child does not define.
  /// - Throws: ``DiagnosticsError`` with `parent-mismatch` if the plan was made without a parent or
  ///   with another one.
  public convenience init(_ plan: Plan, parent: Container) throws(DiagnosticsError) {
    guard let planned = plan.parent else { throw planWithoutParent() }
    guard planned.wiring === parent.wiring else { throw planOfAnotherParent() }
    self.init(plan, under: parent, forTesting: parent.isForTesting)
  }

  /// Throws if the container, or a store of it, is closed.
  func refuseClosed(_ store: InstanceStore) throws(DiagnosticsError) {
    if root.isClosed { throw containerStopped() }
    if store.isClosed { throw scopeClosed(wiring.scopeNames[store.depth - 1]) }
    var ancestor = parent
    while let container = ancestor {
      if container.root.isClosed { throw parentStopped() }
      ancestor = container.parent
    }
  }
}
