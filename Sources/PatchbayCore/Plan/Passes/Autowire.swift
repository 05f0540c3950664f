import PatchbayDiagnostics

/// The result of autowiring an argument.
enum Autowired {
  case found(BoundArgument)
  case reported
  /// No service provides the type; the argument counts as left out.
  case none
}

/// Fills a service parameter with the only service that provides its type.
func autowired(_ use: ParameterUse, _ definition: Definition, _ draft: inout PlanDraft)
  -> Autowired
{
  let contract = use.parameter.contract
  let offered = max(draft.offers[contract].count, draft.inheritedOffers[contract].count)
  let isWithin = draft.canExpand(by: offered, at: definition.place) { _ in
    "the services that fit `\(use.parameter.name)`"
  }
  guard isWithin else { return .reported }
  let own = draft.services(builtWith: use.node)
  func isPossible(_ candidate: Int) -> Bool {
    // A service that only a program can request is no candidate.
    !own.contains(candidate) && !(draft.nodes[candidate].knownEntry?.isAlwaysFresh ?? false)
  }
  func possible(_ offers: Offers) -> [Int] {
    offers[contract].filter(isPossible)
  }
  var candidates = possible(draft.offers)
  if candidates.isEmpty {
    candidates = possible(draft.inheritedOffers)
  }
  guard let first = candidates.first else { return .none }
  guard candidates.count == 1 else {
    draft.report(ambiguous(use, definition, candidates, draft))
    return .reported
  }
  let outermost = draft.outermost(of: first)
  switch addEdge(outermost, draft.nodes[first].key, .type, definition.place, use, &draft) {
  case .found(let bound):
    return .found(use.parameter.kind.isDeferred ? .deferred(bound) : .service(bound))
  case .absent, .reported: return .reported
  }
}

extension PlanDraft {
  /// Returns the first keys of services that a parameter could be given.
  func keys(fitting use: ParameterUse, atMost limit: Int) -> [String] {
    let excluded = services(builtWith: use.node)
    func keys(_ offers: Offers) -> [String] {
      offers[use.parameter.contract].lazy.filter {
        !excluded.contains($0) && !(nodes[$0].knownEntry?.isAlwaysFresh ?? false)
      }.prefix(limit).map { nodes[$0].key }
    }
    let own = keys(offers)
    return own.isEmpty ? keys(inheritedOffers) : own
  }

  /// Returns the services that a node can never receive by their types: itself, the service it
  /// decorates, and the service that it is an inline argument of.
  fileprivate func services(builtWith node: Int) -> Set<Int> {
    var own: Set<Int> = [node]
    var outer = node
    while let owner = nodes[outer].owner {
      own.insert(owner)
      outer = owner
    }
    // Other decorators offer nothing.
    if let original = nodes[outer].original { own.insert(original) }
    return own
  }
}

private func ambiguous(
  _ use: ParameterUse, _ definition: Definition, _ candidates: [Int], _ draft: PlanDraft
) -> Diagnostic {
  let keys = candidates.map { draft.nodes[$0].key }
  let (name, contract) = (use.parameter.name, use.parameter.contract)
  return Diagnostic(
    .ambiguousService,
    "`\(definition.key)` cannot be autowired: \(candidates.count.inWords) services provide "
      + "`\(contract)` for `\(name)`",
    at: definition.argumentsPlace ?? definition.place, "give `\(name)`"
  )
  .labels(
    candidates.prefix(5).map { .init(draft.nodes[$0].place, "provides `\(contract)`") }
  )
  .note(use.declaration)
  .fix(
    "name one of \(keys.someQuoted(joinedBy: "or"))", suggestion: "\(name): !ref \(keys[0])")
}
