import PatchbayDiagnostics

/// A plan and its instances: what a program asks for its services.
///
/// ```swift
/// let container = Container(plan)
/// let server = try container.resolve(.server)
/// ```
///
/// A container may be used from any thread. A singleton is created exactly once however many ask
/// for it at the same time; independent ones are created in parallel. A factory that throws leaves
/// nothing half built, its failure is not remembered, and the next request tries again.
public final class Container: ServiceResolving {
  /// The checked wiring that the container was made of.
  public let plan: Plan
  /// The container whose services stand behind this one's own; it is kept for as long as this one is.
  public let parent: Container?
  let wiring: Wiring
  /// How many containers stand behind it.
  let generation: Int
  /// Whether it belongs to a test, in which nothing live must be built.
  let isForTesting: Bool
  /// What keeps the singletons.
  let root: InstanceStore
  /// What stands before services for the time being.
  let overrides: Overrides
  // What the fast path reads (`FastPath`): the plan's tables, and the cells.
  @usableFromInline let keys: KeyChunks
  @usableFromInline let names: NameTable
  @usableFromInline let types: TypeTable
  @usableFromInline let facets: FacetTable
  @usableFromInline let cells: CellRow

  /// Makes a container; nothing is built before it is asked for.
  ///
  /// Cheap: the cost is one small object for each singleton. It cannot fail: of a child's plan it makes
  /// the parents too.
  public convenience init(_ plan: Plan) { self.init(plan, forTesting: false) }

  /// Makes a container that refuses to build what is marked live.
  package convenience init(_ plan: Plan, forTesting: Bool) {
    var plans: [Plan] = []
    var next = plan.parent
    while let parent = next {
      plans.append(parent)
      next = parent.parent
    }
    let parent = plans.reversed().reduce(nil as Container?) { parent, plan in
      Container(plan, under: parent, forTesting: forTesting)
    }
    self.init(plan, under: parent, forTesting: forTesting)
  }

  /// Makes another container in the place of this one: with its parent, and for a test where it is.
  ///
  /// - Parameter plan: with the parent of this container's own plan.
  package func replaced(by plan: Plan) -> Container {
    Container(plan, under: parent, forTesting: isForTesting)
  }

  /// - Parameter parent: a container of the plan's parent, and nil exactly where the plan has none.
  init(_ plan: Plan, under parent: Container?, forTesting: Bool) {
    self.plan = plan
    self.parent = parent
    self.wiring = plan.wiring
    self.root = InstanceStore(plan.wiring)
    self.isForTesting = forTesting
    keys = wiring.keys.chunks
    names = wiring.names
    types = wiring.types
    facets = wiring.facets
    overrides = Overrides(Cells(count: facets.count), wiring, under: parent?.overrides)
    cells = overrides.cells.row
    generation = parent.map { $0.generation + 1 } ?? 0
  }

  /// The producers hold instances too, so they go first; see `InstanceStore.deinit`.
  deinit { overrides.releaseProducers() }

  /// The task's current scope, or the container itself.
  public var context: ResolutionContext {
    get throws(DiagnosticsError) { ResolutionContext(self, currentStore) }
  }
}
