public import PatchbayDiagnostics

extension Container {
  /// Returns the service of a typed key, and awaits services that `async` and main-actor factories
  /// build.
  ///
  /// Does what `resolve(awaiting:)` of every ``ServiceResolving`` does. Once a singleton exists, the
  /// call suspends nothing, and costs little more than `resolve`.
  ///
  /// - Parameter key: The key, with the requested type.
  /// - Returns: The instance, by the rules of its scope.
  /// - Throws: Like ``resolve(_:)-(ServiceKey<Service>)``, except for `needs-await`.
  @inlinable
  nonisolated(nonsending) public func resolve<Service: Sendable>(
    awaiting key: ServiceKey<Service>
  ) async throws(DiagnosticsError) -> Service {
    let content = content(of: keys.facet(of: key.number), as: Service.self)
    if content.isInstance { return withExtendedLifetime(self) { content.read { copy $0 } } }
    return try await resolveSlowly(awaiting: key)
  }

  @usableFromInline
  func resolveSlowly<Service: Sendable>(
    awaiting key: ServiceKey<Service>
  ) async throws(DiagnosticsError) -> Service {
    let context = try context
    let found = try context.find(key)
    let box = try await context.awaitedInstance(of: found)
    keepForFastPath(box, found)
    return box.content()
  }
}
