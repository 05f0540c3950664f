import PatchbayDiagnostics

/// What became of an argument that autowiring may fill.
enum Autowired {
  case found(BoundArgument)
  case told
  /// No service provides the type; the argument counts as left out.
  case none
}

/// Fills a service parameter by the one service that provides its type.
func autowired(_ use: ParameterUse, _ definition: Definition, _ draft: inout PlanDraft)
  -> Autowired
{
  let candidates = (draft.offers[use.parameter.contract] ?? []).filter { candidate in
    (draft.outermost[candidate] ?? candidate) != use.node && candidate != use.node
  }
  guard let first = candidates.first else { return .none }
  guard candidates.count == 1 else {
    draft.tell(ambiguous(use, definition, candidates, draft))
    return .told
  }
  let outermost = draft.outermost[first] ?? first
  switch connect(outermost, draft.nodes[first].key, definition.place, use, &draft) {
  case .found(let bound):
    return .found(use.parameter.kind == .deferredService ? .deferred(bound) : .service(bound))
  case .absent, .told: return .told
  }
}

private func ambiguous(
  _ use: ParameterUse,
  _ definition: Definition,
  _ candidates: [Int],
  _ draft: PlanDraft
) -> Diagnostic {
  let keys = candidates.map { draft.nodes[$0].key }
  var labels = [
    Diagnostic.Label(definition.argumentsPlace ?? definition.place, "give `\(use.parameter.name)`")
  ]
  for candidate in candidates.prefix(5) {
    labels.append(
      .init(draft.nodes[candidate].definition.place, "provides `\(use.parameter.contract)`")
    )
  }
  return Diagnostic(
    .ambiguousService,
    "`\(definition.key)` cannot be autowired: \(numberInWords(candidates.count)) services provide "
      + "`\(use.parameter.contract)` for `\(use.parameter.name)`",
    labels: labels,
    notes: ["\(use.declaredName) is declared at \(use.entry.location)"],
    fixIts: [
      .init(
        "name one of \(quotedList(keys, joinedBy: "or"))",
        suggestion: "\(use.parameter.name): !ref \(keys[0])"
      )
    ]
  )
}
