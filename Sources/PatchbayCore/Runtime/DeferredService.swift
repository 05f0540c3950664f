public import PatchbayDiagnostics

/// A service that a factory's handle resolves later.
@usableFromInline
struct DeferredService: Sendable {
  // 32 bits each, because a call passes them in one word; the fields of a `BoundService` are shifted into
  // one first, for 9 instructions.
  private let (index, contract): (Int32, Int32)
  private let context: HandleContext

  init(_ service: BoundService, _ context: HandleContext) {
    (index, contract) = (Int32(service.index), Int32(service.contract))
    self.context = context
  }

  /// The container, if it exists, and a scope that the handle's holder lives in is open.
  @usableFromInline var openContainer: Container? { context.openContainer }

  /// Whether requests are made on behalf of a running construction, of which no producer knows.
  @usableFromInline var isOnBehalfOfConstruction: Bool { context.isOnBehalfOfConstruction }

  @usableFromInline
  func facet(in container: Container) -> Int {
    Int(container.facets.starts[Int(index)]) + Int(contract)
  }

  /// Returns the service, and prepares the container to answer the next request at once.
  @usableFromInline
  func resolve<Service>() throws(DiagnosticsError) -> Service {
    let request = try context.request()
    let service = service
    let box = try request.instance(of: service)
    request.container.keepForFastPath(box, service)
    return box.content()
  }

  /// The service.
  var service: BoundService { BoundService(index: Int(index), contract: Int(contract)) }

  /// The graph of the request that made the handle; nil for a service that a store keeps.
  var graph: RequestGraph? { context.graph(for: Int(index)) }

  /// Returns the context of a request.
  func request() throws(DiagnosticsError) -> ResolutionContext { try context.request() }

  func awaitedBox() async throws(DiagnosticsError) -> AnyBox {
    try await context.request().awaitedInstance(of: service)
  }
}
