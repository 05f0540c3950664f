/// A closure that is itself a service, instead of one that builds a service.
public struct Protected<Closure: Sendable>: Sendable {
  let closure: Closure
}

/// Marks a closure as a service itself, so that it is not called to build one.
///
/// ```swift
/// var definitions = Definitions()
/// definitions["random"] = protect { Int.random(in: 1...6) }
///
/// let container = try Container { definitions }
/// let random = try container.resolve("random", as: (@Sendable () -> Int).self)
/// ```
///
/// The type of a throwing closure includes `throws`: `(@Sendable () throws -> Int).self`.
///
/// - Parameter closure: The closure, found under its own type.
/// - Returns: The closure, to be assigned or passed to ``Provide``.
public func protect<Result>(
  _ closure: @escaping @Sendable () -> Result
) -> Protected<@Sendable () -> Result> {
  Protected(closure: closure)
}

// Overloads, and not one function of a generic error: a closure that passes through such a function
// crashes when it throws (swiftc 6.3.1).

/// Marks a throwing closure as a service itself, so that it is not called to build one.
public func protect<Result>(
  _ closure: @escaping @Sendable () throws -> Result
) -> Protected<@Sendable () throws -> Result> {
  Protected(closure: closure)
}

/// Marks a closure with an argument as a service itself, so that it is not called to build one.
public func protect<Argument, Result>(
  _ closure: @escaping @Sendable (Argument) -> Result
) -> Protected<@Sendable (Argument) -> Result> {
  Protected(closure: closure)
}

/// Marks a throwing closure with an argument as a service itself, so that it is not called to build
/// one.
public func protect<Argument, Result>(
  _ closure: @escaping @Sendable (Argument) throws -> Result
) -> Protected<@Sendable (Argument) throws -> Result> {
  Protected(closure: closure)
}

extension Provide {
  /// Defines a service that is a closure.
  ///
  /// - Parameters:
  ///   - key: The key, with the type of the closure.
  ///   - protected: The closure, as `protect` returns it.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ key: ServiceKey<Service>, _ protected: Protected<Service>,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(key, instance: protected.closure, fileID: fileID, line: line)
  }
}
