public import PatchbayDiagnostics

extension Container {
  /// Makes a child: its own services stand before those of its parent.
  ///
  /// ```swift
  /// let plan = try configuration.plan(parent: container.plan, for: .plugin)
  /// let child = try Container(plan, parent: container)
  /// ```
  ///
  /// Any number of children can be made of one plan, each with instances of its own. What a child does
  /// not define it asks its parent for, which builds it of what the parent itself sees: the parent's
  /// singletons are shared, and its scoped services come from the scope that runs in the parent.
  ///
  /// The child keeps its parent. Its `start()` and `stop()` concern its own services alone; when the
  /// parent was stopped, the child gives nothing any more. A child of a test's container belongs to the
  /// test.
  ///
  /// - Parameters:
  ///   - plan: made with the plan of `parent` as its parent.
  ///   - parent: the container to stand before.
  /// - Throws: ``DiagnosticsError`` with `parent-mismatch` where the plan was made for the children of
  ///   another plan, or of none.
  public convenience init(_ plan: Plan, parent: Container) throws(DiagnosticsError) {
    guard let planned = plan.parent else { throw planWithoutParent() }
    guard planned.wiring === parent.wiring else { throw planOfAnotherParent() }
    self.init(plan, under: parent, forTesting: parent.isForTesting)
  }

  /// Refuses what is asked of a container, or in a store of it, that gives nothing any more.
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
