import PatchbayDiagnostics

extension PlanDraft {
  /// Collects the services of each tag, by priority (high first), then by first appearance.
  ///
  /// A decorator's tags, with their attributes, are added to those of the decorated key, whose own tag of a name
  /// counts alone, and the parent's services follow the child's own of equal priority. Afterwards `members` has
  /// every tag that an entry has, also those of disabled entries alone.
  mutating func collectTags() {
    let parentTags = parent?.wiring.tags ?? [:]
    // Nearly always nothing has a tag.
    guard
      !parentTags.isEmpty || !disabledDefinitions.isEmpty
        || nodes.contains(where: { !$0.definition.tags.isEmpty })
    else { return }
    var uses: [String: [Int: TagMember]] = [:]
    for (tag, members) in parentTags {
      // A tag without members is known, too, unless the child hides all that have it.
      if members.isEmpty { uses[tag] = [:] }
      for member in members {
        guard let node = inheritedNodes[member.index] else { continue }
        uses[tag, default: [:]][node] = TagMember(node, inheriting: member)
      }
    }
    // A tag of disabled entries alone is known, and has no members.
    for index in disabledDefinitions {
      for tag in definitions.definitions[index].tags { uses[tag.name.text, default: [:]] = [:] }
    }
    // The service's own tags take precedence over those of its decorators.
    for decorators in [false, true] {
      for (index, node) in nodes.enumerated()
      where node.isDecorator == decorators && !node.definition.tags.isEmpty {
        guard let bearer = decorators ? original(of: index) : index else { continue }
        WorkMeter.count(node.definition.tags.count)
        for tag in node.definition.tags where uses[tag.name.text]?[bearer] == nil {
          uses[tag.name.text, default: [:]][bearer] = TagMember(bearer, tag)
        }
      }
    }
    for (tag, members) in uses {
      // By the position of the tagged node in the document: a decorator may precede its target.
      self.members[tag] = members.values.inStableOrder { left, right in
        left.priority == right.priority ? left.index < right.index : left.priority > right.priority
      }
    }
  }
}
