import PatchbayDiagnostics

/// Checks the keys outside of arguments: `after` and `roots`.
func checkListedKeys(_ draft: inout PlanDraft) {
  for root in draft.definitions.roots {
    switch draft.meanings[root.text] {
    case .service, .faulty: break
    case .decorator(let decorator):
      draft.report(referenceToDecorator(root, draft.nodes[decorator].definition))
    case nil:
      draft.report(unknownRoot(root, draft))
    }
  }
  for node in draft.nodes where !node.definition.after.isEmpty {
    let definition = node.definition
    for key in definition.after {
      switch draft.meanings[key.text] {
      case .service(let index): draft.reportDeprecation(of: key, index, by: definition.key)
      case .faulty: break
      case .decorator(let decorator):
        draft.report(referenceToDecorator(key, draft.nodes[decorator].definition))
      case nil:
        draft.report(
          unknownService(
            key,
            "`\(definition.key)` starts after `\(key.text)`",
            draft,
            requester: definition
          )
        )
      }
    }
  }
}

private func unknownRoot(_ root: Located, _ draft: PlanDraft) -> Diagnostic {
  if let removal = draft.definitions.removed[root.text] { return removedRoot(root, removal, draft) }
  if let place = draft.definitions.templatePlace(root.text) {
    return Diagnostic(
      .unknownRoot,
      "the root `\(root.text)` is a template, and no service",
      labels: templateLabels(root, place),
      fixIts: [extendingTemplate(root.text)]
    )
  }
  return Diagnostic(
    .unknownRoot,
    "the root `\(root.text)` is a service that no layer defines",
    labels: [.init(root.place, "no service has this key")],
    fixIts: didYouMean(
      root.text, draft.meanings.entries.lazy.map(\.key), at: root.place, within: draft.hints)
  )
}

private func removedRoot(_ root: Located, _ removal: Origin, _ draft: PlanDraft) -> Diagnostic {
  let layer = draft.definitions.layers[removal.layer]
  return Diagnostic(
    .unknownRoot,
    "the root `\(root.text)` is a service that the layer `\(layer)` removes",
    labels: [
      .init(root.place, "the program asks for `\(root.text)`"),
      .init(removal.place, "removed here"),
    ],
    fixIts: [
      .init("keep the service there, or name the root only for the environments that have it")
    ]
  )
}
