import PatchbayDiagnostics

/// Adds the parent's services under the keys that the child does not define itself.
///
/// A part of naming: the child's own keys are known, its aliases are not followed yet. An added
/// node has its factory and no arguments: the parent builds it, from the services that the parent
/// sees.
func inheritServices(_ draft: inout PlanDraft) {
  guard let parent = draft.parent?.wiring else { return }
  if let needs = draft.parentNeeds { return inherit(needs, from: parent, &draft) }
  var nodes: [Int: Int] = [:]
  let aliases = draft.aliases
  func isOwn(_ key: String, _ draft: PlanDraft) -> Bool {
    draft.meanings[key] != nil || aliases[key] != nil
  }
  for (key, index) in parent.services where !isOwn(key, draft) {
    nodes[index] = draft.inherit(index, as: key, from: parent)
    draft.meanings[key] = .service(draft.nodes.count - 1)
  }
  // The parent's aliases: the child may hide the service's own key.
  let services = Set(parent.services.map(\.key))
  for key in parent.allKeys.sorted() where !services.contains(key) && !isOwn(key, draft) {
    guard let index = parent.index(ofKey: key) else { continue }
    let node = nodes[index] ?? draft.inherit(index, as: key, from: parent)
    nodes[index] = node
    draft.meanings[key] = .service(node)
  }
  for var entry in parent.disabledEntries where entry.decorates == nil && !isOwn(entry.key, draft) {
    entry.isInherited = true
    draft.disabled.append(entry)
    draft.meanings[entry.key] = .disabled(draft.disabled.count - 1)
  }
}

/// Adds the parent's services that the child uses, each under the key that it is defined with.
private func inherit(_ needs: ParentNeeds, from parent: Wiring, _ draft: inout PlanDraft) {
  var found: [(key: String, index: Int, place: Int)] = []
  for key in needs.keys where !needs.ownKeys.contains(key) {
    if let index = parent.index(ofKey: key.text) {
      found.append((key.text, index, parent.position(of: index)))
    }
  }
  if found.count > 1 { found.sort { ($0.place, $0.key) < ($1.place, $1.key) } }
  // The keys of one service follow each other: no other one has its place.
  var last = -1
  for (key, index, _) in found {
    let own = parent.servedKey(of: index)
    if index != last {
      last = index
      draft.meanings[own] = .service(draft.inherit(index, as: own, from: parent))
    }
    if key != own { draft.meanings[key] = .service(draft.nodes.count - 1) }
  }
}

extension PlanDraft {
  fileprivate mutating func inherit(_ index: Int, as key: String, from parent: Wiring) -> Int {
    nodes.append(Node(inheriting: index, as: key, from: parent))
    return nodes.count - 1
  }
}
