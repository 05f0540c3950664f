public import PatchbayDiagnostics

extension ServiceResolving {
  /// Fills every ``Injected`` property of an object, inherited ones included.
  ///
  /// ```swift
  /// let screen = ReportScreen()
  /// try container.inject(into: screen)
  /// ```
  ///
  /// All of them are set, or none: what is missing is told at once. Properties that were set before are
  /// set anew. At last the object is told, where it is ``InjectionObserver``.
  ///
  /// The object's stored properties are read through a mirror, which takes a few microseconds: no other
  /// thread may change one meanwhile, apart from the injected ones. A class that has a mirror of its
  /// own must show them in it.
  ///
  /// - Parameter object: an instance of any class, or an actor.
  /// - Throws: ``DiagnosticsError`` with a `no-such-service` or `type-mismatch-at-resolve` for each
  ///   property that no service fits, with `needs-await` for an object that is to be told on an actor
  ///   that this is not, and otherwise as ``resolve(_:)-(ServiceKey<Service>)``.
  public func inject(into object: AnyObject) throws(DiagnosticsError) {
    try context.fill(InjectionPoint.all(of: object))
    guard tellWhole(object) else { throw toldElsewhere(object) }
  }

  /// Fills every ``Injected`` property of an object, and waits for what is built by `async` and
  /// main-actor factories.
  ///
  /// - Parameter object: an instance of any class, or an actor.
  /// - Throws: as ``inject(into:)``.
  nonisolated(nonsending) public func inject(
    awaiting object: AnyObject
  ) async throws(DiagnosticsError) {
    try await context.fillAwaiting(InjectionPoint.all(of: object))
    guard tellWhole(object) else { throw toldElsewhere(object) }
  }

  /// Fills every ``Injected`` property of an object that any task may have, and waits for what is built by
  /// `async` and main-actor factories.
  ///
  /// An ``InjectionObserver`` object of the main actor is told there, whichever task asks.
  ///
  /// - Parameter object: an instance of a `Sendable` class, or an actor.
  /// - Throws: as ``inject(into:)``.
  nonisolated(nonsending) public func inject(
    // Not generic: Swift prefers the function above to a generic one.
    awaiting object: any AnyObject & Sendable
  ) async throws(DiagnosticsError) {
    try await context.fillAwaiting(InjectionPoint.all(of: object))
    if tellWhole(object) { return }
    let isTold = await MainActor.run { tellWhole(object) }
    if !isTold { throw toldElsewhere(object) }
  }
}

/// Tells an object that it is whole, where it wants to know.
///
/// - Returns: false where it wants to be told on an actor that this is not.
func tellWhole(_ object: Any) -> Bool {
  if let object = object as? any InjectionObserver {
    object.didInject()
    return true
  }
  // Asked of the type, a conformance counts wherever it is valid.
  return !(type(of: object) is any InjectionObserver.Type)
}
