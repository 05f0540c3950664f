import PatchbayDiagnostics

/// Checks the keys outside of arguments: `after` and `roots`.
func checkListedKeys(_ draft: inout PlanDraft) {
  for root in draft.definitions.roots {
    switch draft.meanings[root.text] {
    case .service, .faulty: break
    case .decorator(let decorator):
      draft.report(draft.definitions.definitions[decorator].referenceToDecorator(root))
    case .disabled(let index): draft.report(disabledRoot(root, index, draft))
    case nil: reportUnknownRoot(root, &draft)
    }
  }
  for node in draft.nodes where !node.definition.after.isEmpty {
    let definition = node.definition
    WorkMeter.count(definition.after.count)
    for key in definition.after {
      switch draft.meanings[key.text] {
      case .service(let index): draft.reportDeprecation(of: key, index, by: definition.key)
      // The field builds nothing, so that nothing is missing.
      case .disabled, .faulty: break
      case .decorator(let decorator):
        draft.report(draft.definitions.definitions[decorator].referenceToDecorator(key))
      case nil:
        draft.reportUnknownService(
          key, "`\(definition.key)` starts after `\(key.text)`", by: definition.key,
          besides: [definition.key])
      }
    }
  }
}

private func disabledRoot(_ root: Located, _ index: Int, _ draft: PlanDraft) -> Diagnostic {
  draft.disabledService(
    root, index, "the root `\(root.text)` is disabled", "the program asks for `\(root.text)`"
  )
  .fix("enable it, or name the root only for the environments that enable it")
}

private func reportUnknownRoot(_ root: Located, _ draft: inout PlanDraft) {
  func error(_ fact: String, _ label: String) -> Diagnostic {
    Diagnostic(.unknownRoot, "the root `\(root.text)` is a \(fact)", at: root.place, label)
  }
  if let removal = draft.definitions.removed[root.text] {
    let removed = error(
      "service that the layer `\(draft.definitions.layers[removal.layer])` removes",
      "the program asks for `\(root.text)`"
    )
    .label(removal.place, "removed here")
    .fix("keep the service there, or name the root only for the environments that have it")
    return draft.report(removed)
  }
  if let place = draft.definitions.templatePlace(root.text) {
    return draft.report(
      error("template, and no service", Diagnostic.templateLabel)
        .extending(template: root.text, at: place))
  }
  draft.report(error("service that no layer defines", "no service has this key")) {
    $0.didYouMean(root.text, among: $1.meanings.keys, at: root.place)
  }
}
