import PatchbayDiagnostics

/// Adds the parent's services under the keys that the child does not define itself.
///
/// A part of naming: the child's own keys are known, its aliases are not followed yet. An added
/// node has its factory and no arguments: the parent builds it, from the services that the parent
/// sees.
func inheritServices(_ draft: inout PlanDraft) {
  guard let parent = draft.parent?.wiring else { return }
  var nodes: [Int: Int] = [:]
  let aliases = draft.aliases
  func isOwn(_ key: String, _ draft: PlanDraft) -> Bool {
    draft.meanings[key] != nil || aliases[key] != nil
  }
  for (key, index) in parent.services where !isOwn(key, draft) {
    nodes[index] = draft.inherit(index, as: key, from: parent)
    draft.meanings.set(key, .service(draft.nodes.count - 1))
  }
  // The parent's aliases: the child may hide the service's own key.
  let services = Set(parent.services.map(\.key))
  for key in parent.names.names.sorted() where !services.contains(key) && !isOwn(key, draft) {
    guard let index = parent.index(ofKey: key) else { continue }
    let node = nodes[index] ?? draft.inherit(index, as: key, from: parent)
    nodes[index] = node
    draft.meanings.set(key, .service(node))
  }
  for var entry in parent.disabled where entry.decorates == nil && !isOwn(entry.key, draft) {
    entry.isInherited = true
    draft.disabled.append(entry)
    draft.meanings.set(entry.key, .disabled(draft.disabled.count - 1))
  }
}

extension PlanDraft {
  fileprivate mutating func inherit(_ index: Int, as key: String, from parent: Wiring) -> Int {
    let binding = parent.bindings[index]
    let provenance = Provenance(Origin(place: binding.place, layer: 0))
    let definition = Definition(
      key: key, provenance: provenance, type: Located(binding.entry.name, provenance))
    nodes.append(Node(definition, Inherited(index, in: parent), binding.entry))
    return nodes.count - 1
  }
}
