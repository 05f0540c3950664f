// One protocol for both, because the runtime reads all conformances of the program when it is first asked about a type:
// 90,000 instructions for each type of a service.

/// What ``Injectable`` and ``InjectionObserver`` have in common: a container has work to do on an instance when the
/// factory has returned it. Conform to one of these two.
public protocol CompletedByContainer {}

/// A class with ``Injected`` properties that are set from within, or by the container that builds
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
/// A service of such a class needs no call: the container sets each property that has no value yet,
/// after the factory's closure and before the setters of `properties`. The plan does not know the
/// dependencies of these properties. A missing service is reported when the object is built, and
/// two services that need each other in this way are a `reentrant-resolution`; use a ``Provider``
/// in one of them. If a dependency has to be awaited, the factory has to be asynchronous:
/// `Factory(async:)` or `Factory(main:)`. For an instance that the program provides, the plan
/// checks these dependencies like those of any other service.
public protocol Injectable: AnyObject, CompletedByContainer {}

extension Injectable {
  /// Sets every ``Injected`` property from the current container: that of the running test, or
  /// `Container.default`.
  ///
  /// In an initializer, call it after the last stored property is set.
  ///
  /// - Throws: The errors of `Container.default`, and ``DiagnosticsError`` like
  ///   `Container.inject(into:)`.
  public func injectDependencies() throws {
    try Container.default.inject(into: self)
  }
}

/// A type whose instances are notified when their injection is complete.
///
/// A container notifies each product that it builds once, when all its properties are set and
/// before any caller receives it. If properties close a cycle, it waits until the properties of all
/// objects of the cycle are set. `Container.inject(into:)` notifies the object that it has filled.
///
/// ```swift
/// final class Car: Injectable, InjectionObserver {
///   @Injected var engine: Engine
///   func didInject() { engine.warmUp() }
/// }
/// ```
///
/// A class of the main actor declares its conformance on the main actor, and is notified there:
///
/// ```swift
/// @MainActor final class Screen: @MainActor InjectionObserver {
///   func didInject() { … }
/// }
/// ```
///
/// `Factory(main:)`, `Factory(async:)`, and filling the object on the main actor notify it.
/// `Container.start()` and `resolve(awaiting:)` do so for an instance that the program provides.
/// Elsewhere, building or filling such an object is the error `needs-await`.
public protocol InjectionObserver: CompletedByContainer {
  /// Performs additional work once every property is set.
  func didInject()
}
