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
  let wiring: Wiring
  /// Whether it belongs to a test, in which nothing live must be built.
  let isForTesting: Bool
  /// What keeps the singletons.
  let root: Region
  /// What stands before services for the time being.
  let overlays: Overlays
  // What the shortest way to an instance reads (`Fast`): the plan's tables, and the cells.
  @usableFromInline let keys: KeyTable
  @usableFromInline let names: NameTable
  @usableFromInline let types: TypeTable
  @usableFromInline let facets: FacetTable
  @usableFromInline let cells: Cells

  /// Makes a container; nothing is built before it is asked for.
  ///
  /// Cheap: the cost is one small object for each singleton. It cannot fail.
  public convenience init(_ plan: Plan) { self.init(plan, forTesting: false) }

  /// Makes a container that refuses to build what is marked live.
  package init(_ plan: Plan, forTesting: Bool) {
    self.plan = plan
    self.wiring = plan.wiring
    self.root = Region(plan.wiring)
    self.isForTesting = forTesting
    keys = wiring.keys
    names = wiring.names
    types = wiring.types
    facets = wiring.facets
    cells = Cells(count: wiring.facets.count)
    overlays = Overlays(cells, wiring.facets)
  }

  /// The task's current scope, or the container itself.
  public var origin: RequestOrigin {
    get throws(DiagnosticsError) { RequestOrigin(self, currentRegion) }
  }
}
