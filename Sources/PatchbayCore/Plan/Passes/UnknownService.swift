import PatchbayDiagnostics

/// A key that nobody defines, or that a layer removed.
func unknownService(
  _ reference: Located,
  message: String,
  _ draft: PlanDraft,
  requester: Definition? = nil
) -> Diagnostic {
  let key = reference.text
  if let removal = draft.definitions.removed[key] {
    return removedService(reference, removal, draft, requester: requester)
  }
  let candidates = draft.meanings.lazy.filter { entry in
    if case .decorator = entry.value { false } else { true }
  }.map(\.key)
  let near = nearMisses(of: key, in: candidates)
  var labels: [Diagnostic.Label] = [.init(reference.place, "no service has this key")]
  if let place = near.first.flatMap({ draft.place(ofKey: $0) }) {
    labels.append(.init(place, "a similar key is defined here"))
  }
  return Diagnostic(
    .unknownService,
    message,
    labels: labels,
    notes: [searchedLayers(draft.definitions.layers)],
    fixIts: didYouMean(key, near, at: reference.place),
    requestedBy: [.init(key, nil)]
  )
}

private func removedService(
  _ reference: Located,
  _ removal: Origin,
  _ draft: PlanDraft,
  requester: Definition?
) -> Diagnostic {
  let layer = draft.definitions.layers[removal.layer]
  let user = requester.map { "`\($0.key)` depends on" } ?? "something refers to"
  return Diagnostic(
    .removedService,
    "\(user) `\(reference.text)`, which the layer `\(layer)` removes",
    labels: [
      .init(reference.place, "still refers to `\(reference.text)`"),
      .init(removal.place, "removed here"),
    ],
    fixIts: [
      .init("change the reference in that layer too, or write `!optional` where it may be missing")
    ],
    requestedBy: [.init(reference.text, nil)]
  )
}

private func searchedLayers(_ layers: [LayerName]) -> String {
  let names = layers.map(\.description).joined(separator: ", ")
  return layers.count == 1
    ? "1 layer was searched: \(names)" : "\(layers.count) layers were searched: \(names)"
}

extension PlanDraft {
  /// Where a key is defined.
  func place(ofKey key: String) -> SourcePlace? {
    switch meanings[key] {
    case .service(let index) where nodes[index].key == key: return nodes[index].definition.place
    case .decorator(let index): return nodes[index].definition.place
    default: return definitions.aliases.first { $0.key == key }?.provenance.place
    }
  }
}
