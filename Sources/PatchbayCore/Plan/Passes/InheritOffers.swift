import PatchbayDiagnostics

/// Determines which of the parent's services are found by type in the child.
///
/// A parent's service is found if the child has none of its own that offers the type. A service
/// that the child decorates offers the types of its outermost decorator.
func inheritOffers(_ draft: inout PlanDraft) {
  guard let parent = draft.parent?.wiring else { return }
  var decorated: [Int: [TypeName]] = [:]
  for (type, services) in parent.offers.all {
    var found: [Int] = []
    for service in services {
      guard let node = draft.inheritedNodes[service] else { continue }
      if draft.nodes[node].outermost == nil {
        found.append(node)
      } else {
        decorated[node, default: []].append(type)
      }
    }
    draft.inheritedOffers[type] = found
  }
  for (node, types) in decorated.inStableOrder(by: { $0.key < $1.key }) {
    for type in contracts(of: node, types, &draft) {
      // In the order of the nodes, which is that of the parent's services.
      draft.inheritedOffers[type] = (draft.inheritedOffers[type] + [node]).sorted()
    }
  }
  for (type, services) in draft.inheritedOffers.all where draft.offers[type].isEmpty {
    draft.offers[type] += services
  }
}

// The types that a service of the parent offers in a child that decorates it; `offered` are those that it
// offers in the parent.
private func contracts(
  of node: Int, _ offered: [TypeName], _ draft: inout PlanDraft
) -> [TypeName] {
  guard let outermost = draft.nodes[node].outermost,
    let entry = draft.nodes[outermost].knownEntry
  else { return offered }
  let named = namedContracts(of: draft.nodes[outermost], &draft)
  // If the parent narrows its service, the decorator does not widen it again.
  let isNarrowed = offered.count < draft.nodes[node].knownEntry?.contracts.count ?? 0
  return entry.contracts.types.filter { type in
    (named?.contains(type) ?? true) && (!isNarrowed || offered.contains(type))
  }
}
