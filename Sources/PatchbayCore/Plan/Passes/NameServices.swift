import PatchbayDiagnostics

/// Assigns every key its meaning: a service, a decorator, or an alias of a service.
///
/// Afterwards `meanings` has every key that a layer defined and none removed, and those of the
/// parent that they do not hide; an alias without a target is faulty.
func nameServices(_ draft: inout PlanDraft) {
  draft.meanings.reserveCapacity(draft.nodes.count + draft.definitions.aliases.count)
  for key in draft.definitions.faultyKeys { draft.meanings.set(key, .faulty) }
  for (index, node) in draft.nodes.enumerated() {
    let meaning = node.isDecorator ? PlanDraft.Meaning.decorator(index) : .service(index)
    switch draft.meanings.set(node.key, meaning) {
    case .service(let first), .decorator(let first):
      node.isFaulty = true
      draft.report(duplicate(node.key, node.definition.place, draft.nodes[first].definition.place))
    case .faulty, nil: break
    }
  }
  reportDuplicateAliases(&draft)
  inheritServices(&draft)
  for alias in draft.definitions.aliases where draft.meanings[alias.key] == nil {
    follow(alias, &draft)
  }
  for alias in draft.definitions.aliases {
    if case .service(let index) = draft.meanings[alias.target.text] {
      draft.reportDeprecation(of: alias.target, index, by: alias.key)
    }
  }
}

/// Reports duplicate aliases, which only a program can define: a configuration was merged.
private func reportDuplicateAliases(_ draft: inout PlanDraft) {
  var seen: [String: Alias] = [:]
  for alias in draft.definitions.aliases {
    let first = seen.updateValue(alias, forKey: alias.key)?.provenance.place
    let definition: SourcePlace? =
      switch draft.meanings[alias.key] {
      case .service(let index), .decorator(let index): draft.nodes[index].definition.place
      case .faulty, nil: nil
      }
    if let other = definition ?? first {
      draft.report(duplicate(alias.key, alias.provenance.place, other))
    }
  }
}

private func duplicate(_ key: String, _ place: SourcePlace, _ first: SourcePlace) -> Diagnostic {
  Diagnostic(.duplicateKey, "`\(key)` is defined twice", at: place, "defined here again")
    .label(first, "defined here before")
}

/// Follows a chain of aliases to its end and assigns its meaning to all of them.
private func follow(_ first: Alias, _ draft: inout PlanDraft) {
  var chain = [first]
  var onChain: Set<String> = [first.key]
  var meaning: PlanDraft.Meaning = .faulty
  while let last = chain.last {
    if let known = draft.meanings[last.target.text] {
      meaning = known
      if case .decorator(let index) = known {
        draft.report(draft.nodes[index].definition.referenceToDecorator(last.target))
        meaning = .faulty
      }
      break
    }
    guard let next = draft.aliases[last.target.text] else {
      draft.report(
        draft.unknownService(
          last.target, "the alias `\(last.key)` refers to `\(last.target.text)`"))
      break
    }
    if !onChain.insert(next.key).inserted {
      let start = chain.firstIndex { $0.key == next.key } ?? 0
      draft.report(circularAlias(Array(chain[start...])))
      break
    }
    chain.append(next)
  }
  for alias in chain { draft.meanings.set(alias.key, meaning) }
}

private func circularAlias(_ cycle: [Alias]) -> Diagnostic {
  Diagnostic(
    .circularAlias,
    cycle.count == 1
      ? "the alias `\(cycle[0].key)` refers to itself"
      : "the aliases \(cycle.map(\.key).quoted()) refer to each other, and to no service",
    labels: cycle.map { .init($0.target.place, "`\($0.key)` refers to `\($0.target.text)`") }
  )
  .fix("let one of them name a service")
}
