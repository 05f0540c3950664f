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
