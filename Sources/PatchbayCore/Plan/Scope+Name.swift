extension Scope {
  /// Returns the name of the scope in definitions.
  ///
  /// - Parameter declared: The declared scopes, outermost first.
  /// - Returns: The name of the built-in or declared scope.
  func name(in declared: [String]) -> String {
    switch self {
    case .singleton: "singleton"
    case .transient: "transient"
    case .graph: "graph"
    case .weak: "weak"
    case .named(let index): declared[index]
    }
  }
}
