import PatchbayDiagnostics

extension PlanDraft {
  /// Binds each definition to the factory that its `type` names, or that came with it, and reports
  /// invalid declarations of factories.
  ///
  /// Afterwards a node without an entry is faulty, and its type or its factory was reported.
  mutating func joinFactories() {
    for mistake in catalog.mistakes { report(mistake) }
    for index in nodes.indices where nodes[index].inherited == nil {
      joinFactory(index)
    }
  }

  /// Binds a service to its factory; an inline one while arguments are bound.
  mutating func joinFactory(_ index: Int) {
    let node = nodes[index]
    if let factory = node.definition.factory {
      for mistake in factory.mistakes { report(mistake) }
      join(index, to: factory)
      return
    }
    guard let type = node.definition.type else {
      node.isFaulty = true
      return
    }
    if lastEntry?.name != type.text { lastEntry = catalog.entries[type.text] }
    if let entry = lastEntry {
      join(index, to: entry)
    } else {
      node.isFaulty = true
      reportUnknownType(type, node.definition)
    }
  }

  /// Binds a definition to its factory, unless its declaration is invalid, which was reported.
  private mutating func join(_ index: Int, to factory: CatalogEntry) {
    if factory.mistakes.isEmpty {
      nodes[index].knownEntry = factory
    } else {
      nodes[index].isFaulty = true
    }
  }

  private mutating func reportUnknownType(_ type: Located, _ definition: Definition) {
    // The key of another service, in place of a type.
    let place = self.place(ofKey: type.text)
    let service = place == definition.place ? nil : place
    let error = Diagnostic(
      .unknownType, "no factory is registered for the type name `\(type.text)`", at: type.place,
      service == nil ? "not in the catalog" : "the key of a service, and not the name of a type"
    )
    .label(definition.place, "while binding `\(definition.key)`")
    .label(service, "the service `\(type.text)`")
    .note(
      catalog.isOmitted
        ? nil
        : "the catalog `\(catalog.name)` is built at \(catalog.location) and registers "
          + catalog.entries.count.counted("type name")
    )
    report(error) { error, draft in
      let catalog = draft.catalog
      let near = Diagnostic.FixIt.didYouMean(
        type.text, among: catalog.entries.keys, at: type.place, isClosed: true)
      if near != nil || service != nil { return error.fix(near) }
      return error.fix(
        catalog.isOmitted
          ? "no catalog was passed: write `Container(catalog: .app) { … }`"
          : "register it in the catalog `\(catalog.name)` at \(catalog.location): "
            + "`Factory(\"\(type.text)\", …)`, or `@Provided` at the type")
    }
  }
}
