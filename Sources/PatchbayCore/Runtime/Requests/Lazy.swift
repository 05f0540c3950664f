public import PatchbayDiagnostics

/// A dependency that is built at its first use, and kept from then on.
///
/// A factory declares it with `.lazy("name")`. It may be used from any thread; threads that use it
/// first at the same time get the same instance, which is built once. It belongs to the request that
/// made it: a `graph` service is that of this request, also when it is used later. Because it keeps
/// the service, a `Lazy` of a service with a shorter lifetime is a `captive-dependency`.
public struct Lazy<Service: Sendable>: Sendable {
  private let memory: LazyMemory

  init(_ service: DeferredService) { memory = LazyMemory(service) }

  /// The service, built at the first access.
  ///
  /// - Throws: Like ``Provider/callAsFunction()``, and `needs-await` while ``awaited()`` builds it;
  ///   after a failure, the next access tries again.
  public var value: Service {
    get throws(DiagnosticsError) { try memory.box().content() }
  }

  /// Returns the service, and awaits services that `async` and main-actor factories build.
  ///
  /// - Throws: Like ``value``, except for `needs-await`.
  public func awaited() async throws(DiagnosticsError) -> Service {
    try await memory.awaitedBox().content()
  }
}

/// The instance of a `Lazy`, and the construction that makes it.
///
/// Other requests share the construction of a service that a store keeps, by the store's claims. For any other
/// service, this is the claim of the handle.
private final class LazyMemory: Sendable {
  private struct State {
    var box: AnyBox?
    /// That of the request that made the handle, until the instance exists.
    var graph: RequestGraph?
    /// The running construction of the handle.
    var running: Construction?
    /// Whether a task builds it, for which no thread must wait.
    var isAwaited = false
  }

  private let service: DeferredService
  private let state: Locked<State>

  init(_ service: DeferredService) {
    self.service = service
    let graph = service.graph
    graph?.remember()
    state = Locked(State(graph: graph))
  }

  func box() throws(DiagnosticsError) -> AnyBox {
    let service = self.service.service
    while true {
      if let box = kept { return box }
      let request = try self.service.request()
      let planned = request.wiring.services[service.index]
      guard planned.isPerRequest, !planned.isAwaited else {
        return keep(try request.instance(of: service))
      }
      guard let wait = try claim(request, isAwaited: false) else { continue }
      let construction = wait.construction
      defer { WaitGraph.leave(wait) }
      guard wait.isBegun else {
        guard !isAwaited(construction) else { throw planned.needsAwait(request.requests([])) }
        construction.wait()
        continue
      }
      defer { end(construction) }
      let box = try TaskContext(construction, in: request.scope).perform {
        () throws(DiagnosticsError) in
        try inside(construction, request).instance(of: service)
      }
      return keep(box)
    }
  }

  func awaitedBox() async throws(DiagnosticsError) -> AnyBox {
    let service = self.service.service
    while true {
      if let box = kept { return box }
      let request = try self.service.request()
      guard request.wiring.services[service.index].isPerRequest else {
        return keep(try await request.awaitedInstance(of: service))
      }
      guard let wait = try claim(request, isAwaited: true) else { continue }
      let construction = wait.construction
      defer { WaitGraph.leave(wait) }
      guard isAwaited(construction) else {
        construction.wait()
        continue
      }
      let outcome = await construction.outcome { () async in
        let outcome: Construction.Outcome
        do throws(DiagnosticsError) {
          let box = try await TaskContext(construction, in: request.scope).performAwaiting {
            () async throws(DiagnosticsError) in
            try await self.inside(construction, request).awaitedInstance(of: service)
          }
          _ = self.keep(box)
          outcome = .success(nil)
        } catch { outcome = .failure(error) }
        self.end(construction)
        return outcome
      }
      if let outcome { _ = try outcome.get() }
    }
  }

  private var kept: AnyBox? { state.withLock { $0.box } }

  /// Keeps the first of several results, and returns it.
  private func keep(_ fresh: AnyBox) -> AnyBox {
    // With the graph, so that it is not released under the lock.
    state.withLock { state in
      let box = state.box ?? fresh
      state.box = box
      return (box: box, graph: state.graph.take())
    }
    .box
  }

  /// Finds the running construction or begins one; nil if the instance exists.
  private func claim(
    _ request: ResolutionContext, isAwaited: Bool
  ) throws(DiagnosticsError) -> WaitGraph.Wait? {
    try WaitGraph.claim(for: request.requester) {
      state.withLock { state in
        if let box = state.box { return .ready(box) }
        if let running = state.running { return .running(running) }
        let construction = Construction(
          service.service.index, in: request.store, requester: request.requester,
          graph: state.graph, isOfHandle: true)
        (state.running, state.isAwaited) = (construction, isAwaited)
        return .begun(construction)
      }
    }
  }

  private func isAwaited(_ construction: Construction) -> Bool {
    state.withLock { $0.running === construction && $0.isAwaited }
  }

  private func end(_ construction: Construction) {
    state.withLock { $0.running = nil }
    construction.finish()
  }

  private func inside(
    _ construction: Construction, _ request: ResolutionContext
  ) -> ResolutionContext {
    ResolutionContext(
      request.container, request.store, requester: construction, isInGraph: true)
  }
}
