public import PatchbayDiagnostics

/// A type that resolves services: a container, an open scope, a factory's resolver.
///
/// Only types of the library conform. They all offer the same requests.
public protocol ServiceResolving: Sendable {
  /// The context of requests. Its content is internal to the library.
  ///
  /// - Throws: ``DiagnosticsError`` with `container-shut-down` if the container no longer exists.
  var context: ResolutionContext { get throws(DiagnosticsError) }

  /// Not for callers: the container whose tables requests read first, retained by this object; nil if all requests
  /// take the slow path.
  ///
  /// Unmanaged, because a container that is returned is retained, and so threads would contend for its count of
  /// references.
  var _container: Unmanaged<Container>? { get }

  /// Not for callers: returns the content of a facet's cell, as a word.
  ///
  /// - Parameter facet: The number of a facet of `_container`; 0 for none.
  /// - Returns: The word, whose content may be used while this object is retained.
  func _word(of facet: Int) -> UInt
}

// Each request for a service is written once, for all who resolve services: it looks up a cell, and takes the slow
// path if that has no answer (`FastPath`). Inlinable, so that a program's calls know the types and need no metadata.
extension ServiceResolving {
  /// Returns the service of a typed key.
  ///
  /// Once a singleton exists, a request costs a few loads and the retain of the result: about as
  /// much as reading a `static let`. ``with(_:_:)`` avoids the retain, too. In a scope, the same is true of its own
  /// services.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: ``DiagnosticsError`` with `no-such-service`, `type-mismatch-at-resolve`,
  ///   `scoped-outside-scope`, `scope-closed`, `container-shut-down`, `needs-await`,
  ///   `runtime-arguments`, `reentrant-resolution`, or `factory-failed`, which holds the factory's
  ///   own error as `underlying`.
  @inlinable
  @inline(__always)  // By default the compiler emits a call here: 110 instructions instead of 69.
  public func resolve<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: key)
    // The object in a cell lives as long as the container, one in a row as long as the store: what resolves
    // services retains both, and must not be released before.
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: self) { return product }
    return try context.resolveSlowly(key)
  }

  /// Returns the service of a key as a given type.
  ///
  /// - Parameters:
  ///   - key: The key, as configurations write it.
  ///   - type: A contract that the service's factory provides, matched exactly.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    _ key: String,
    as type: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: key, as: type)
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: self) { return product }
    return try context.resolveSlowly(key, as: type)
  }

  /// Returns the only service that provides a type.
  ///
  /// - Parameter contract: The type, matched exactly: `SMTPMailer.self` and `(any Mailer).self` are
  ///   two contracts.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: `no-such-service` if no service provides the type, `ambiguous-service` if several
  ///   do, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  @inline(__always)  // By default the compiler emits a call here: 110 instructions instead of 76.
  @_disfavoredOverload
  public func resolve<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service {
    let content = content(of: contract)
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: self) { return product }
    return try context.resolveSlowly(contract)
  }

  /// The service of a key, without its static type.
  ///
  /// If the key has overrides, the service has the type of the last one.
  ///
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `type-mismatch-at-resolve`,
  ///   and `not-sendable` for a service that only `make` can return.
  public subscript(_ key: String) -> any Sendable {
    get throws(DiagnosticsError) { try context.resolveSlowly(key) }
  }

  /// Returns the service of a typed key, or nil if no service has the key.
  ///
  /// ```swift
  /// let cache = try container.resolveIfPresent(.cache)   // (any Cache)?
  /// ```
  ///
  /// Only a missing key returns nil: a service that exists but cannot be built or returned still
  /// throws.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope; nil if no service has the key.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `no-such-service`.
  @inlinable
  @inline(__always)  // By default the compiler emits a call here: 113 instructions instead of 70.
  public func resolveIfPresent<Service: Sendable>(
    _ key: ServiceKey<Service>
  ) throws(DiagnosticsError) -> Service? {
    let content = content(of: key)
    // Only a key that a service has gets a cell.
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    if content.isProducer, let product = try content.make(in: self) { return product }
    return try context.resolveIfPresentSlowly(key)
  }

  /// Returns the only service that provides a type, or nil if none does.
  ///
  /// - Parameter contract: The type, matched exactly.
  /// - Returns: The instance, by the rules of its scope; nil if no service provides the type.
  /// - Throws: `ambiguous-service` if several services provide the type, and otherwise like
  ///   ``resolve(_:)-(ServiceKey<Service>)``, except for `no-such-service`.
  @_disfavoredOverload
  public func resolveIfPresent<Service: Sendable>(
    _ contract: Service.Type
  ) throws(DiagnosticsError) -> Service? {
    guard try !context.container.wiring.offers[TypeName(contract)].isEmpty else { return nil }
    return try resolve(contract)
  }

  /// Calls a closure with the service of a typed key, without retaining the service.
  ///
  /// A service that is returned is retained, and threads that retain the same object at the same
  /// time contend for its reference count. A borrowed service is not retained, so threads do not
  /// contend here.
  ///
  /// - Parameters:
  ///   - key: The key, with the requested type.
  ///   - body: The closure; it borrows the service.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`, and otherwise like ``resolve(_:)-(ServiceKey<Service>)``.
  @inlinable
  public func with<Service: Sendable, Result>(
    _ key: ServiceKey<Service>,
    _ body: (borrowing Service) throws -> Result
  ) throws -> Result {
    let content = content(of: key)
    if content.isInstance { return try withExtendedLifetime(self) { try content.read(body) } }
    return try body(try context.resolveSlowly(key))
  }
}
