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
/// - Parameter closure: the closure, found under its own type.
public func protect<Result, Failure: Error>(
  _ closure: @escaping @Sendable () throws(Failure) -> Result
) -> Protected<@Sendable () throws(Failure) -> Result> {
  Protected(closure: closure)
}

/// Protects a closure with an argument from being called to build a service.
public func protect<Argument, Result, Failure: Error>(
  _ closure: @escaping @Sendable (Argument) throws(Failure) -> Result
) -> Protected<@Sendable (Argument) throws(Failure) -> Result> {
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
