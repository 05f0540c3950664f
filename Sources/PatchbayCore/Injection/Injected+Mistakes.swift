// A type in place of a key; see `Factory+Mistakes.swift`.

extension Injected {
  /// Unavailable: the property's own type is the one that counts.
  @available(
    *, unavailable,
    message: "leave the type out, as the property has it; `@Injected(.signUp)` names a key"
  )
  @_disfavoredOverload
  public init(_ type: Value.Type) { neverCalled() }
}
