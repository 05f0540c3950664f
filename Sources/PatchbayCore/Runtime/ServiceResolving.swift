public import PatchbayDiagnostics

/// Who can be asked for services: a container, a running scope, a factory's resolver.
///
/// The library's own types conform; what a program asks them is the same everywhere.
public protocol ServiceResolving: Sendable {
  /// From where requests are made. Its content is the library's own.
  ///
  /// - Throws: ``DiagnosticsError`` with `container-shut-down` where nobody is left to ask.
  var context: ResolutionContext { get throws(DiagnosticsError) }
}

extension ServiceResolving {
  /// Gives the service of a typed key.
  ///
  /// - Parameter key: the key, with the type that is asked for.
  /// - Returns: the instance, by the rules of its scope.
  /// - Throws: ``DiagnosticsError`` with `no-such-service`, `type-mismatch-at-resolve`,
  ///   `scoped-outside-scope`, `scope-closed`, `container-shut-down`, `needs-await`,
  ///   `runtime-arguments`, `reentrant-resolution`, or `factory-failed`, which holds the factory's own
  ///   error as `underlying`.
  public func resolve<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    try resolve(key.name, as: Service.self)
  }

  /// Gives the service of a key as the type that is named.
  ///
  /// - Parameters:
  ///   - key: the key, as configurations write it.
  ///   - type: a contract that the service's factory provides, matched exactly.
  /// - Throws: as ``resolve(_:)-(ServiceKey<Service>)``.
  public func resolve<Service: Sendable>(
    _ key: String,
    as type: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(key, as: TypeName(type))
    return try context.instance(found.index, contract: found.contract).content()
  }

  /// Gives the one service that provides a type.
  ///
  /// - Parameter contract: the type, matched exactly: `SMTPMailer.self` and `(any Mailer).self` are
  ///   two contracts.
  /// - Throws: `no-such-service` where none provides it, `ambiguous-service` where several do, and
  ///   otherwise as ``resolve(_:)-(ServiceKey<Service>)``.
  public func resolve<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(TypeName(contract))
    return try context.instance(found.index, contract: found.contract).content()
  }

  /// Refuses a request that does not say which type it wants.
  @available(*, unavailable, message: "name the type: resolve(\"key\", as: SomeType.self)")
  @_disfavoredOverload
  public func resolve(_ key: String) throws -> Never {
    // Never called: the declaration is unavailable.
    preconditionFailure("unavailable")
  }

  /// The service of a key, without its type.
  ///
  /// Where the key has an override, it is given as the type of the one that was put on last.
  ///
  /// - Throws: as ``resolve(_:)-(ServiceKey<Service>)``, without `type-mismatch-at-resolve`, and
  ///   `not-sendable` for a service that only `make` can give.
  public subscript(_ key: String) -> any Sendable {
    get throws(DiagnosticsError) {
      let context = try context
      let index = try context.index(ofKey: key)
      let binding = context.container.wiring.bindings[index]
      guard let erase = binding.entry.erase else { throw notSendable(binding) }
      guard let override = context.container.lastOverride(over: index) else {
        return erase(try context.instance(index, contract: 0))
      }
      return override.erase(try context.instance(index, contract: override.service.contract))
    }
  }

  /// Lends the service of a typed key, for as long as a closure runs.
  ///
  /// - Parameters:
  ///   - key: the key, with the type that is asked for.
  ///   - body: what is done with the service.
  /// - Returns: what `body` gives.
  /// - Throws: what `body` throws, and as ``resolve(_:)-(ServiceKey<Service>)``.
  public func with<Service: Sendable, Result>(
    _ key: ServiceKey<Service>,
    _ body: (borrowing Service) throws -> Result
  ) throws -> Result {
    try body(try resolve(key))
  }
}
