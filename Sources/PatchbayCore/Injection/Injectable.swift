/// A class with ``Injected`` properties that are filled from within, or by the container that builds
/// it.
///
/// ```swift
/// @MainActor final class ReportScreen: Injectable {
///   @Injected var analytics: any Analytics
///
///   init() throws { try injectDependencies() }
/// }
/// ```
///
/// A service of such a class needs no call: the container fills what is not set yet, after the
/// factory's closure and before the setters of `properties`. What those properties ask for is not part
/// of the plan: what is missing is told when the object is built, and two services that need each other
/// in this way are a `reentrant-resolution`; let one of them ask with a ``Provider``. Where they have to be awaited, so has the factory:
/// `Factory(async:)` or `Factory(main:)`. An instance that a
/// program hands to a container takes part in the plan like any other service.
public protocol Injectable: AnyObject {}

extension Injectable {
  /// Fills every ``Injected`` property from the current container: that of the running test, or
  /// `Container.default`.
  ///
  /// In an initializer it stands after the last property is set.
  ///
  /// - Throws: what `Container.default` throws; ``DiagnosticsError`` as `Container.inject(into:)`.
  public func injectDependencies() throws {
    try Container.default.inject(into: self)
  }
}
