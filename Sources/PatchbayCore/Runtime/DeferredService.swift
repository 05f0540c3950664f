import PatchbayDiagnostics

/// A service to be asked for later, by a handle that a factory was given.
struct DeferredService: Sendable {
  let service: BoundService
  let origin: HandleOrigin

  init(_ service: BoundService, _ origin: HandleOrigin) {
    self.service = service
    self.origin = origin
  }

  func box() throws(DiagnosticsError) -> AnyBox {
    try origin.request().instance(service.index, contract: service.contract)
  }

  func awaitedBox() async throws(DiagnosticsError) -> AnyBox {
    try await origin.request().awaitedInstance(service.index, contract: service.contract)
  }
}
