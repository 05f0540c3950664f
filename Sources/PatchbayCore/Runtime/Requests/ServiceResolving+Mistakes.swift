// Requests that name no type, arguments without their label, and registrations; see `Factory+Mistakes.swift`.

// A text is `some StringProtocol` here: a parameter of type `String` would be tried for `.wacher`, a misspelt
// key, which "type 'String' has no member 'wacher'" does not explain.
extension ServiceResolving {
  /// Unavailable: a request has to name the type of the service.
  @available(*, unavailable, message: "name the type: resolve(\"key\", as: SomeType.self)")
  @_disfavoredOverload
  public func resolve(_ key: some StringProtocol) throws -> Never { neverCalled() }

  /// Unavailable: a request has to name the type of the service.
  @available(*, unavailable, message: "name the type: resolve(\"key\", as: SomeType.self)")
  @_disfavoredOverload
  public func resolve<Service>(_ key: some StringProtocol) throws -> Service { neverCalled() }

  /// Unavailable: a request has to name the type of the service.
  @available(
    *, unavailable,
    message: "name the type by a typed key: resolve(awaiting: ServiceKey<SomeType>(\"key\"))"
  )
  @_disfavoredOverload
  public func resolve(awaiting key: some StringProtocol) async throws -> Never { neverCalled() }

  /// Unavailable: a request has to name the type of the service.
  @available(
    *, unavailable, message: "name the type by a typed key: make(ServiceKey<SomeType>(\"key\"))"
  )
  @_disfavoredOverload
  public func make(_ key: some StringProtocol) throws -> Never { neverCalled() }

  /// Unavailable: the arguments have a label.
  @available(*, unavailable, message: "write `arguments:` before what the request passes")
  @_disfavoredOverload
  public func resolve<Service, First, each Rest>(
    _ key: ServiceKey<Service>, _ first: First, _ rest: repeat each Rest
  ) throws -> Service { neverCalled() }

  /// Unavailable: a request by key begins with the key, and the arguments have a label.
  @available(
    *, unavailable,
    message:
      "name a key first: `resolve(\"key\", as: SomeType.self)`, and write `arguments:` before what the request passes"
  )
  @_disfavoredOverload
  public func resolve<Service, First, each Rest>(
    _ type: Service.Type, _ first: First, _ rest: repeat each Rest
  ) throws -> Service { neverCalled() }
}

extension Container {
  /// Unavailable: a container is complete when it is created.
  @available(
    *, unavailable,
    message:
      "a container is complete when it is created: declare a `Factory` in its catalog, or `Provide` a definition"
  )
  @_disfavoredOverload
  public func register<Key>(
    _ key: Key, name: String? = nil, _ make: (Resolver) throws -> Any
  ) -> Never { neverCalled() }
}
