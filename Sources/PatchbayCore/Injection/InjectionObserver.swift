/// A type whose instances are told when they are whole.
///
/// A container tells what it builds, once for each product, when all its properties are set and before
/// anybody gets it; where properties close a cycle, when those of all that are built together are set.
/// `Container.inject(into:)` tells the object that it has filled.
///
/// ```swift
/// final class Car: InjectionObserver {
///   func didInject() { engine.warmUp() }
/// }
/// ```
///
/// A class of the main actor conforms on it, `@MainActor final class Screen: @MainActor InjectionObserver`,
/// and is told there: by `Factory(main:)`, by `Factory(async:)`, or where it is filled on the main actor. An
/// instance that a program hands in is told there by `Container.start()` and `resolve(awaiting:)`, too.
/// Elsewhere building or filling it is the error `needs-await`.
public protocol InjectionObserver {
  /// Called when every property is set.
  func didInject()
}
