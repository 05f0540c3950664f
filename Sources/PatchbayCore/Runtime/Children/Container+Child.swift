public import PatchbayDiagnostics

extension Container {
  /// Creates a child container: its own services take precedence over those of its parent.
  ///
  /// ```swift
  /// let plan = try configuration.plan(parent: container.plan, catalog: .plugin)
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
    guard let planned = plan.parent else {
      throw .parentMismatch("the plan was made for no parent")
    }
    guard planned.wiring === parent.wiring else {
      throw .parentMismatch("the plan was made for children of another plan than this parent's")
    }
    self.init(plan, under: parent, forTesting: parent.isForTesting)
  }

  /// Throws if the container, or a store of it, is closed.
  @inline(__always)
  func refuseClosed(_ store: InstanceStore) throws(DiagnosticsError) {
    guard parent == nil, !root.isClosed, !store.isClosed else { return try refuseIfClosed(store) }
  }

  @inline(never)
  private func refuseIfClosed(_ store: InstanceStore) throws(DiagnosticsError) {
    if root.isClosed { throw .containerStopped() }
    // The container's own store may have been closed since the line before.
    if store !== root, store.isClosed {
      throw .scopeClosed(wiring.scopeNames[store.depth - 1])
    }
    var ancestor = parent
    while let container = ancestor {
      guard !container.root.isClosed else {
        throw Diagnostic(
          .containerShutDown,
          "the parent of this container is shut down, and so this one is, too"
        ).asError()
      }
      ancestor = container.parent
    }
  }
}

extension DiagnosticsError {
  fileprivate static func parentMismatch(_ message: String) -> DiagnosticsError {
    Diagnostic(.parentMismatch, message)
      .fix("make it with the parent's own plan: `parent: container.plan`")
      .asError()
  }
}
