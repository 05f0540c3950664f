public import PatchbayDiagnostics
import Synchronization

/// A plan and its instances, which resolves services.
///
/// ```swift
/// let container = Container(plan)
/// let server = try container.resolve(.server)
/// ```
///
/// A container may be used from any thread. A singleton is created exactly once, however many
/// threads request it at the same time; independent singletons are created in parallel. If a
/// factory throws, nothing half-built remains, the failure is not remembered, and the next request
/// tries again.
public final class Container: ServiceResolving {
  // Apart from the count of its references, which each scope changes.
  private let after = RestOfLine()
  /// The plan that the container was created from.
  public let plan: Plan
  /// The parent container, which serves the keys that this container does not define. It is
  /// retained.
  public let parent: Container?
  let wiring: Wiring
  /// The number of its ancestors.
  let generation: Int
  /// Whether it belongs to a test, in which services marked live must not be built.
  let isForTesting: Bool
  /// The store of the singletons.
  let root: InstanceStore
  /// The overrides that are in effect.
  @usableFromInline let overrides: Overrides
  // The data of the fast path (`FastPath`): the plan's tables, and the cells.
  @usableFromInline let keys: KeyChunks
  @usableFromInline let types: TypeTable
  @usableFromInline let facets: FacetTable
  @usableFromInline let cells: CellRow
  let handedInProgress = Atomic(HandedInProgress.none)

  /// Creates a container; a service is built when it is first requested.
  ///
  /// The initializer is cheap: it allocates a few words for each service. It cannot fail: for a
  /// child's plan it creates the parent containers, too.
  public convenience init(_ plan: Plan) { self.init(plan, forTesting: false) }

  /// Creates a container that refuses to build services that are marked live.
  package convenience init(_ plan: Plan, forTesting: Bool) {
    // No `sequence(first:next:)`: its metadata costs a program 150,000 instructions at its start.
    var ancestors: [Plan] = []
    while let next = (ancestors.last ?? plan).parent { ancestors.append(next) }
    let parent = ancestors.reversed().reduce(nil as Container?) { parent, plan in
      Container(plan, under: parent, forTesting: forTesting)
    }
    self.init(plan, under: parent, forTesting: forTesting)
  }

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

  /// Creates a container that replaces this one: with the same parent, and for a test if this one
  /// is. The parent of `plan` must be that of this container's plan.
  ///
  /// - Returns: The new container.
  package func replaced(by plan: Plan) -> Container {
    let container = Container(plan, under: parent, forTesting: isForTesting)
    container.inheritStopLimits(of: self)
    return container
  }

  /// Creates a container under one of the plan's parent; `parent` is nil exactly if the plan has no
  /// parent.
  init(_ plan: Plan, under parent: Container?, forTesting: Bool) {
    self.plan = plan
    self.parent = parent
    self.wiring = plan.wiring
    self.root = InstanceStore(plan.wiring)
    self.isForTesting = forTesting
    keys = wiring.keys.chunks
    types = wiring.types
    facets = wiring.facets
    overrides = Overrides(Cells(count: facets.count), wiring, under: parent?.overrides)
    cells = overrides.cells.row
    generation = parent.map { $0.generation + 1 } ?? 0
    if let parent { inheritStopLimits(of: parent) }
  }

  /// The producers retain instances too, so they are released first; see `InstanceStore.deinit`.
  deinit {
    root.releaseUnstopped()
    overrides.releaseProducers()
  }

  /// The context of a request: the task's current scope, or the container itself.
  public var context: ResolutionContext {
    get throws(DiagnosticsError) {
      let task = TaskContext.current
      return ResolutionContext(self, store(in: task.scope), task)
    }
  }

  /// The parameters of the container's configuration.
  public var parameters: ContainerParameters { ContainerParameters(plan.kept.set.parameters) }

  /// Notifies an observer of everything that this container does from now on.
  ///
  /// Several observers are notified one after the other. The container retains them until it is shut
  /// down, and an observer may retain the container until then. Transients and
  /// services of the parent are not observed, and requests for services that exist cost no more with an
  /// observer.
  public func observe(_ observer: ContainerObserver) {
    root.add(observer)
  }
}

extension Container: SafelyMirrored {
  package var mirrored: KeyValuePairs<String, Any> { ["plan": plan, "parent": parent as Any] }
}

// A container and its stores may be closed, and so may those of its parents.
extension Container {
  /// Throws if the container, or a store of it, is closed.
  ///
  /// - Parameters:
  ///   - store: The store that a request searches.
  ///   - index: The service that it asks for, which the error names; -1 for none.
  /// - Throws: `container-shut-down` or `scope-closed`.
  @inline(__always)
  func refuseClosed(_ store: InstanceStore, asking index: Int = -1) throws(DiagnosticsError) {
    guard parent == nil, !root.isClosed, !store.isClosed else {
      return try refuseIfClosed(store, index)
    }
  }

  @inline(never)
  private func refuseIfClosed(_ store: InstanceStore, _ index: Int) throws(DiagnosticsError) {
    var asked: String? { index < 0 ? nil : wiring.servedKey(of: index) }
    if root.isClosed { throw .containerStopped(beforeAsking: asked) }
    // The container's own store may have been closed since the line before.
    if store !== root, store.isClosed {
      throw .scopeClosed(wiring.scopeNames[store.depth - 1], beforeAsking: asked)
    }
    var ancestor = parent
    while let container = ancestor {
      guard !container.root.isClosed else {
        throw Diagnostic(
          .containerShutDown,
          asked.map { "`\($0)` was asked for after the parent of this container was stopped" }
            ?? "the parent of this container is shut down, and so this one is, too"
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
