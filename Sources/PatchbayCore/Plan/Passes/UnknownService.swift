import PatchbayDiagnostics

/// Returns the error of a key that no layer defines, or that a layer removed. `use` is the
/// beginning of the message, such as `` `a` depends on `b` ``.
func unknownService(
  _ reference: Located,
  _ use: String,
  _ draft: PlanDraft,
  requester: Definition? = nil
) -> Diagnostic {
  let key = reference.text
  if let removal = draft.definitions.removed[key] {
    return removedService(reference, removal, draft, requester: requester)
  }
  var fact = "no layer defines"
  var labels: [Diagnostic.Label] = [.init(reference.place, "no service has this key")]
  var fixIts: [Diagnostic.FixIt] = []
  let elsewhere = draft.definitions.definitionsElsewhere(key, draft.hints)
  if !elsewhere.isEmpty {
    labels += elsewhere.prefix(5).map {
      .init($0.place, "defined only for the environment `\($0.environment)`")
    }
    fixIts = [
      .init(elsewhere.advice("define", lackingIn: draft.definitions.environment))
    ]
  } else if let place = draft.definitions.templatePlace(key) {
    fact = "is a template"
    labels = templateLabels(reference, place)
    fixIts = [extendingTemplate(key)]
  } else if draft.catalog.entries[key] != nil {
    labels[0].message = "the name of a type, and not the key of a service"
    fixIts = [typeInsteadOfKey(reference, draft)]
  } else {
    (labels, fixIts) = similarKeys(reference, labels[0], draft)
  }
  return Diagnostic(
    .unknownService,
    "\(use), which \(fact)",
    labels: labels,
    notes: [searchedLayers(draft.definitions.layers, draft.parent)],
    fixIts: fixIts,
    requestedBy: [.init(key, nil)]
  )
}

private func similarKeys(
  _ reference: Located,
  _ label: Diagnostic.Label,
  _ draft: PlanDraft
) -> ([Diagnostic.Label], [Diagnostic.FixIt]) {
  let candidates = draft.meanings.entries.lazy.filter { entry in
    if case .decorator = entry.meaning { false } else { true }
  }.map(\.key)
  let near = nearMisses(of: reference.text, in: candidates, within: draft.hints)
  var labels = [label]
  if let place = near.first.flatMap({ draft.place(ofKey: $0) }) {
    labels.append(.init(place, "a similar key is defined here"))
  }
  return (labels, didYouMean(reference.text, near, at: reference.place))
}

/// Returns the fix-it for a type's name in place of a service's key: the services of that type.
private func typeInsteadOfKey(_ reference: Located, _ draft: PlanDraft) -> Diagnostic.FixIt {
  let type = reference.text
  let keys = draft.nodes.lazy.filter {
    $0.owner == nil && !$0.isDecorator && $0.definition.type?.text == type
  }.map(\.key)
  let some = Array(keys.prefix(5))
  switch some.count {
  case 0:
    return .init(
      "define a service with the type `\(type)` and refer to its key, or write "
        + "`!inline { type: \(type) }`"
    )
  case 1:
    return .init(
      "refer to the service with this type, `\(some[0])`, by its key",
      edits: reference.place.span.map { [.init($0, some[0])] } ?? []
    )
  default:
    let more = keys.count > some.count ? ", and \(keys.count - some.count) more" : ""
    return .init(
      "refer to a service by its key: \(quotedList(some))\(more) have this type")
  }
}

/// Returns the labels of a reference to a template.
func templateLabels(_ reference: Located, _ place: SourcePlace) -> [Diagnostic.Label] {
  [
    .init(reference.place, "the name of a template, and not the key of a service"),
    .init(place, "a template: only what extends it is built"),
  ]
}

func extendingTemplate(_ name: String) -> Diagnostic.FixIt {
  .init(
    "define a service that extends it, and refer to that service",
    suggestion: "<key>: { extends: \(name) }")
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
      .init(
        "change the reference in that layer too, or write "
          + "\(reference.place.isSwift ? "`.optional`" : "`!optional`") where it may be missing")
    ],
    requestedBy: [.init(reference.text, nil)]
  )
}

private func searchedLayers(_ layers: [LayerName], _ parent: Plan?) -> String {
  let names = layers.map(\.description).joined(separator: ", ")
  let own =
    layers.count == 1
    ? "1 layer was searched: \(names)" : "\(layers.count) layers were searched: \(names)"
  guard let parent else { return own }
  let count = parent.wiring.names.count
  return
    "\(own); so \(count == 1 ? "was" : "were") the parent's \(count) key\(count == 1 ? "" : "s")"
}

extension PlanDraft {
  /// Returns the place where a key is defined.
  func place(ofKey key: String) -> SourcePlace? {
    switch meanings[key] {
    case .service(let index) where nodes[index].key == key: return nodes[index].definition.place
    case .decorator(let index): return nodes[index].definition.place
    default: return aliases[key]?.provenance.place
    }
  }
}
