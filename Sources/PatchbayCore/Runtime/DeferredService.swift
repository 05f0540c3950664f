import PatchbayDiagnostics

/// A service that a factory's handle resolves later.
struct DeferredService: Sendable {
  let service: BoundService
  let context: HandleContext

  init(_ service: BoundService, _ context: HandleContext) {
    self.service = service
    self.context = context
  }

  func box() throws(DiagnosticsError) -> AnyBox {
    try context.request().instance(service.index, contract: service.contract)
  }

  func awaitedBox() async throws(DiagnosticsError) -> AnyBox {
    try await context.request().awaitedInstance(service.index, contract: service.contract)
  }
}
