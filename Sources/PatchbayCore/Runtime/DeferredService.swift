public import PatchbayDiagnostics

/// A service that a factory's handle resolves later.
@usableFromInline
struct DeferredService: Sendable {
  let service: BoundService
  let context: HandleContext

  init(_ service: BoundService, _ context: HandleContext) {
    self.service = service
    self.context = context
  }

  /// The container, if it exists, and a scope that the handle's holder lives in is open.
  @usableFromInline var openContainer: Container? { context.openContainer }

  @usableFromInline
  func facet(in container: Container) -> Int { container.facets.facet(of: service) }

  /// Returns the service, and prepares the container to answer the next request at once.
  @usableFromInline
  func resolve<Service>() throws(DiagnosticsError) -> Service {
    let request = try context.request()
    let box = try request.instance(service.index, contract: service.contract)
    request.container.keepForFastPath(box, service)
    return box.content()
  }

  func box() throws(DiagnosticsError) -> AnyBox {
    try context.request().instance(service.index, contract: service.contract)
  }

  func awaitedBox() async throws(DiagnosticsError) -> AnyBox {
    try await context.request().awaitedInstance(service.index, contract: service.contract)
  }
}
