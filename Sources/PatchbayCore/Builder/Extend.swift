import PatchbayDiagnostics

/// Does something more with a service when it is built, wherever it is defined.
///
/// ```swift
/// Provide(.client) { Client(base: "https://example.com") }
/// Extend(.client) { client in client.policy = .pinned }     // changes it
/// Extend(.client) { client in LoggingClient(client) }       // or puts something before it
/// Extend(.client) { client, resolver in client.token = try resolver.resolve(.token) }
/// ```
///
/// It is a decorator: who asks for the key gets what the closure leaves or gives, under the key's type
/// and what ``provides(_:_:)`` adds. Several of one key follow each other in their order.
public struct Extend<Service: Sendable>: Module {
  private var draft: DefinitionDraft
  private var factory: Factory<Service>

  /// Changes the service of a typed key once it is built.
  ///
  /// - Parameters:
  ///   - key: the key, with the type as which the closure is given the service.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  ///   - change: changes the service, or puts another one in its place.
  public init(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line,
    change: @escaping @Sendable (inout Service) throws -> Void
  ) {
    self.init(
      key,
      Factory(Self.name(key), .service("inner"), fileID: fileID, line: line) { inner in
        var service: Service = inner
        try change(&service)
        return service
      })
  }

  /// Puts another service before that of a typed key.
  ///
  /// - Parameters:
  ///   - key: the key, with the type as which the closure is given the service.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  ///   - decorate: gives what stands before the service.
  public init(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line,
    decorate: @escaping @Sendable (Service) throws -> Service
  ) {
    self.init(
      key,
      Factory(Self.name(key), .service("inner"), fileID: fileID, line: line, make: decorate))
  }

  /// Changes the service of a typed key once it is built, with the help of other services.
  ///
  /// - Parameters:
  ///   - key: the key, with the type as which the closure is given the service.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  ///   - change: changes the service, or puts another one in its place.
  public init(
    _ key: ServiceKey<Service>, fileID: String = #fileID, line: Int = #line,
    change: @escaping @Sendable (inout Service, Resolver) throws -> Void
  ) {
    self.init(
      key,
      Factory(Self.name(key), .service("inner"), .resolver, fileID: fileID, line: line) {
        inner, resolver in
        var service: Service = inner
        try change(&service, resolver)
        return service
      })
  }

  /// Puts another service before that of a typed key, with the help of other services.
  ///
  /// - Parameters:
  ///   - key: the key, with the type as which the closure is given the service.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  ///   - decorate: gives what stands before the service.
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
    let target = Said(text: key.name, location: location)
    let own = Said(text: "\(key.name)#extension", location: location)
    draft = DefinitionDraft(own, .addition(type: factory.entry.name))
    draft.arguments = [.init(name: Said(text: "inner", location: location), value: .inner)]
    draft.edits = [{ $0.decorates = $1.located(target) }]
  }

  private static func name(_ key: ServiceKey<Service>) -> String { "extension of \(key.name)" }

  public var definitions: Definitions {
    var draft = draft
    draft.factory = factory.entry.shareable(as: Service.self)
    return Definitions([.service(draft)])
  }

  /// Orders the decorators of a key: the higher, the nearer to the original.
  public func priority(_ priority: Int) -> Self {
    var copy = self
    copy.draft.edits.append { definition, _ in definition.priority = priority }
    return copy
  }

  /// Adds a contract under which the extended service can be found and referred to.
  ///
  /// - Parameters:
  ///   - contract: the type to add, usually `(any SomeProtocol).self`.
  ///   - view: gives the service as that type.
  public func provides<Contract: Sendable>(
    _ contract: Contract.Type, _ view: @escaping @Sendable (Service) -> Contract
  ) -> Self {
    guard Contract.self != Service.self else { return self }
    var copy = self
    copy.factory = factory.provides(contract, view)
    return copy
  }
}
