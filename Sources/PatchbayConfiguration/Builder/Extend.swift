public import PatchbayCore
import PatchbayDiagnostics

/// A change or a wrapper that is applied to a service when it is built, wherever it is defined.
///
/// ```swift
/// Provide(.client) { Client(base: "https://example.com") }
/// Extend(.client) { client in client.policy = .pinned }     // changes it
/// Extend(.client) { client in LoggingClient(client) }       // or wraps it
/// Extend(.client) { client, resolver in client.token = try resolver.resolve(.token) }
/// ```
///
/// An extension is a decorator: a request for the key returns the service that the closure changed
/// or returned, under the key's type and the types that ``provides(_:_:)`` adds. Several extensions
/// of one key are applied in their order.
public struct Extend<Service: Sendable>: Module, SingleStatement {
  private var draft: DefinitionDraft
  private var factory: Factory<Service>

  /// Changes the service of a typed key once it is built.
  ///
  /// - Parameters:
  ///   - key: The key, with the type of the closure's argument.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - change: Changes the service, or replaces it.
  public init(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line,
    change: @escaping @Sendable (inout Service) throws -> Void
  ) {
    self.init(
      key, fileID: fileID, line: line,
      decorate: { inner in
        var service: Service = inner
        try change(&service)
        return service
      })
  }

  /// Wraps or replaces the service of a typed key.
  ///
  /// - Parameters:
  ///   - key: The key, with the type of the closure's argument.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - decorate: Returns the service that replaces the original.
  public init(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line,
    decorate: @escaping @Sendable (Service) throws -> Service
  ) {
    self.init(
      key,
      Factory(Self.name(key), .service("inner"), fileID: fileID, line: line, make: decorate))
  }

  /// Changes the service of a typed key once it is built, using other services.
  ///
  /// - Parameters:
  ///   - key: The key, with the type of the closure's argument.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - change: Changes the service, or replaces it.
  public init(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line,
    change: @escaping @Sendable (inout Service, Resolver) throws -> Void
  ) {
    self.init(
      key, fileID: fileID, line: line,
      decorate: { inner, resolver in
        var service: Service = inner
        try change(&service, resolver)
        return service
      })
  }

  /// Wraps or replaces the service of a typed key, using other services.
  ///
  /// - Parameters:
  ///   - key: The key, with the type of the closure's argument.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - decorate: Returns the service that replaces the original.
  public init(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line,
    decorate: @escaping @Sendable (Service, Resolver) throws -> Service
  ) {
    self.init(
      key,
      Factory(
        Self.name(key), .service("inner"), .resolver, fileID: fileID, line: line, make: decorate))
  }

  private init(_ key: ServiceKey<Service>, _ factory: Factory<Service>) {
    self.factory = factory
    let location = factory.entry.location
    let own = SwiftName(text: "\(key.name)#extension", location: location)
    draft = DefinitionDraft(own, type: factory.entry.name, isDecorator: true)
    draft.set(.arguments, named: "inner", .value(.inner))
    draft.set(.decorates, .other { $0.decorates = Located(key.name, $1) })
  }

  private static func name(_ key: ServiceKey<Service>) -> String { "extension of \(key.name)" }

  var statement: ProgramStatement {
    var draft = draft
    draft.factory = factory.entry.shareable(as: Service.self)
    return .service(draft)
  }

  /// Sets the order among the decorators of a key: higher ones are closer to the original.
  public func priority(_ priority: Int) -> Self {
    var copy = self
    copy.draft.set(.priority, .priority(priority))
    return copy
  }

  /// Adds a contract under which the extended service can be found and referred to.
  ///
  /// - Parameters:
  ///   - contract: The type to add; by default the one that the closure returns.
  ///   - view: Converts the service to the contract: `{ $0 as any HealthCheck }`.
  /// - Returns: The extension with the contract added.
  public func provides<Contract: Sendable>(
    _ contract: Contract.Type = Contract.self, _ view: @escaping @Sendable (Service) -> Contract
  ) -> Self {
    guard Contract.self != Service.self else { return self }
    var copy = self
    copy.factory = factory.provides(contract, view)
    return copy
  }
}
