import PatchbayDiagnostics

/// Matches what each definition gives with what its factory declares.
///
/// Afterwards a healthy node has one bound argument for each parameter, in their order, and an edge
/// for each service among them. Inline services have become nodes of their own.
func bindArguments(_ draft: inout PlanDraft) {
  // Inline services are appended while this runs, and are bound in their turn.
  var index = 0
  while index < draft.nodes.count {
    bindNode(index, &draft)
    index += 1
  }
}

private func bindNode(_ index: Int, _ draft: inout PlanDraft) {
  let node = draft.nodes[index]
  // The parent builds what is its own.
  guard let entry = node.entry, node.inherited == nil else { return }
  let meant = tellUnknownArguments(index, entry, &draft)
  bindProperties(index, entry, &draft)
  var bound: [BoundArgument] = []
  bound.reserveCapacity(entry.parameters.count)
  for parameter in entry.parameters {
    let use = ParameterUse(node: index, entry: entry, parameter: parameter)
    let written = node.definition.arguments.firstIndex { $0.name == parameter.name }
    let result =
      if let written {
        bind(node.definition.arguments[written], use, &draft)
      } else {
        bindLeftOut(use, node.definition, meant, &draft)
      }
    if let result { bound.append(result) } else { node.isFaulty = true }
  }
  node.arguments = bound
}

private func bindProperties(_ index: Int, _ entry: CatalogEntry, _ draft: inout PlanDraft) {
  let definition = draft.nodes[index].definition
  guard !definition.properties.isEmpty else { return }
  let given = Set(definition.properties.map(\.name))
  let free = entry.properties.map(\.signature.name).filter { !given.contains($0) }
  for property in definition.properties {
    guard let found = entry.properties.firstIndex(where: { $0.signature.name == property.name })
    else {
      let isShared = draft.sharesText(index)
      draft.tell(unknownProperty(property, definition, entry, free, isShared: isShared))
      continue
    }
    let use = ParameterUse(
      node: index,
      entry: entry,
      parameter: entry.properties[found].signature,
      isProperty: true
    )
    if let bound = bind(property, use, &draft) {
      draft.nodes[index].properties.append((found, bound))
    } else {
      draft.nodes[index].isFaulty = true
    }
  }
}

/// One parameter of one service: what every message about an argument names.
struct ParameterUse {
  let node: Int
  let entry: CatalogEntry
  let parameter: ParameterSignature
  var isProperty = false

  var timing: PlanDraft.Edge.Timing {
    if parameter.kind == .deferredService { .deferred } else { isProperty ? .property : .argument }
  }

  /// What messages call it: ``the argument `size` of `pool` ``.
  func subject(in draft: PlanDraft) -> String {
    "the \(isProperty ? "property" : "argument") `\(parameter.name)` of `\(draft.nodes[node].key)`"
  }

  /// Where the factory declares it: `` `SMTPMailer.from` is declared … ``.
  var declaredName: String { "`\(entry.name).\(parameter.name)`" }
}

/// Binds an argument that is written; nil where something about it was told.
private func bind(
  _ argument: Argument,
  _ use: ParameterUse,
  _ draft: inout PlanDraft
) -> BoundArgument? {
  if case .faulty = argument.value.content { return nil }
  switch use.parameter.kind {
  case .value:
    return bindValue(argument, use, &draft)
  case .service, .optionalService, .deferredService:
    return bindService(argument, use, &draft)
  case .serviceList, .serviceDictionary:
    return bindServices(argument, use, &draft)
  case .resolver:
    // No definition gives it: whatever is written under its name was told about.
    return nil
  case .runtimeArgument:
    draft.tell(writtenRuntimeArgument(argument, use, draft))
    return nil
  }
}

/// Binds an argument that is not written: by autowiring, by its default, or not at all.
private func bindLeftOut(
  _ use: ParameterUse,
  _ definition: Definition,
  _ meant: Set<String>,
  _ draft: inout PlanDraft
) -> BoundArgument? {
  switch use.parameter.kind {
  case .resolver: return .resolver
  case .runtimeArgument: return .runtimeArgument
  default: break
  }
  if definition.autowire, use.parameter.kind.takesServices, !use.parameter.kind.takesSeveral {
    switch autowired(use, definition, &draft) {
    case .found(let argument): return argument
    case .told: return nil
    case .none: break
    }
  }
  if let fallback = use.parameter.fallback { return .value(fallback) }
  if use.parameter.mayBeLeftOut { return .absent }
  // Where a part of the entry could not be read, the argument may well be in it.
  if !definition.isFaulty, !meant.contains(use.parameter.name) {
    draft.tell(missingArgument(use, definition))
  }
  return nil
}
