public import PatchbayDiagnostics

/// A dependency that is resolved at each call, by the rules of its scope.
///
/// A factory declares it with `.provider("name")`. A provider does not retain its container, may be
/// used from any thread, and may close a cycle of dependencies, provided that it is not called
/// before the cycle is built.
public struct Provider<Service: Sendable>: Sendable {
  @usableFromInline let service: DeferredService

  init(_ service: DeferredService) { self.service = service }

  /// Returns the service.
  ///
  /// - Throws: ``DiagnosticsError`` like `Container.resolve`, and `container-shut-down` if the
  ///   container no longer exists.
  @inlinable
  public func callAsFunction() throws(DiagnosticsError) -> Service {
    if let container = service.openContainer {
      let content = container.content(of: service.facet(in: container), as: Service.self)
      if content.isInstance { return withExtendedLifetime(container) { content.read { copy $0 } } }
      // Asked only here: an instance is the same for all, and costs a tenth less without.
      if content.isProducer, !service.isOnBehalfOfConstruction,
        let product = try content.make(in: container)
      {
        return product
      }
    }
    return try service.resolve()
  }

  /// Returns the service, and awaits services that `async` and main-actor factories build.
  ///
  /// - Throws: Like ``callAsFunction()``, except for `needs-await`.
  public func awaited() async throws(DiagnosticsError) -> Service {
    try await service.awaitedBox().content()
  }
}
