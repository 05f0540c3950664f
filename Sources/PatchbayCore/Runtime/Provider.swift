public import PatchbayDiagnostics

/// A dependency that is asked for anew at each call, by the rules of its scope.
///
/// Declared by a factory with `.provider("name")`. A provider does not keep its container alive, may
/// be used from any thread, and may close a cycle of dependencies as long as it is not called before
/// the cycle is built.
public struct Provider<Service: Sendable>: Sendable {
  private let service: DeferredService

  init(_ service: DeferredService) { self.service = service }

  /// Gives the service.
  ///
  /// - Throws: ``DiagnosticsError`` as `Container.resolve`, and `container-shut-down` where the
  ///   container is gone.
  public func callAsFunction() throws(DiagnosticsError) -> Service {
    try service.box().content()
  }

  /// Gives the service, and waits for what is built by `async` and main-actor factories.
  ///
  /// - Throws: As ``callAsFunction()``, but for `needs-await`.
  public func awaited() async throws(DiagnosticsError) -> Service {
    try await service.awaitedBox().content()
  }
}

/// A dependency that is built when it is first asked for, and kept from then on.
///
/// Declared by a factory with `.lazy("name")`. It may be used from any thread; two threads that ask
/// first at the same time get the same instance. As it keeps the service, it must not live longer: a
/// `Lazy` of a service with a shorter lifetime is a `captive-dependency`.
public struct Lazy<Service: Sendable>: Sendable {
  private final class Memory: Sendable {
    let service: DeferredService
    let kept = Locked<AnyBox?>(nil)
    init(_ service: DeferredService) { self.service = service }

    /// Keeps the first of those that came at the same time.
    func keep(_ fresh: AnyBox) -> AnyBox {
      kept.withLock { kept in
        if kept == nil { kept = fresh }
        return kept ?? fresh
      }
    }
  }

  private let memory: Memory

  init(_ service: DeferredService) { memory = Memory(service) }

  /// The service.
  ///
  /// - Throws: As ``Provider/callAsFunction()``; a failure is not kept.
  public var value: Service {
    get throws(DiagnosticsError) {
      if let box = memory.kept.withLock({ $0 }) { return box.content() }
      // Not under the lock: the service's factory may come back to this very handle.
      return memory.keep(try memory.service.box()).content()
    }
  }

  /// Gives the service, and waits for what is built by `async` and main-actor factories.
  ///
  /// - Throws: As ``value``, but for `needs-await`.
  public func awaited() async throws(DiagnosticsError) -> Service {
    if let box = memory.kept.withLock({ $0 }) { return box.content() }
    return memory.keep(try await memory.service.awaitedBox()).content()
  }
}
