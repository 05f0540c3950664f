import PatchbayDiagnostics

/// Binds a parameter that takes one service.
func bindService(
  _ argument: GivenArgument,
  _ use: ParameterUse,
  _ draft: inout PlanDraft
) -> BoundArgument? {
  let isOptional = use.parameter.kind == .optionalService
  switch argument.content {
  case .null where isOptional:
    return .absent
  case .service(let service):
    switch service.target {
    case .tagged:
      draft.report(draft.severalForOne(service.place, use))
      return nil
    case .optional where !isOptional:
      draft.report(draft.optionalForOne(service, use))
      return nil
    default: break
    }
    switch find(service, use, &draft) {
    case .found(let bound):
      return use.parameter.kind.isDeferred ? .deferred(bound) : .service(bound)
    case .absent: return .absent
    case .reported: return nil
    }
  default:
    draft.report(draft.valueForService(argument.value, use))
    return nil
  }
}

/// Binds a parameter that takes several services: `!tagged`, a list, or a map.
func bindServices(
  _ argument: GivenArgument,
  _ use: ParameterUse,
  _ draft: inout PlanDraft
) -> BoundArgument? {
  let wantsKeys = use.parameter.kind == .serviceDictionary
  switch argument.content {
  case .service(let service):
    if case .tagged(let tag) = service.target {
      return bindTagged(tag, service.place, use, &draft)
    }
  case .list(let elements) where !wantsKeys:
    return bindElements(elements.map { ("", $0) }, use, &draft)
  case .map(let entries) where wantsKeys:
    if let twin = entries.firstTwin {
      let value = argument.argument.value
      let mismatch = ValueMismatch(twin: twin, type: [String: Any].self, in: value)
      draft.report(draft.argumentType(mismatch, argument.argument, use))
      return nil
    }
    return bindElements(entries.map { ($0.key, $0.value) }, use, &draft)
  default: break
  }
  draft.report(draft.otherForSeveral(argument.value, use))
  return nil
}

private func bindTagged(
  _ tag: Located,
  _ place: SourcePlace,
  _ use: ParameterUse,
  _ draft: inout PlanDraft
) -> BoundArgument? {
  guard let members = draft.members[tag.text] else {
    // No service has the tag: `!tagged` then means an empty collection, but a tag similar to an
    // existing one is an error.
    let near = nearMisses(of: tag.text, in: draft.members.keys, within: draft.hints)
    if near.isEmpty { return .services([]) }
    let user = draft.nodes[use.node].key
    draft.report(
      Diagnostic(
        .unknownTag, "`\(user)` takes the services tagged `\(tag.text)`, and no service is",
        at: tag.place, "no service carries this tag"
      )
      .didYouMean(tag.text, among: near, at: tag.place))
    return nil
  }
  var services: [(key: String, service: BoundService)] = []
  var isHealthy = true
  for member in members {
    let outermost = draft.outermost(of: member)
    // A decorator that takes all services of its target's tag would depend on itself: the cycle
    // pass reports that.
    switch connect(outermost, draft.nodes[member].key, .tagged(tag.text), place, use, &draft) {
    case .found(let bound): services.append((draft.nodes[member].key, bound))
    case .absent: break
    case .reported: isHealthy = false
    }
  }
  return isHealthy ? .services(services) : nil
}

private func bindElements(
  _ elements: [(key: String, value: ConfigurationValue)],
  _ use: ParameterUse,
  _ draft: inout PlanDraft
) -> BoundArgument? {
  var services: [(key: String, service: BoundService)] = []
  var isHealthy = true
  for (key, value) in elements {
    guard case .service(let service) = value.content else {
      if case .faulty = value.content {
      } else {
        draft.report(draft.valueForService(value, use))
      }
      isHealthy = false
      continue
    }
    if case .tagged = service.target {
      draft.report(draft.severalForOne(service.place, use))
      isHealthy = false
      continue
    }
    switch find(service, use, &draft) {
    case .found(let bound):
      services.append((key.isEmpty ? draft.nodes[bound.index].key : key, bound))
    case .absent: break
    case .reported: isHealthy = false
    }
  }
  return isHealthy ? .services(services) : nil
}
