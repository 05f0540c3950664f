import PatchbayDiagnostics

/// Reads each definition's scope; by default it is a singleton, or a transient if it can be nothing
/// else.
///
/// Afterwards a decorator has the scope of the service that it decorates.
func assignScopes(_ draft: inout PlanDraft) {
  let names = draft.definitions.scopes.map(\.text)
  let positions = Dictionary(
    names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  for index in draft.nodes.indices where !draft.nodes[index].isDecorator {
    guard let written = draft.nodes[index].definition.scope else {
      if draft.nodes[index].entry?.isAlwaysFresh ?? false { draft.nodes[index].scope = .transient }
      continue
    }
    switch ScopeName(written.text) {
    case .singleton: draft.nodes[index].scope = .singleton
    case .transient: draft.nodes[index].scope = .transient
    case .graph: draft.nodes[index].scope = .graph
    case .weak:
      draft.nodes[index].scope = .weak
      if let entry = draft.nodes[index].entry, !entry.makesClass {
        draft.nodes[index].isFaulty = true
        draft.report(weakWithoutClass(written, draft.nodes[index].key, entry))
      }
    default:
      if let declared = positions[written.text] {
        draft.nodes[index].scope = .named(declared)
      } else {
        draft.nodes[index].isFaulty = true
        draft.report(unknownScope(written, draft.nodes[index].key, declared: names, draft.hints))
      }
    }
  }
  for original in draft.nodes.indices where draft.nodes[original].outermost != nil {
    var index = draft.nodes[original].outermost
    while let decorator = index, decorator != original {
      draft.nodes[decorator].scope = draft.nodes[original].scope
      index = draft.nodes[decorator].inner
    }
  }
}

private func unknownScope(
  _ scope: Located, _ key: String, declared: [String], _ hints: HintBudget
) -> Diagnostic {
  let legal = ScopeName.builtIn + declared
  let declaration = scope.place.spelling(
    yaml: "at the top level, outermost first: `scopes: [\(scope.text)]`",
    swift: "next to the definitions: `Scopes(\"\(scope.text)\")`")
  return Diagnostic(
    .unknownScope, "`\(key)` has the scope `\(scope.text)`, which is not declared",
    at: scope.place, "not a scope"
  )
  .note("the scopes are \(legal.someQuoted())")
  .fix(
    .didYouMean(scope.text, among: legal, at: scope.place, isClosed: true, within: hints)
      ?? .init("declare it \(declaration)"))
}

private func weakWithoutClass(_ scope: Located, _ key: String, _ entry: CatalogEntry) -> Diagnostic
{
  Diagnostic(
    .unknownScope,
    "`\(key)` cannot have the scope `weak`: `\(entry.contracts[0].type)` is no class",
    at: scope.place, "only an instance of a class can be held"
  )
  .note(entry.declaration)
  .fix("make it a singleton or a transient")
}
