import PatchbayDiagnostics

/// Binds each definition to the factory that its `type` names, or that came with it, and reports
/// invalid declarations of factories.
///
/// Afterwards a node without an entry is faulty, and its type or its factory was reported.
func joinFactories(_ draft: inout PlanDraft) {
  for mistake in draft.catalog.mistakes { draft.report(mistake) }
  for index in draft.nodes.indices where draft.nodes[index].inherited == nil {
    joinFactory(index, &draft)
  }
}

/// Binds a service to its factory; an inline one while arguments are bound.
func joinFactory(_ index: Int, _ draft: inout PlanDraft) {
  let node = draft.nodes[index]
  if let factory = node.definition.factory {
    for mistake in factory.mistakes { draft.report(mistake) }
    join(index, &draft, to: factory)
    return
  }
  guard let type = node.definition.type else {
    node.isFaulty = true
    return
  }
  if draft.lastEntry?.name != type.text { draft.lastEntry = draft.catalog.entries[type.text] }
  if let entry = draft.lastEntry {
    join(index, &draft, to: entry)
  } else {
    node.isFaulty = true
    reportUnknownType(type, node.definition, &draft)
  }
}

/// Binds a definition to its factory, unless its declaration is invalid, which was reported.
private func join(_ index: Int, _ draft: inout PlanDraft, to factory: CatalogEntry) {
  if factory.mistakes.isEmpty {
    draft.nodes[index].knownEntry = factory
  } else {
    draft.nodes[index].isFaulty = true
  }
}

private func reportUnknownType(
  _ type: Located, _ definition: Definition, _ draft: inout PlanDraft
) {
  let catalog = draft.catalog
  let count = catalog.entries.count
  // The key of another service, in place of a type.
  let place = draft.place(ofKey: type.text)
  let service = place == definition.place ? nil : place
  let error = Diagnostic(
    .unknownType, "no factory is registered for the type name `\(type.text)`", at: type.place,
    service == nil ? "not in the catalog" : "the key of a service, and not the name of a type"
  )
  .label(definition.place, "while binding `\(definition.key)`")
  .label(service, "the service `\(type.text)`")
  .note(
    "the catalog `\(catalog.name)` is built at \(catalog.location) and registers "
      + "\(count.counted("type name"))"
  )
  .fix(
    service.map { _ in
      .init(
        "to stand for the service `\(type.text)` write `alias: \(type.text)`, to inherit from it "
          + "`extends: \(type.text)`")
    })
  draft.report(error) { $0.fixes(fixes(of: type, $1, isService: service != nil)) }
}

/// Returns what was probably meant by an unknown type, each once; if nothing is near, how to register
/// it.
private func fixes(
  of type: Located, _ draft: PlanDraft, isService: Bool
) -> [Diagnostic.FixIt] {
  let catalog = draft.catalog
  // A longer text is no name that was misspelled.
  guard type.text.utf8.count <= 1_024 else { return [] }
  let first =
    comment(behind: type, draft) ?? typesProviding(type.text, type, draft)
    ?? typeName(inSwift: type, draft)
  let near = Diagnostic.FixIt.didYouMean(
    type.text, among: catalog.entries.keys, at: type.place, isClosed: true)
  let isTwice = near.map { near in near.edits.isEmpty || near.edits == first?.edits } ?? true
  let fixes = [first, isTwice && first != nil ? nil : near].compactMap(\.self)
  guard fixes.isEmpty, !isService else { return fixes }
  return [
    .init(
      "register it in the catalog `\(catalog.name)` at \(catalog.location): "
        + "`Factory(\"\(type.text)\", …)`, or `@Provided` at the type")
  ]
}

/// Returns the fix of `Green // a comment`; nil for any other text.
private func comment(behind type: Located, _ draft: PlanDraft) -> Diagnostic.FixIt? {
  guard let slashes = type.text.firstRange(ofText: " //") else { return nil }
  let name = String(type.text[..<slashes.lowerBound].prefix { $0 != " " })
  guard draft.catalog.entries[name] != nil else { return nil }
  return .init(
    "a comment begins with `#` in YAML", replacing: type.place, with: ScalarText.written(name))
}

/// Returns the fix that names the types that provide a contract, which was written in place of one.
private func typesProviding(
  _ contract: String, _ type: Located, _ draft: PlanDraft
) -> Diagnostic.FixIt? {
  let names = draft.catalog.entries.values
    .filter { $0.contracts.types.contains { $0.contractName == contract } }.map(\.name).sorted()
  guard !names.isEmpty else { return nil }
  return .init(
    "`\(contract)` is a Swift type and no type name: \(names.someQuoted()) "
      + (names.count == 1 ? "provides it" : "provide it"),
    edits: names.count == 1
      ? type.place.span.map { [TextEdit($0, ScalarText.written(names[0]))] } ?? [] : [])
}

/// Returns the fix for a type that is written as in Swift: `App.Mailer`, `Mailer.self`, `Mailer()`,
/// `(any Mailer).self`, `Cache<Item>`.
private func typeName(inSwift type: Located, _ draft: PlanDraft) -> Diagnostic.FixIt? {
  let head = type.text.drop { $0 == "(" }.prefix { $0 != "<" && $0 != "(" }
  let words = head.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    .filter { !["any", "self"].contains($0) }
  guard let name = words.last.map({ String($0) }), name != type.text else { return nil }
  guard draft.catalog.entries[name] != nil else { return typesProviding(name, type, draft) }
  return .init(
    "write the name of the type alone", replacing: type.place, with: ScalarText.written(name))
}
