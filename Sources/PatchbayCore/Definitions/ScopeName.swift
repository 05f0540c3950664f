/// The name of a scope: one of the four built-in scopes, or one that ``Scopes`` declares.
///
/// A string literal is a name: `.scope("request")`.
public struct ScopeName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, as configurations write it.
  public let description: String

  /// Creates the name of a built-in or declared scope.
  public init(_ name: String) { description = name }
  /// Creates the name of a built-in or declared scope from a literal.
  public init(stringLiteral name: String) { description = name }

  /// One instance for each container: the default.
  public static let singleton: Self = "singleton"
  /// A new instance for each use.
  public static let transient: Self = "transient"
  /// One instance for each request to the container.
  public static let graph: Self = "graph"
  /// One instance for as long as something holds a strong reference to it; classes only.
  public static let weak: Self = "weak"

  /// The names of the built-in scopes, in the order in which messages list them.
  package static let builtIn = [singleton, transient, graph, weak].map(\.description)
}
