import PatchbayDiagnostics

/// Adds the parent's services under the keys that the child does not define itself.
///
/// A part of naming: the child's own keys are known, its aliases are not followed yet. An added
/// node has its factory and no arguments: the parent builds it, from the services that the parent
/// sees.
func inheritServices(_ draft: inout PlanDraft) {
  guard let parent = draft.parent?.wiring else { return }
  let own = Set(draft.definitions.aliases.map { ExactText($0.key) }).union(draft.meanings.all.keys)
  func inherit(_ index: Int, as key: String, _ draft: inout PlanDraft) -> Int {
    draft.nodes.append(PlannedService(inheriting: index, as: key, from: parent.bindings))
    return draft.nodes.count - 1
  }
  // The child's keys are looked up in the parent, because it has many more of them.
  var isHidden = Array(repeating: false, count: parent.bindings.count)
  for key in own {
    guard let outermost = parent.index(ofKey: key.text) else { continue }
    let index = parent.bindings[outermost].original ?? outermost
    // An alias of the parent may be hidden, too.
    if ExactText(parent.bindings[index].key) == key { isHidden[index] = true }
  }
  draft.inheritedNodes = Array(repeating: nil, count: parent.bindings.count)
  for index in parent.bindings.indices where !isHidden[index] {
    // A decorator has no key that can be asked for, and neither has an inline service.
    guard parent.bindings[index].decorates == nil, parent.bindings[index].owner == nil else {
      continue
    }
    let key = parent.bindings[index].key
    let node = inherit(parent.bindings[index].outermost ?? index, as: key, &draft)
    draft.inheritedNodes[index] = node
    draft.meanings[key] = .service(node)
  }
  // The parent's aliases. A service whose own key the child defines is found by them alone, and has the
  // key of the first one.
  var hidden: [Int: Int] = [:]
  for key in parent.aliases where !own.contains(ExactText(key)) {
    guard let outermost = parent.index(ofKey: key) else { continue }
    let index = parent.bindings[outermost].original ?? outermost
    let node =
      draft.inheritedNodes[index] ?? hidden[index] ?? inherit(outermost, as: key, &draft)
    if draft.inheritedNodes[index] == nil { hidden[index] = node }
    draft.meanings[key] = .service(node)
  }
  for var entry in parent.disabled
  where entry.decorates == nil && !own.contains(ExactText(entry.key)) {
    entry.isInherited = true
    draft.disabled.append(entry)
    draft.meanings[entry.key] = .disabled(draft.disabled.count - 1)
  }
}
