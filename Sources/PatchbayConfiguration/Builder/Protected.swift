public import PatchbayCore

/// A closure that is itself a service, instead of one that builds a service.
///
/// ```swift
/// var definitions = Definitions()
/// definitions["random"] = Protected { Int.random(in: 1...6) }
///
/// let container = try Container { definitions }
/// let random = try container.resolve("random", as: (@Sendable () -> Int).self)
/// ```
///
/// The type of a throwing closure includes `throws`: `(@Sendable () throws -> Int).self`.
public struct Protected<Closure: Sendable>: Sendable {
  let closure: Closure

  // Overloads, and not one initializer of a generic error: a closure that passes through such a
  // function crashes when it throws (swiftc 6.3.1).

  /// Creates a service that is a closure.
  ///
  /// - Parameter closure: The closure, found under its own type.
  public init<Result>(
    _ closure: @escaping @Sendable () -> Result
  ) where Closure == @Sendable () -> Result {
    self.closure = closure
  }

  /// Creates a service that is a throwing closure.
  public init<Result>(
    _ closure: @escaping @Sendable () throws -> Result
  ) where Closure == @Sendable () throws -> Result {
    self.closure = closure
  }

  /// Creates a service that is a closure with an argument.
  public init<Argument, Result>(
    _ closure: @escaping @Sendable (Argument) -> Result
  ) where Closure == @Sendable (Argument) -> Result {
    self.closure = closure
  }

  /// Creates a service that is a throwing closure with an argument.
  public init<Argument, Result>(
    _ closure: @escaping @Sendable (Argument) throws -> Result
  ) where Closure == @Sendable (Argument) throws -> Result {
    self.closure = closure
  }
}

extension Provide {
  /// Defines a service that is a closure.
  ///
  /// - Parameters:
  ///   - key: The key, with the type of the closure.
  ///   - protected: The closure.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  public init(
    _ key: ServiceKey<Service>, _ protected: Protected<Service>,
    fileID: String = #fileID, line: Int = #line
  ) {
    self.init(key, instance: protected.closure, fileID: fileID, line: line)
  }
}
