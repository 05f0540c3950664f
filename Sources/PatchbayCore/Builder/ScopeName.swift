/// The name of a scope: one of the four that are always there, or one that ``Scopes`` declares.
///
/// A string literal is a name: `.scope("request")`.
public struct ScopeName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, as configurations write it.
  public let description: String

  /// Creates the name of a built-in or declared scope.
  public init(_ name: String) { description = name }
  public init(stringLiteral name: String) { description = name }

  /// One in a container: what a definition has that says nothing else.
  public static let singleton: Self = "singleton"
  /// A new one for each use.
  public static let transient: Self = "transient"
  /// One for each request.
  public static let graph: Self = "graph"
  /// One for as long as anybody holds it; classes only.
  public static let weak: Self = "weak"
}
