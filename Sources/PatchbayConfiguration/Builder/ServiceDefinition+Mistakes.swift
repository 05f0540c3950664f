// Words of other containers; see `Provide+Mistakes.swift`.

extension ServiceDefinition {
  /// Unavailable: a service is a singleton by default.
  @available(
    *, unavailable,
    message: "a service is a singleton if nothing else is said: leave `.singleton()` out"
  )
  public func singleton() -> Self { neverCalled() }

  /// Unavailable: the scope is an argument.
  @available(*, unavailable, message: "write `.scope(.transient)`")
  public func transient() -> Self { neverCalled() }
}

extension ArgumentValue {
  /// Unavailable: the name is another.
  @available(*, unavailable, renamed: "reference(_:)")
  public static func ref(_ key: String) -> Self { neverCalled() }

  /// Unavailable: the name is another.
  @available(*, unavailable, renamed: "reference(_:)")
  public static func service(_ key: String) -> Self { neverCalled() }
}
