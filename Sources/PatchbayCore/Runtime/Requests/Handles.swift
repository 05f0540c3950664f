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

/// Lets a factory resolve services dynamically, if it declares the parameter `.resolver`.
///
/// A resolver does not retain its container, and may be used from any thread. The services that it
/// returns have the lifetime that they would have as arguments: a resolver that a singleton keeps
/// searches the container and the task's current scope, never the scope in which the singleton was
/// first requested.
///
/// The plan cannot check what is resolved here: a cycle is only detected when it occurs, as
/// `reentrant-resolution`.
public struct Resolver: ServiceResolving {
  let handle: HandleContext

  /// The context of a request.
  ///
  /// - Throws: ``DiagnosticsError`` with `container-shut-down` if the container no longer exists.
  public var context: ResolutionContext {
    get throws(DiagnosticsError) { try handle.request(isInGraph: true) }
  }
}

// What a service asks of its container besides other services: a server opens a scope for each request.
extension Resolver {
  /// Opens a declared scope of the container that built the resolver's holder, runs an operation within it, and closes
  /// it.
  ///
  /// ```swift
  /// final class Application: Sendable {
  ///   let resolver: Resolver
  ///   init(resolver: Resolver) { self.resolver = resolver }
  ///
  ///   func respond(to request: Request) async throws -> Response {
  ///     try await resolver.withScope("request") { try $0.resolve(.router).respond(to: request) }
  ///   }
  /// }
  /// ```
  ///
  /// The resolver of a service that a scope keeps opens it inside of that scope. For the operation, the new scope is the
  /// current one, as in ``Container/withScope(_:_:)``.
  ///
  /// - Parameters:
  ///   - scope: A scope that the configuration declares under `scopes`.
  ///   - operation: The operation to run; it receives the new scope.
  /// - Returns: The result of the operation.
  /// - Throws: ``DiagnosticsError`` with `container-shut-down` if the container is shut down or no longer exists, with
  ///   `scope-closed` if the holder's scope is closed; otherwise like ``Container/withScope(_:_:)``.
  nonisolated(nonsending) public func withScope<Result>(
    _ scope: ScopeName,
    _ operation: nonisolated(nonsending) (ServiceScope) async throws -> Result
  ) async throws -> Result {
    let (container, outer) = try handle.surroundings()
    return try await container.withScope(
      scope.description, inside: outer, .current, operation)
  }

  /// Opens a declared scope that the caller closes, and starts its services that have a hook.
  ///
  /// It is inside of the scope that keeps the resolver's holder, if one does.
  ///
  /// - Parameter scope: A scope that the configuration declares under `scopes`.
  /// - Returns: The open scope.
  /// - Throws: Like ``withScope(_:_:)``.
  nonisolated(nonsending) public func openScope(
    _ scope: ScopeName
  ) async throws(DiagnosticsError) -> ServiceScope {
    let (container, outer) = try handle.surroundings()
    return try await container.openScope(scope.description, inside: outer)
  }
}

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
    try context.request().resolveSlowly(service).content()
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

/// The context that all handles of one factory call share.
final class HandleContext: Sendable {
  /// Weak, because a handle must not keep its container alive: the container keeps the handle's
  /// holder.
  weak let container: Container?
  /// The construction that the handles were made for, if there is one: until it ends, they resolve
  /// on its behalf, on any thread.
  private let construction: Construction?
  /// The scope that the handles' holder lives in, weak for the same reason; nil if the container
  /// keeps the holder, and if the scope no longer exists.
  private weak let scope: InstanceStore?
  /// The depth of that scope; 0 if the container keeps the holder.
  private let depth: Int

  init(_ container: Container, _ store: InstanceStore, for construction: Construction?) {
    self.container = container
    self.construction = construction
    depth = store.depth
    scope = depth > 0 ? store : nil
  }

  /// The container, if it exists, and a scope that the holder lives in is open.
  var openContainer: Container? {
    guard let container, depth == 0 || scope?.isClosed == false else { return nil }
    return container
  }

  /// Whether the construction that the handles were made for still runs.
  var isOnBehalfOfConstruction: Bool { construction.map { !$0.isFinished } ?? false }

  /// The graph of the request that made the handles, for one of a service that no store keeps.
  func graph(for index: Int) -> RequestGraph? {
    guard let container, container.wiring.services[index].isPerRequest else { return nil }
    return construction?.graph
  }

  /// Returns the context of a handle's request.
  ///
  /// - Parameter isInGraph: Whether it is part of the request that builds the handle's holder,
  ///   while that runs.
  /// - Returns: The context of the request.
  /// - Throws: `container-shut-down` if the container no longer exists, `scope-closed` if the scope
  ///   is closed.
  func request(isInGraph: Bool = false) throws(DiagnosticsError) -> ResolutionContext {
    guard let container else { throw .containerGone() }
    let construction = construction.flatMap { $0.isFinished ? nil : $0 }
    let task = TaskContext.current
    return ResolutionContext(
      container,
      try store(of: container, during: construction, from: task.scope),
      requester: construction ?? task.running,
      isInGraph: isInGraph && construction != nil,
      scope: task.scope
    )
  }

  /// Returns the container, and the scope inside of which the holder opens others: its own, or else the task's current
  /// one.
  ///
  /// - Throws: `container-shut-down` if the container no longer exists, `scope-closed` if the holder's scope is closed.
  func surroundings() throws(DiagnosticsError) -> (container: Container, scope: ServiceScope?) {
    guard let container else { throw .containerGone() }
    let current = TaskContext.current.scope
    guard depth > 0 else { return (container, current) }
    guard let scope else { throw .scopeClosed(container.wiring.scopeNames[depth - 1]) }
    try container.refuseClosed(scope)
    return (container, ServiceScope(container, scope, enclosing: nil).inside(current))
  }

  private func store(
    of container: Container, during construction: Construction?, from current: ServiceScope?
  ) throws(DiagnosticsError) -> InstanceStore {
    guard depth == 0 else {
      guard let scope else { throw .scopeClosed(container.wiring.scopeNames[depth - 1]) }
      return scope
    }
    // The dependencies of a singleton must not depend on its first requester.
    return construction == nil ? container.store(in: current) : container.root
  }
}
