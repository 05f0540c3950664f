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
    let catalog = self.catalog
    let count = catalog.entries.count
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
          + "\(count.counted("type name"))\(noneIsRegistered ? ", none of those that the definitions use" : "")"
    )
    .fix(
      service.map { _ in
        .init(
          "to use the service `\(type.text)` under this key write `alias: \(type.text)`, to inherit from it "
            + "`extends: \(type.text)`")
      })
    report(error) { $0.fixes($1.fixes(of: type, isService: service != nil)) }
  }

  /// Whether the catalog has none of several types that definitions name, and so is probably that of another
  /// program, or a test's own without the program's.
  private var noneIsRegistered: Bool {
    mutating get {
      if let known = lacksAllTypes { return known }
      let named = nodes.lazy.filter { $0.definition.factory == nil }
      let names = Set(named.compactMap { $0.definition.type?.text })
      let lacksAll = names.count > 2 && names.allSatisfy { catalog.entries[$0] == nil }
      lacksAllTypes = lacksAll
      return lacksAll
    }
  }

  /// Returns what was probably meant by an unknown type, each once; if nothing is near, how to register
  /// it.
  private func fixes(of type: Located, isService: Bool) -> [Diagnostic.FixIt] {
    let catalog = self.catalog
    // A longer text is no name that was misspelled.
    guard type.text.utf8.count <= 1_024 else { return [] }
    let first =
      comment(behind: type) ?? typesProviding(type.text, type)
      ?? typeName(inSwift: type)
    let near = Diagnostic.FixIt.didYouMean(
      type.text, among: catalog.entries.keys, at: type.place, isClosed: true)
    let isTwice = near.map { near in near.edits.isEmpty || near.edits == first?.edits } ?? true
    let fixes = [first, isTwice && first != nil ? nil : near].compactMap(\.self)
    guard fixes.isEmpty, !isService else { return fixes }
    if catalog.isOmitted {
      return [.init("no catalog was passed: write `Container(catalog: .app) { … }`")]
    }
    return [
      .init(
        "register it in the catalog `\(catalog.name)` at \(catalog.location): "
          + "`Factory(\"\(type.text)\", …)`, or `@Provided` at the type")
    ]
  }

  /// Returns the fix of `Green // a comment`; nil for any other text.
  private func comment(behind type: Located) -> Diagnostic.FixIt? {
    guard let slashes = type.text.firstRange(ofText: " //") else { return nil }
    let name = String(type.text[..<slashes.lowerBound].prefix { $0 != " " })
    guard catalog.entries[name] != nil else { return nil }
    return .init(
      "a comment begins with `#` in YAML", replacing: type.place, with: ScalarText.written(name))
  }

  /// Returns the fix that names the types that provide a contract, which was written in place of one.
  private func typesProviding(_ contract: String, _ type: Located) -> Diagnostic.FixIt? {
    let names = catalog.entries.values
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
  private func typeName(inSwift type: Located) -> Diagnostic.FixIt? {
    let head = type.text.drop { $0 == "(" }.prefix { $0 != "<" && $0 != "(" }
    let words = head.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      .filter { !["any", "self"].contains($0) }
    guard let name = words.last.map({ String($0) }), name != type.text else { return nil }
    guard catalog.entries[name] != nil else { return typesProviding(name, type) }
    return .init(
      "write the name of the type alone", replacing: type.place, with: ScalarText.written(name))
  }
}
