import PatchbayDiagnostics

/// Determines which of the parent's services are found by type in the child.
///
/// A parent's service is found if the child has none of its own that offers the type. A service
/// that the child decorates offers the types of its outermost decorator.
func inheritOffers(_ draft: inout PlanDraft) {
  guard let parent = draft.parent?.wiring, draft.parentNeeds?.types.isEmpty != true else { return }
  var offered: [Int: Set<TypeName>] = [:]
  for type in draft.parentNeeds.map({ Array($0.types) }) ?? parent.offeredTypes {
    for service in parent.offering(type) {
      guard let node = draft.inheritedNode(parent.servedKey(of: service)) else { continue }
      offered[node, default: []].insert(type)
    }
  }
  guard !offered.isEmpty else { return }
  for (node, types) in offered.inStableOrder(by: { $0.key < $1.key }) {
    for type in contracts(of: node, types, &draft) {
      draft.inheritedOffers.append(node, to: type)
    }
  }
  for type in draft.inheritedOffers.types where draft.offers[type].isEmpty {
    for node in draft.inheritedOffers[type] { draft.offers.append(node, to: type) }
  }
}

private func contracts(
  of node: Int, _ offered: Set<TypeName>, _ draft: inout PlanDraft
) -> [TypeName] {
  let contracts = draft.nodes[node].entry?.contracts.types ?? []
  guard let outermost = draft.nodes[node].outermost, let entry = draft.nodes[outermost].entry else {
    return contracts.filter(offered.contains)
  }
  let named = namedContracts(of: draft.nodes[outermost], &draft)
  // If the parent narrows its service, the decorator does not widen it again.
  let isNarrowed = offered.count < contracts.count
  return entry.contracts.types.filter { type in
    (named?.contains(type) ?? true) && (!isNarrowed || offered.contains(type))
  }
}
