import PatchbayDiagnostics

/// The result of looking up one service.
enum FoundService {
  case found(BoundService)
  /// An optional service that no layer defines.
  case absent
  /// No service; the error was reported.
  case reported
}

/// Looks up the service that an argument uses, and adds the edge to it.
func find(_ service: ServiceUse, _ use: ParameterUse, _ draft: inout PlanDraft) -> FoundService {
  switch service.target {
  case .reference(let key):
    return findKey(key, service.place, use, &draft, isOptional: false)
  case .optional(let key):
    return findKey(key, service.place, use, &draft, isOptional: true)
  case .inline(let definition):
    let index = draft.nodes.count
    let node = PlanDraft.Node(definition, owner: use.node)
    node.scope = .transient
    draft.nodes.append(node)
    joinFactory(index, &draft)
    return connect(index, definition.key, .inline, service.place, use, &draft)
  case .inner:
    // An inline service of a decorator is a part of it.
    let bearer = draft.nodes[draft.owner(of: use.node)]
    guard bearer.isDecorator else {
      // If a part of the entry could not be read, it may contain `decorates`.
      if !bearer.definition.isFaulty {
        draft.report(innerOutsideDecorator(service, bearer.definition))
      }
      return .reported
    }
    // Without an inner node, an error of its target was already reported.
    guard let inner = bearer.inner else { return .reported }
    return connect(inner, draft.nodes[inner].key, .inner, service.place, use, &draft)
  case .tagged:
    return .reported
  }
}

private func findKey(
  _ key: Located,
  _ place: SourcePlace,
  _ use: ParameterUse,
  _ draft: inout PlanDraft,
  isOptional: Bool
) -> FoundService {
  let owner = draft.nodes[use.node]
  switch draft.meanings[key.text] {
  case .service(let original):
    draft.reportDeprecation(of: key, original, by: owner.key)
    let outermost = draft.outermost(of: original)
    return connect(outermost, key.text, .reference, place, use, &draft)
  case .decorator(let index):
    let decorator = draft.nodes[index].definition
    draft.report(
      draft.owner(of: use.node) == index
        ? decorator.referenceToItself(place, isShared: draft.sharesText(use.node))
        : decorator.referenceToDecorator(key))
    return .reported
  case .faulty:
    return .reported
  case nil:
    // A template is never there, in no environment: that is a mistake, and no absence.
    if isOptional, draft.definitions.templatePlace(key.text) == nil { return .absent }
    draft.report(
      draft.unknownService(
        key, "`\(owner.key)` depends on `\(key.text)`", requester: owner.definition),
      requester: use.node)
    return .reported
  }
}

/// Checks that a node provides the declared type, and adds the edge.
func connect(
  _ target: Int,
  _ key: String,
  _ source: Edge.Source,
  _ place: SourcePlace,
  _ use: ParameterUse,
  _ draft: inout PlanDraft
) -> FoundService {
  draft.edges.append(Edge(to: target, source, at: place, for: use))
  // An unknown type was already reported, and may provide anything.
  guard let entry = draft.nodes[target].entry else { return .reported }
  if entry.isAlwaysFresh {
    // A decorator of such a type was reported separately.
    if !draft.nodes[target].isDecorator {
      draft.report(entry.referenceToFreshService(key, at: place, use, draft))
    }
    return .reported
  }
  guard let contract = entry.contractIndex(of: use.parameter.contract) else {
    draft.report(draft.incompatibleService(target, key, at: place, use))
    return .reported
  }
  return .found(BoundService(index: target, contract: contract))
}

private func innerOutsideDecorator(_ service: ServiceUse, _ owner: Definition) -> Diagnostic {
  let place = service.place
  return Diagnostic(
    .decoratorTarget,
    "`\(place.spelling(yaml: "!inner", swift: ".inner"))` stands in `\(owner.key)`, which decorates "
      + "nothing",
    at: place, "means what stood there before the decorator"
  )
  .fix(
    place.spelling(
      yaml: "add `decorates:` with the key to wrap, or refer to a service with `!ref`",
      swift: "add `.decorates` with the key to wrap, or refer to a service with `.reference`"))
}
