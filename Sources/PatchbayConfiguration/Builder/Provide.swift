public import PatchbayCore
import PatchbayDiagnostics

/// A definition of a service with a closure, or with an existing instance.
///
/// ```swift
/// Provide(.pool) { try ConnectionPool(url: "postgres://localhost/app") }
/// Provide(.users, .service(.pool)) { pool in UserStore(pool: pool) }
/// Provide(.session) { Session() }.scope("request")
/// Provide(.clock, instance: SystemClock())
/// ```
///
/// The service is found as the key's type and as the types that ``provides(_:_:)`` adds. The
/// closure runs when a container builds the service. Like a factory's closure, it may be called
/// from any thread.
public struct Provide<Service: Sendable>: ServiceDefinition {
  /// The state of the definition; only Patchbay reads it.
  public var draft: DefinitionDraft

  /// Defines a service with a closure and the dependencies of the closure.
  ///
  /// - Parameters:
  ///   - key: The service's key, with the type under which it is found.
  ///   - dependencies: The inputs of the closure, in the order of its parameters.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - make: Builds one product. The caller of `resolve` receives an error that it throws as the
  ///     `underlying` error of a `factory-failed`.
  public init<each Value: Sendable>(
    _ key: ServiceKey<Service>, _ dependencies: repeat Dependency<each Value>,
    fileID: String = #fileID, line: Int = #line,
    make: @escaping @Sendable (repeat each Value) throws -> Service
  ) {
    let location = SwiftLocation(fileID: fileID, line: line)
    let name = "closure of " + key.name
    var names = ParameterNaming()
    var arguments: [(name: String, value: ArgumentValue)] = []
    func declared<V>(_ dependency: Dependency<V>) -> Parameter<V> {
      let name = names.unique(dependency.name)
      if let argument = dependency.argument { arguments.append((name, argument)) }
      return dependency.parameter(name)
    }
    let factory = Factory(
      name, repeat declared(each dependencies), fileID: fileID, line: line, make: make)
    draft = DefinitionDraft(
      SwiftName(text: key.name, location: location), type: name,
      factory: factory.entry.shareable(as: Service.self))
    for (name, value) in arguments { draft.set(.arguments, named: name, .value(value)) }
  }

  /// Defines a service with a closure that resolves its dependencies itself.
  ///
  /// The plan cannot check what the closure resolves, so prefer declared dependencies.
  public init(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line,
    make: @escaping @Sendable (Resolver) throws -> Service
  ) {
    self.init(key, .resolver, fileID: fileID, line: line, make: make)
  }

  /// Defines a service with a key written as text, and the type under which it is found.
  public init<each Value: Sendable>(
    _ key: String, as contract: Service.Type, _ dependencies: repeat Dependency<each Value>,
    fileID: String = #fileID, line: Int = #line,
    make: @escaping @Sendable (repeat each Value) throws -> Service
  ) {
    self.init(
      ServiceKey<Service>(unnumbered: key), repeat each dependencies, fileID: fileID, line: line,
      make: make)
  }

  /// Defines a service with a key written as text, and a closure that resolves its dependencies
  /// itself.
  public init(
    _ key: String, as contract: Service.Type, fileID: String = #fileID, line: Int = #line,
    make: @escaping @Sendable (Resolver) throws -> Service
  ) {
    self.init(
      ServiceKey<Service>(unnumbered: key), .resolver, fileID: fileID, line: line, make: make)
  }

  /// Defines a service as an existing instance, which every request returns.
  ///
  /// The container neither starts nor stops it. If it is ``Injectable``, the plan checks its
  /// ``Injected`` properties, and the container fills them when the instance is first requested, at the
  /// first `inject(into:)` of any object, or in `Container.start()`; properties that are already set keep
  /// their values.
  ///
  /// - Parameters:
  ///   - key: The service's key, with the type under which it is found.
  ///   - instance: An instance of a class, or a value.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  @_disfavoredOverload  // A closure in braces makes the service; it is not the service.
  public init(
    _ key: ServiceKey<Service>, instance: Service, fileID: String = #fileID, line: Int = #line
  ) {
    let location = SwiftLocation(fileID: fileID, line: line)
    let name = "instance of \(key.name)"
    let factory = Factory(name, fileID: fileID, line: line) { instance }
    let (entry, properties) = factory.entry.shareable(as: Service.self).injecting(instance)
    draft = DefinitionDraft(
      SwiftName(text: key.name, location: location), type: name, factory: entry)
    for property in properties {
      draft.set(
        .properties, named: property.name, at: property.location,
        .value(property.isOptional ? .optional(property.key) : .reference(property.key)))
    }
    draft.instanceLocation = location
  }

  /// Defines a service as an existing instance, with a key written as text and the type under which
  /// it is found.
  @_disfavoredOverload
  public init(
    _ key: some StringProtocol, as contract: Service.Type = Service.self, instance: Service,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(
      ServiceKey<Service>(unnumbered: String(key)), instance: instance, fileID: fileID, line: line)
  }

  /// Returns the same definition with a modified factory.
  private func with(_ change: (Factory<Service>) -> Factory<Service>) -> Self {
    var copy = self
    // Every initializer sets a factory.
    copy.draft.factory = draft.factory.map { change(Factory(entry: $0)).entry }
    return copy
  }

  /// Adds a contract under which the service can be found and referred to.
  ///
  /// ```swift
  /// Provide(.pool) { try ConnectionPool(url: "postgres://localhost/app") }.provides { $0 as any HealthCheck }
  /// ```
  ///
  /// - Parameters:
  ///   - contract: The type to add, usually `(any SomeProtocol).self`; by default the one that the
  ///     closure returns.
  ///   - view: Converts the product to the contract; `{ $0 }` suffices if `contract` names a protocol
  ///     that it conforms to.
  /// - Returns: The definition with the contract added.
  public func provides<Contract: Sendable>(
    _ contract: Contract.Type = Contract.self, _ view: @escaping @Sendable (Service) -> Contract
  ) -> Self {
    // The key names the type, so that a protocol is never inferred for it.
    Contract.self == Service.self ? self : with { $0.provides(contract, view) }
  }

  /// Adds a hook that runs when the container starts; not allowed for an instance.
  public func onStart(_ body: @escaping @Sendable (Service) async throws -> Void) -> Self {
    refusingInstance("onStart") ?? with { $0.onStart(body) }
  }

  /// Adds a hook that runs when the container or the scope stops; not allowed for an instance.
  public func onStop(_ body: @escaping @Sendable (Service) async throws -> Void) -> Self {
    refusingInstance("onStop") ?? with { $0.onStop(body) }
  }

  /// Adds a run, which goes on as long as the container is started; not allowed for an instance.
  ///
  /// ```swift
  /// Provide(.queue, .service(.db)) { db in JobQueue(db: db) }
  ///   .onRun(ready: { try await $0.waitUntilReady() }) { try await $0.run() }
  /// ```
  ///
  /// See `Factory.onRun`.
  public func onRun(
    ready: (@Sendable (Service) async throws -> Void)? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (Service) async throws -> Void
  ) -> Self {
    refusingInstance("onRun")
      ?? with { $0.onRun(ready: ready, fileID: fileID, line: line, body) }
  }

  /// Adds a run that a stop asks to end; not allowed for an instance. See `Factory.onRun`.
  public func onRun(
    ready: (@Sendable (Service) async throws -> Void)? = nil,
    fileID: String = #fileID, line: Int = #line,
    _ body: @escaping @Sendable (Service, StopRequest) async throws -> Void
  ) -> Self {
    refusingInstance("onRun")
      ?? with { $0.onRun(ready: ready, fileID: fileID, line: line, body) }
  }

  /// Marks a service that reaches external systems, and so must not be built in a test.
  public func notInTests() -> Self { with { $0.notInTests() } }

  private func refusingInstance(_ hook: String) -> Self? {
    guard let instanceLocation = draft.instanceLocation else { return nil }
    var copy = self
    copy.draft.diagnostics.append(hookOfInstance(draft.key.text, hook, at: instanceLocation))
    return copy
  }
}

/// Gives each parameter of a closure a unique name.
private struct ParameterNaming {
  /// The first name; most closures have one parameter, which needs no array.
  private var first: String?
  private var others: [String] = []

  mutating func unique(_ name: String) -> String {
    guard let first else {
      self.first = name
      return name
    }
    let count = others.count { $0 == name } + (first == name ? 2 : 1)
    others.append(name)
    return count == 1 ? name : "\(name)#\(count)"
  }
}

private func hookOfInstance(_ key: String, _ hook: String, at location: SwiftLocation) -> Diagnostic
{
  Diagnostic(
    .unreachableHook,
    "`\(key)` is an instance that the program hands in, and its `\(hook)` would never run",
    at: .swift(location), "neither started nor stopped by the container"
  )
  .fix("build it in a closure, or start and stop it where it comes from")
}
