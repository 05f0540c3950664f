// Requests that name no type, or name it twice, overrides and registrations; see `Factory+Mistakes.swift`.

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
    *, unavailable,
    message: "name the type by a typed key: resolveIfPresent(ServiceKey<SomeType>(\"key\"))"
  )
  @_disfavoredOverload
  public func resolveIfPresent(_ key: some StringProtocol) throws -> Never { neverCalled() }

  /// Unavailable: a request has to name the type of the service.
  @available(
    *, unavailable, message: "name the type by a typed key: make(ServiceKey<SomeType>(\"key\"))"
  )
  @_disfavoredOverload
  public func make(_ key: some StringProtocol) throws -> Never { neverCalled() }

  /// Unavailable: a typed key has the type.
  @available(*, unavailable, message: "a typed key names the type: leave `as:` out")
  public func resolve<Service>(
    _ key: ServiceKey<Service>, as type: Service.Type
  ) throws -> Service { neverCalled() }

  /// Unavailable: the label is that of several arguments.
  @available(*, unavailable, renamed: "resolve(_:arguments:_:)")
  @_disfavoredOverload
  public func resolve<Service, First, each Rest>(
    _ key: ServiceKey<Service>, argument first: First, _ rest: repeat each Rest
  ) throws -> Service { neverCalled() }

  /// Unavailable: the arguments have a label.
  @available(*, unavailable, message: "write `arguments:` before what the request passes")
  @_disfavoredOverload
  public func resolve<Service, First, each Rest>(
    _ key: ServiceKey<Service>, _ first: First, _ rest: repeat each Rest
  ) throws -> Service { neverCalled() }
}

// Requests by a type that have a key as well, or arguments without their label.
extension ServiceResolving {
  /// Unavailable: a request by key begins with the key.
  @available(*, unavailable, message: "name the key first: `resolve(\"key\", as: SomeType.self)`")
  @_disfavoredOverload
  public func resolve<Service>(
    _ type: Service.Type, _ key: some StringProtocol
  ) throws -> Service { neverCalled() }

  /// Unavailable: a request by key begins with the key.
  @available(*, unavailable, message: "name the key first: `resolve(\"key\", as: SomeType.self)`")
  @_disfavoredOverload
  public func resolve<Service>(
    _ type: Service.Type, name key: String
  ) throws -> Service { neverCalled() }

  /// Unavailable: a request by key begins with the key.
  @available(*, unavailable, message: "name the key first: `resolve(\"key\", as: SomeType.self)`")
  @_disfavoredOverload
  public func resolve<Service>(
    _ type: Service.Type, named key: String
  ) throws -> Service { neverCalled() }

  /// Unavailable: a request by key begins with the key.
  @available(*, unavailable, message: "name the key first: `resolve(\"key\", as: SomeType.self)`")
  @_disfavoredOverload
  public func resolve<Service>(
    _ type: Service.Type, key: String
  ) throws -> Service { neverCalled() }

  /// Unavailable: the label is that of several arguments.
  @available(*, unavailable, renamed: "resolve(_:arguments:_:)")
  @_disfavoredOverload
  public func resolve<Service, First, each Rest>(
    _ type: Service.Type, argument first: First, _ rest: repeat each Rest
  ) throws -> Service { neverCalled() }

  /// Unavailable: the arguments have a label.
  @available(*, unavailable, message: "write `arguments:` before what the request passes")
  @_disfavoredOverload
  public func resolve<Service, First, each Rest>(
    _ type: Service.Type, _ first: First, _ rest: repeat each Rest
  ) throws -> Service { neverCalled() }
}

// Overrides by a type. A generic instance would fit a closure in braces, too.
extension Container {
  /// Unavailable: the replacement has another type.
  @available(
    *, unavailable,
    message:
      "the replacement does not have this type: declare its conformance to the protocol, or pass another instance"
  )
  @_disfavoredOverload
  public func override(
    _ contract: Any.Type, with instance: any Sendable
  ) throws -> OverrideToken { neverCalled() }
}

// Registrations of a container that is complete when it is created: with a key, a name or a type before the closure,
// and whatever else other containers accept.
extension Container {
  /// Unavailable: a container is complete when it is created.
  @available(
    *, unavailable,
    message:
      "a container is complete when it is created: declare a `Factory` in its catalog, or `Provide` a definition"
  )
  @_disfavoredOverload
  public func register<Key>(
    _ key: Key, as type: Any.Type = Any.self, name: String? = nil,
    _ make: (Resolver) throws -> Any
  ) -> Never { neverCalled() }

  /// Unavailable: a container is complete when it is created.
  @available(
    *, unavailable,
    message:
      "a container is complete when it is created: declare a `Factory` in its catalog, or `Provide` a definition"
  )
  @_disfavoredOverload
  public func register<Key>(
    _ key: Key, as type: Any.Type = Any.self, name: String? = nil, _ make: () throws -> Any
  ) -> Never { neverCalled() }

  /// Unavailable: a container is complete when it is created.
  @available(
    *, unavailable,
    message:
      "a container is complete when it is created: declare a `Factory` in its catalog, or `Provide` a definition"
  )
  @_disfavoredOverload
  public func register<Service>(_ key: ServiceKey<Service>, _ make: () throws -> Any) -> Never {
    neverCalled()
  }

  /// Unavailable: a container is complete when it is created.
  @available(
    *, unavailable,
    message:
      "a container is complete when it is created: declare a `Factory` in its catalog, or `Provide` a definition"
  )
  @_disfavoredOverload
  public func register<each Part>(_ parts: repeat each Part) -> Never { neverCalled() }
}
