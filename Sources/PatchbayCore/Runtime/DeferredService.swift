import PatchbayDiagnostics

/// A service to be asked for later, by a handle that a factory was given.
final class DeferredService: Sendable {
  private let service: BoundService
  /// Weak, as a handle must not keep its container alive: the container keeps the handle's holder.
  private weak let container: Container?
  /// The construction that the handle was made for: until it ends, asking is on its behalf,
  /// whichever thread asks.
  private let construction: Construction
  /// The scope that the handle's holder lives in; nil for one that the container keeps.
  private let scope: Region?

  init(
    _ service: BoundService,
    in container: Container,
    _ region: Region,
    for construction: Construction
  ) {
    self.scope = region.depth > 0 ? region : nil
    self.service = service
    self.container = container
    self.construction = construction
  }

  func box() throws(DiagnosticsError) -> AnyBox {
    guard let container else { throw containerShutDown() }
    return try container.instance(
      service.index,
      contract: service.contract,
      requester: construction.isFinished ? Construction.current : construction,
      in: scope ?? container.currentRegion
    )
  }
}
