/// Gathers the services of each tag, by priority (high first), then by first appearance.
///
/// A decorator's tags join the decorated key's. Afterwards `members` has every tag that a service
/// carries.
func collectTags(_ draft: inout PlanDraft) {
  var uses: [String: [(index: Int, priority: Int)]] = [:]
  for (index, node) in draft.nodes.enumerated() {
    guard let bearer = node.isDecorator ? original(of: index, draft) : index else { continue }
    for tag in node.definition.tags {
      let isThere = uses[tag.name.text]?.contains { $0.index == bearer } ?? false
      if !isThere { uses[tag.name.text, default: []].append((bearer, tag.priority)) }
    }
  }
  draft.members = uses.mapValues { members in
    // By the bearer's place in the document: a decorator may come before what it decorates.
    members.sorted { left, right in
      left.priority == right.priority ? left.index < right.index : left.priority > right.priority
    }.map(\.index)
  }
}

/// What a decorator decorates in the end; nil where that was told about.
private func original(of decorator: Int, _ draft: PlanDraft) -> Int? {
  var index = decorator
  while draft.nodes[index].isDecorator {
    guard let inner = draft.nodes[index].inner else { return nil }
    index = inner
  }
  return index
}
