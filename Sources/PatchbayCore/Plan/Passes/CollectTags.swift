import PatchbayDiagnostics

/// Collects the services of each tag, by priority (high first), then by first appearance.
///
/// A decorator's tags are added to those of the decorated key, and the parent's services follow the
/// child's own of equal priority. Afterwards `members` has every tag that an entry has, also those
/// of disabled entries alone.
func collectTags(_ draft: inout PlanDraft) {
  let usesParent = draft.parent != nil && draft.parentNeeds?.tags.isEmpty != true
  // Nearly always nothing has a tag.
  guard
    usesParent || !draft.disabledDefinitions.isEmpty
      || draft.nodes.contains(where: { !$0.definition.tags.isEmpty })
  else { return }
  var uses: [String: [Int: Int]] = [:]
  // The order of the parent's services, where not all of them have a node.
  var positions: [String: [Int: Int]] = [:]
  if let parent = draft.parent?.wiring {
    for tag in draft.parentNeeds.map({ Array($0.tags) }) ?? Array(parent.tagNames) {
      let members = parent.members(ofTag: tag) ?? []
      if members.isEmpty { uses[tag] = [:] }
      for (position, member) in members.enumerated() {
        guard let node = draft.inheritedNode(member.key) else { continue }
        uses[tag, default: [:]][node] = member.priority
        if draft.parentNeeds != nil { positions[tag, default: [:]][node] = position }
      }
    }
  }
  // A tag of disabled entries alone is known, and has no members.
  for index in draft.disabledDefinitions {
    for tag in draft.definitions.definitions[index].tags { uses[tag.name.text, default: [:]] = [:] }
  }
  // The service's own tags take precedence over those of its decorators.
  for decorators in [false, true] {
    for (index, node) in draft.nodes.enumerated()
    where node.isDecorator == decorators && !node.definition.tags.isEmpty {
      guard let bearer = decorators ? draft.original(of: index) : index else { continue }
      WorkMeter.count(node.definition.tags.count)
      for tag in node.definition.tags where uses[tag.name.text]?[bearer] == nil {
        uses[tag.name.text, default: [:]][bearer] = tag.priority
      }
    }
  }
  guard !uses.isEmpty else { return }
  draft.priorities = uses
  for (tag, members) in uses {
    let places = positions[tag] ?? [:]
    // By the position of the tagged node in the document: a decorator may precede its target.
    draft.members[tag] = members.inStableOrder { left, right in
      guard left.value == right.value else { return left.value > right.value }
      if let place = places[left.key], let other = places[right.key] { return place < other }
      return left.key < right.key
    }.map(\.key)
  }
}
