import PatchbayDiagnostics

extension PlanDraft {
  /// Collects the services of each tag, by priority (high first), then by first appearance.
  ///
  /// A decorator's tags are added to those of the decorated key. Where both have a tag, what the decorator's own
  /// entry says of it counts, attribute by attribute, and the outermost decorator wins; what the `defaults` of its file
  /// say does not. The parent's services follow the child's own of equal priority.
  mutating func collectTags() {
    let parentTags = parent?.wiring.tags ?? [:]
    // Nearly always nothing has a tag.
    guard !parentTags.isEmpty || nodes.contains(where: { !$0.definition.tags.isEmpty }) else {
      return
    }
    var uses: [String: [Int: TagMember]] = [:]
    for (tag, members) in parentTags {
      for member in members {
        guard let node = inheritedNodes[member.index] else { continue }
        uses[tag, default: [:]][node] = TagMember(node, inheriting: member)
      }
    }
    for (index, node) in nodes.enumerated() where !node.isDecorator {
      WorkMeter.count(node.definition.tags.count)
      for tag in node.definition.tags where uses[tag.name.text]?[index] == nil {
        uses[tag.name.text, default: [:]][index] = TagMember(index, tag)
      }
    }
    for bearer in nodes.indices where !nodes[bearer].isDecorator {
      for decorator in decorators(of: bearer) {
        WorkMeter.count(nodes[decorator].definition.tags.count)
        for tag in nodes[decorator].definition.tags {
          let isKnown = uses[tag.name.text]?[bearer] != nil
          if !isKnown {
            uses[tag.name.text, default: [:]][bearer] = TagMember(bearer, tag)
          } else if !tag.isOfDefaults {
            uses[tag.name.text]?[bearer]?.change(by: tag)
          }
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
  /// Returns the decorators of a service, the innermost first.
  private func decorators(of service: Int) -> [Int] {
    guard let outermost = nodes[service].outermost else { return [] }
    let inwards = sequence(first: outermost) { [nodes] in nodes[$0].inner }
    return inwards.prefix { $0 != service }.reversed()
  }
}
