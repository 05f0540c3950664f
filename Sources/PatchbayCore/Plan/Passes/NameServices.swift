import PatchbayDiagnostics

/// Gives every key its meaning: a service, a decorator, or an alias of a service.
///
/// Afterwards `meanings` has every key that a layer defined and none removed; an alias that leads
/// nowhere is faulty.
func nameServices(_ draft: inout PlanDraft) {
  draft.meanings.reserveCapacity(draft.nodes.count + draft.definitions.aliases.count)
  for key in draft.definitions.faultyKeys { draft.meanings[key] = .faulty }
  for (index, node) in draft.nodes.enumerated() {
    draft.meanings[node.key] = node.isDecorator ? .decorator(index) : .service(index)
  }
  let aliases = Dictionary(
    draft.definitions.aliases.map { ($0.key, $0) },
    uniquingKeysWith: { first, _ in first }
  )
  var told: Set<String> = []
  for alias in draft.definitions.aliases where draft.meanings[alias.key] == nil {
    follow(alias, aliases, &draft, &told)
  }
}

/// Follows a chain of aliases to its end and gives all of them its meaning.
private func follow(
  _ first: Alias,
  _ aliases: [String: Alias],
  _ draft: inout PlanDraft,
  _ told: inout Set<String>
) {
  var chain = [first]
  var onChain: Set<String> = [first.key]
  var meaning: PlanDraft.Meaning = .faulty
  while let last = chain.last {
    if let known = draft.meanings[last.target.text] {
      meaning = known
      if case .decorator(let index) = known {
        draft.tell(referenceToDecorator(last.target, draft.nodes[index].definition))
        meaning = .faulty
      }
      break
    }
    guard let next = aliases[last.target.text] else {
      draft.tell(unknownAliasTarget(last, draft))
      break
    }
    if !onChain.insert(next.key).inserted {
      let start = chain.firstIndex { $0.key == next.key } ?? 0
      draft.tell(circularAlias(Array(chain[start...])))
      break
    }
    chain.append(next)
  }
  for alias in chain { draft.meanings[alias.key] = meaning }
}

private func circularAlias(_ cycle: [Alias]) -> Diagnostic {
  Diagnostic(
    .circularAlias,
    cycle.count == 1
      ? "the alias `\(cycle[0].key)` stands for itself"
      : "the aliases \(quotedList(cycle.map(\.key))) stand for each other, and for no service",
    labels: cycle.map { .init($0.target.place, "`\($0.key)` stands for `\($0.target.text)`") },
    fixIts: [.init("let one of them name a service")]
  )
}

private func unknownAliasTarget(_ alias: Alias, _ draft: PlanDraft) -> Diagnostic {
  unknownService(
    alias.target,
    message: "the alias `\(alias.key)` stands for `\(alias.target.text)`, which no layer defines",
    draft
  )
}
