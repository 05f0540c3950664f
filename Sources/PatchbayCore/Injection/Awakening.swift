/// A type whose instances are notified when their injection is complete.
///
/// A container notifies each product that it builds once, when all its properties are set and
/// before any caller receives it. If properties close a cycle, it waits until the properties of all
/// objects of the cycle are set. `Container.fill(_:)` notifies the object that it has filled.
///
/// ```swift
/// final class Car: Awakening {
///   func didInject() { engine.warmUp() }
/// }
/// ```
///
/// A class of the main actor conforms on the main actor, `@MainActor final class Screen: @MainActor
/// Awakening`, and is notified there: by `Factory(main:)`, by `Factory(async:)`, or by filling it
/// on the main actor. `Container.start()` and `resolve(awaiting:)` notify an instance that the
/// program provides there, too. Elsewhere, building or filling such an object is the error
/// `needs-await`.
public protocol Awakening {
  /// Performs additional work once every property is set.
  func didInject()
}
