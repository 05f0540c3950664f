public import PatchbayDiagnostics

extension ServiceResolving {
  /// Sets every ``Injected`` property of an object, including inherited ones.
  ///
  /// ```swift
  /// let screen = ReportScreen()
  /// try container.inject(into: screen)
  /// ```
  ///
  /// Either all properties are set or none: all missing services are reported in one error.
  /// Properties that already have a value are set again. An ``InjectionObserver`` object is notified at the
  /// end.
  ///
  /// The first call, for any object, also injects all instances that the program provided, except for
  /// those that require `await`: `inject(awaiting:)` and `start()` inject these, too. A call by a factory
  /// injects only its object.
  ///
  /// On systems other than Linux, and if a class has a custom mirror, the object's stored properties
  /// are read through a mirror, which takes some 20 microseconds. Meanwhile no other thread may change
  /// any of them except the injected ones. A custom mirror must contain the injected properties.
  ///
  /// - Parameter object: An instance of any class, or an actor.
  /// - Throws: ``DiagnosticsError`` with a `no-such-service` or `type-mismatch-at-resolve` for each
  ///   property without a matching service; with `needs-await` for an object that must be notified
  ///   on another actor than the current one; otherwise like ``resolve(_:)-(ServiceKey<Service>)``. An error
  ///   of an instance that the program provided is thrown, too, and the next call tries again.
  public func inject(into object: AnyObject) throws(DiagnosticsError) {
    let context = try context
    try context.injectHandedIn()
    let shape = InjectionShape.of(object)
    if let shape {
      try context.fill(shape.members.count) { shape.point($0, of: object) }
      // A value in a box has no members, and its type may be one that is notified.
      if !shape.isObserver, !shape.members.isEmpty { return }
    } else {
      try context.fill(InjectionPoint.mirrored(object))
    }
    guard notifyInjected(object) else { throw .notifiedElsewhere(object) }
  }

  /// Sets every ``Injected`` property of an object, and awaits services that `async` and main-actor
  /// factories build.
  ///
  /// The first call also injects all instances that the program provided, as ``inject(into:)`` does.
  ///
  /// - Parameter object: An instance of any class, or an actor.
  /// - Throws: Like ``inject(into:)``.
  nonisolated(nonsending) public func inject(
    awaiting object: AnyObject
  ) async throws(DiagnosticsError) {
    let context = try context
    try await context.injectHandedInAwaiting()
    try await context.fillAwaiting(InjectionPoint.all(of: object))
    guard notifyInjected(object) else { throw .notifiedElsewhere(object) }
  }

  /// Sets every ``Injected`` property of a `Sendable` object, and awaits services that `async` and
  /// main-actor factories build.
  ///
  /// An ``InjectionObserver`` object of the main actor is notified there, whatever actor the caller runs
  /// on.
  ///
  /// - Parameter object: An instance of a `Sendable` class, or an actor.
  /// - Throws: Like ``inject(into:)``.
  nonisolated(nonsending) public func inject(
    // Not generic: Swift prefers the function above to a generic one.
    awaiting object: any AnyObject & Sendable
  ) async throws(DiagnosticsError) {
    let context = try context
    try await context.injectHandedInAwaiting()
    try await context.fillAwaiting(InjectionPoint.all(of: object))
    if notifyInjected(object) { return }
    let isNotified = await MainActor.run { notifyInjected(object) }
    if !isNotified { throw .notifiedElsewhere(object) }
  }
}

/// Notifies an object that its injection is complete, if it is ``InjectionObserver``.
///
/// - Returns: `false` if it must be notified on another actor than the current one.
func notifyInjected(_ object: Any) -> Bool {
  if let object = object as? any InjectionObserver {
    object.didInject()
    return true
  }
  // Checking the type finds a conformance regardless of its isolation.
  return !(type(of: object) is any InjectionObserver.Type)
}
