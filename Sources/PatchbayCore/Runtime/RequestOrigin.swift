import PatchbayDiagnostics

/// From where services are asked for: a container, the region of it that is looked in, and the
/// construction on whose behalf it is done.
public struct RequestOrigin: Sendable {
  let container: Container
  let region: Region
  let requester: Construction?

  init(_ container: Container, _ region: Region, requester: Construction? = Construction.current) {
    self.container = container
    self.region = region
    self.requester = requester
  }
}

/// What the handles that one factory is given have in common.
final class HandleOrigin: Sendable {
  /// Weak, as a handle must not keep its container alive: the container keeps the handle's holder.
  private weak let container: Container?
  /// The construction that the handles were made for, where there is one: until it ends, asking is on
  /// its behalf, whichever thread asks.
  private let construction: Construction?
  /// The scope that the handles' holder lives in; nil for one that the container keeps.
  private let scope: Region?

  init(_ container: Container, _ region: Region, for construction: Construction?) {
    self.container = container
    self.construction = construction
    scope = region.depth > 0 ? region : nil
  }

  /// - Throws: `container-shut-down` where the container is gone.
  func request() throws(DiagnosticsError) -> RequestOrigin {
    guard let container else { throw containerShutDown() }
    return RequestOrigin(
      container,
      scope ?? container.currentRegion,
      requester: construction.flatMap { $0.isFinished ? nil : $0 } ?? Construction.current
    )
  }
}
