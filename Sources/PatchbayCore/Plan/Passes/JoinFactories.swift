import PatchbayDiagnostics

/// Joins each definition to the factory that its `type` names, or that came with it.
///
/// Afterwards a node without an entry is faulty, and its type was told about.
func joinFactories(_ draft: inout PlanDraft) {
  for index in draft.nodes.indices { joinFactory(index, &draft) }
}

/// Joins one node; inline services come here while arguments are bound.
func joinFactory(_ index: Int, _ draft: inout PlanDraft) {
  if let factory = draft.nodes[index].definition.factory {
    draft.nodes[index].entry = factory
    return
  }
  guard let type = draft.nodes[index].definition.type else {
    draft.nodes[index].isFaulty = true
    return
  }
  if let entry = draft.catalog.entries[type.text] {
    draft.nodes[index].entry = entry
  } else {
    draft.nodes[index].isFaulty = true
    let place = draft.placesOfKeys[type.text]
    draft.tell(unknownType(type, draft.nodes[index].definition, draft.catalog, serviceAt: place))
  }
}

private func unknownType(
  _ type: Located,
  _ definition: Definition,
  _ catalog: FactoryCatalog,
  serviceAt place: SourcePlace?
) -> Diagnostic {
  let count = catalog.entries.count
  var diagnostic = Diagnostic(
    .unknownType,
    "no factory is registered for the type name `\(type.text)`",
    labels: [
      .init(type.place, "not in the catalog"),
      .init(definition.place, "while binding `\(definition.key)`"),
    ],
    notes: [
      "the catalog `\(catalog.name)` is built at \(catalog.location) and registers "
        + "\(count) type name\(count == 1 ? "" : "s")"
    ],
    fixIts: didYouMean(type.text, catalog.entries.keys, at: type.place, isClosed: true)
  )
  if let place, place != definition.place {
    diagnostic.labels[0].message = "the key of a service, and not the name of a type"
    diagnostic.labels.append(.init(place, "the service `\(type.text)`"))
    let advice =
      "to stand for the service `\(type.text)` write `alias: \(type.text)`, to inherit from it "
      + "`extends: \(type.text)`"
    diagnostic.fixIts.insert(.init(advice), at: 0)
  }
  return diagnostic
}
