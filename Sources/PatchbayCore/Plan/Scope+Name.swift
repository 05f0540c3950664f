extension Scope {
  /// As a definition names it.
  ///
  /// - Parameter declared: the declared scopes, outermost first.
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
