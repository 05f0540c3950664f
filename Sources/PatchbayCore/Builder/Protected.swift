/// A closure that is a service itself, and not what builds one.
public struct Protected<Closure: Sendable>: Sendable {
  let closure: Closure
}

/// Protects a closure from being called to build a service: the closure is what is asked for.
///
/// ```swift
/// var definitions = Definitions()
/// definitions["random"] = protect { Int.random(in: 1...6) }
///
/// let container = try Container { definitions }
/// let random = try container.resolve("random", as: (@Sendable () -> Int).self)
/// ```
///
/// A closure that throws is found as one that throws: `(@Sendable () throws -> Int).self`.
///
/// - Parameter closure: the closure, found under its own type.
public func protect<Result>(
  _ closure: @escaping @Sendable () -> Result
) -> Protected<@Sendable () -> Result> {
  Protected(closure: closure)
}

// Overloads, and not one function of a generic error: a closure that passes through such a function
// crashes when it throws (swiftc 6.3.1).

/// Protects a closure that throws from being called to build a service.
public func protect<Result>(
  _ closure: @escaping @Sendable () throws -> Result
) -> Protected<@Sendable () throws -> Result> {
  Protected(closure: closure)
}

/// Protects a closure with an argument from being called to build a service.
public func protect<Argument, Result>(
  _ closure: @escaping @Sendable (Argument) -> Result
) -> Protected<@Sendable (Argument) -> Result> {
  Protected(closure: closure)
}

/// Protects a closure with an argument that throws from being called to build a service.
public func protect<Argument, Result>(
  _ closure: @escaping @Sendable (Argument) throws -> Result
) -> Protected<@Sendable (Argument) throws -> Result> {
  Protected(closure: closure)
}

extension Provide {
  /// Hands a closure in as the service itself.
  ///
  /// - Parameters:
  ///   - key: the key, with the type of the closure.
  ///   - protected: the closure, from `protect`.
  ///   - fileID: where it is said, for messages.
  ///   - line: where it is said, for messages.
  public init(
    _ key: ServiceKey<Service>, _ protected: Protected<Service>,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(key, instance: protected.closure, fileID: fileID, line: line)
  }
}
