// Registrations of a container that is complete when it is created; see `Factory+Mistakes.swift`.

extension Container {
  /// Unavailable: a container is complete when it is created.
  @available(
    *, unavailable,
    message:
      "a container is complete when it is created: declare a `Factory` in its catalog, or `Provide` a definition"
  )
  @_disfavoredOverload
  public func register<Service>(
    _ type: Service.Type, name: String? = nil, _ make: (Resolver) throws -> Any
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
  public func register(_ make: () throws -> Any) -> Never { neverCalled() }
}
