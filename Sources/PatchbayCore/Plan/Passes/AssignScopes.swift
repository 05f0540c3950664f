import PatchbayDiagnostics

extension PlanDraft {
  /// Reads each definition's scope; by default it is a singleton, or a transient if it can be nothing
  /// else.
  ///
  /// Afterwards a decorator has the scope of the service that it decorates.
  mutating func assignScopes() {
    let scopes = definitions.scopes.map(\.text)
    let depths = Dictionary(first: scopes.enumerated().map { ($1, $0) })
    var unknown: [(scope: Located, key: String)] = []
    for node in nodes where !node.isDecorator { assignScope(node, among: depths, &unknown) }
    reportUnknownScopes(unknown)
    for original in nodes.indices where nodes[original].outermost != nil {
      var index = nodes[original].outermost
      while let decorator = index, decorator != original {
        nodes[decorator].scope = nodes[original].scope
        index = nodes[decorator].inner
      }
    }
  }

  /// Assigns the scope of a service that is no decorator.
  private mutating func assignScope(
    _ node: PlannedService, among depths: [String: Int],
    _ unknown: inout [(scope: Located, key: String)]
  ) {
    guard let written = node.definition.scope else {
      if node.knownEntry?.isAlwaysFresh ?? false { node.scope = .transient }
      return
    }
    switch ScopeName(written.text) {
    case .singleton: node.scope = .singleton
    case .transient: node.scope = .transient
    case .graph: node.scope = .graph
    case .weak:
      node.scope = .weak
      if let entry = node.knownEntry, !entry.makesClass {
        node.isFaulty = true
        report(weakWithoutClass(written, node.key, entry))
      }
    default:
      if let depth = depths[written.text] {
        node.scope = .named(Int32(depth))
      } else {
        node.isFaulty = true
        unknown.append((written, node.key))
      }
    }
  }

  /// Reports the services of unknown scopes; those of one that only lacks its declaration together.
  private mutating func reportUnknownScopes(_ unknown: [(scope: Located, key: String)]) {
    let legal = ScopeName.builtIn + definitions.scopes.map(\.text)
    let uses = Dictionary(grouping: unknown.filter { !$0.scope.place.isSwift }, by: \.scope.text)
    let repeated = uses.filter { $1.count > 1 }.keys.inStableOrder(by: <)
    let undeclared = repeated.prefix(Self.mostCompared).filter { name in
      ForeignSpelling.scopes[name] == nil && nearMisses(of: name, in: legal).isEmpty
    }
    for name in undeclared {
      guard let same = uses[name] else { continue }
      reportUnknownScope(same[0].scope, same[0].key, legal, others: same.dropFirst())
    }
    for use in unknown where use.scope.place.isSwift || !undeclared.contains(use.scope.text) {
      reportUnknownScope(use.scope, use.key, legal, others: [])
    }
  }

  private mutating func reportUnknownScope(
    _ scope: Located, _ key: String, _ legal: [String],
    others: ArraySlice<(scope: Located, key: String)>
  ) {
    let declaration = scope.place.spelling(
      yaml: "at the top level, outermost first: `scopes: [\(scope.text)]`",
      swift: "next to the definitions: `Scopes(\"\(scope.text)\")`")
    let error = Diagnostic(
      .unknownScope, "`\(key)` has the scope `\(scope.text)`, which is not declared",
      at: scope.place, "not a scope"
    )
    .labels(others.map { .init($0.scope.place, "`\($0.key)` has it, too") })
    .note("the scopes are \(legal.someQuoted())")
    report(error) { error, _ in
      error.fix(
        .didYouMean(scope.text, among: legal, at: scope.place, isClosed: true)
          ?? ForeignSpelling.scopes[scope.text].map {
            .init(
              "the scope of other containers with this name is `\($0)` here",
              replacing: scope.place, with: $0)
          } ?? .init("declare it \(declaration)"))
    }
  }
}

private func weakWithoutClass(_ scope: Located, _ key: String, _ entry: CatalogEntry) -> Diagnostic
{
  Diagnostic(
    .unknownScope,
    "`\(key)` cannot have the scope `weak`: `\(entry.contracts[0].type)` is no class",
    at: scope.place, "only an instance of a class can be held"
  )
  .note(entry.declaration)
}
