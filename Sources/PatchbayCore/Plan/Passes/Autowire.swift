import PatchbayDiagnostics

extension PlanDraft {
  /// Fills a service parameter with the only service that provides its type; absent if none does, and the argument
  /// counts as left out.
  mutating func autowired(_ use: ParameterUse, _ definition: Definition) -> FoundService {
    let contract = use.parameter.contract
    let offered = max(offers[contract].count, inheritedOffers[contract].count)
    let isWithin = canExpand(by: offered, at: definition.place) { _ in
      "the services that fit `\(use.parameter.name)`"
    }
    guard isWithin else { return .reported }
    let candidates = services(fitting: use)
    guard let first = candidates.first else { return .absent }
    guard candidates.count == 1 else {
      report(ambiguous(use, definition, candidates))
      return .reported
    }
    return addEdge(
      outermost(of: first), nodes[first].key, .type, definition.place, use)
  }

  /// Returns the first services that a parameter could be given by its type: the child's own, or if there is none, the
  /// parent's. One that only a program can request is no candidate.
  func services(fitting use: ParameterUse, atMost limit: Int = .max) -> [Int] {
    let excluded = services(builtWith: use.node)
    func possible(_ offers: Offers) -> [Int] {
      Array(
        offers[use.parameter.contract].lazy.filter {
          !excluded.contains($0) && !(nodes[$0].knownEntry?.isAlwaysFresh ?? false)
        }.prefix(limit))
    }
    let own = possible(offers)
    return own.isEmpty ? possible(inheritedOffers) : own
  }

  /// Returns the services that a node can never receive by their types: itself, the service it
  /// decorates, and the service that it is an inline argument of.
  fileprivate func services(builtWith node: Int) -> Set<Int> {
    var own = Set(owners(of: node))
    // Other decorators offer nothing.
    if let original = nodes[owner(of: node)].original { own.insert(original) }
    return own
  }

  private func ambiguous(_ use: ParameterUse, _ definition: Definition, _ candidates: [Int])
    -> Diagnostic
  {
    let keys = candidates.map { nodes[$0].key }
    let (name, contract) = (use.parameter.name, use.parameter.contract)
    return Diagnostic(
      .ambiguousService,
      "`\(definition.key)` cannot be autowired: \(candidates.count.inWords) services provide "
        + "`\(contract)` for `\(name)`",
      at: definition.argumentsPlace ?? definition.place, "give `\(name)`"
    )
    .labels(
      candidates.prefix(5).map { .init(nodes[$0].place, "provides `\(contract)`") }
    )
    .note(use.declaration)
    .fix(
      "name one of \(keys.someQuoted(joinedBy: "or"))", suggestion: "\(name): !ref \(keys[0])")
  }
}
