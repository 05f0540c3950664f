import PatchbayDiagnostics

/// Checks every disabled entry by itself, as if it were enabled.
///
/// Its nodes follow those of all services, which are bound before, so that ``dropDisabled(_:)`` can
/// cut them off. A disabled entry may refer to another one: both may depend on the same flag. Until
/// `dropDisabled`, passes check disabled entries like any other.
func bindDisabled(_ draft: inout PlanDraft) {
  guard !draft.disabledDefinitions.isEmpty else { return }
  let first = draft.nodes.count
  (draft.firstDisabledNode, draft.firstDisabledEdge) = (first, draft.edges.count)
  draft.firstDisabledArgument = draft.arguments.count
  for index in draft.disabledDefinitions {
    draft.nodes.append(PlanDraft.Node(draft.definitions.definitions, index))
  }
  let added = first..<draft.nodes.count
  for index in added { joinFactory(index, &draft) }
  let scopes = DeclaredScopes(draft.definitions.scopes)
  for index in added where !draft.nodes[index].isDecorator {
    assignScope(index, among: scopes, &draft)
  }
  stackDisabledDecorators(added, &draft)
  for index in added {
    checkFreshService(index, &draft)
    // Only for the check of the names.
    _ = namedContracts(of: draft.nodes[index], &draft)
  }
  bindNodes(from: first, &draft)
}

/// Removes the disabled entries: no pass after this one finds them.
///
/// What depends on the graph as a whole is not checked for them: cycles, captives, the order of
/// starts. Afterwards no node, edge or index refers to a disabled entry.
func dropDisabled(_ draft: inout PlanDraft) {
  guard draft.firstDisabledNode < draft.nodes.count else { return }
  let first = draft.firstDisabledNode
  draft.usedByDisabled = draft.edges[draft.firstDisabledEdge...].map(\.target).filter { $0 < first }
  draft.nodes.removeSubrange(first...)
  draft.edges.removeSubrange(draft.firstDisabledEdge...)
  draft.arguments.removeSubrange(draft.firstDisabledArgument...)
  draft.forgetRequesters(from: first)
}

/// Finds the node that each disabled decorator would wrap if it alone were enabled.
private func stackDisabledDecorators(_ added: Range<Int>, _ draft: inout PlanDraft) {
  var stacks: [Int: [Int]] = [:]
  for index in added where draft.nodes[index].isDecorator {
    guard let original = decoratedService(of: index, &draft) else { continue }
    draft.nodes[index].scope = draft.nodes[original].scope
    stacks[original, default: []].append(index)
  }
  for (original, decorators) in stacks {
    // Both from the outermost inward, so that the cost is linear in the number of decorators.
    var inner = draft.outermost(of: original)
    for node in decorators.map({ draft.nodes[$0] }).inStableOrder(by: { isInside($1, $0) }) {
      while inner != original, !isInside(draft.nodes[inner], node),
        let next = draft.nodes[inner].inner
      {
        inner = next
      }
      node.wrap(inner, of: original)
    }
  }
}

/// Whether a decorator is closer to the original than another one.
private func isInside(_ node: PlanDraft.Node, _ other: PlanDraft.Node) -> Bool {
  let (priority, otherPriority) = (node.definition.priority, other.definition.priority)
  return priority == otherPriority ? node.position < other.position : priority > otherPriority
}
