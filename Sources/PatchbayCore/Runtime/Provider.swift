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

/// A dependency that is built at its first use, and kept from then on.
///
/// A factory declares it with `.lazy("name")`. It may be used from any thread; threads that use it
/// first at the same time get the same instance. Because it keeps the service, a `Lazy` of a
/// service with a shorter lifetime is a `captive-dependency`.
public struct Lazy<Service: Sendable>: Sendable {
  private final class Memory: Sendable {
    let service: DeferredService
    let kept = Locked<AnyBox?>(nil)
    init(_ service: DeferredService) { self.service = service }

    /// Stores the first of several concurrent results, and returns it.
    func keep(_ fresh: AnyBox) -> AnyBox {
      kept.withLock { kept in
        if kept == nil { kept = fresh }
        return kept ?? fresh
      }
    }
  }

  private let memory: Memory

  init(_ service: DeferredService) { memory = Memory(service) }

  /// The service, built at the first access.
  ///
  /// - Throws: Like ``Provider/callAsFunction()``; after a failure, the next access tries again.
  public var value: Service {
    get throws(DiagnosticsError) {
      if let box = memory.kept.withLock({ $0 }) { return box.content() }
      // Not under the lock: the service's factory may call this same handle.
      return memory.keep(try memory.service.box()).content()
    }
  }

  /// Returns the service, and awaits services that `async` and main-actor factories build.
  ///
  /// - Throws: Like ``value``, except for `needs-await`.
  public func awaited() async throws(DiagnosticsError) -> Service {
    if let box = memory.kept.withLock({ $0 }) { return box.content() }
    return memory.keep(try await memory.service.awaitedBox()).content()
  }
}
