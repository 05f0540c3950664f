import PatchbayDiagnostics

/// The result of looking up one service; nil if there is an error, which was reported.
enum FoundService {
  case found(BoundService)
  /// An optional service that no layer defines, or none of a type.
  case absent
}

extension PlanDraft {
  /// Looks up the service that an argument uses, and adds the edge to it.
  mutating func findService(_ service: ServiceUse, _ use: ParameterUse) -> FoundService? {
    switch service.target {
    case .reference(let key):
      return findKey(key, service.place, use, isOptional: false)
    case .optional(let key):
      return findKey(key, service.place, use, isOptional: true)
    case .inline(let definition):
      let index = nodes.count
      let node = PlannedService([definition], 0, owner: use.node)
      node.scope = .transient
      nodes.append(node)
      joinFactory(index)
      return addEdge(index, definition.key, .inline, service.place, use)
    case .inner:
      // An inline service of a decorator is a part of it.
      let bearer = nodes[owner(of: use.node)]
      guard bearer.isDecorator else {
        // If a part of the entry could not be read, it may contain `decorates`.
        if !bearer.definition.isFaulty {
          report(innerOutsideDecorator(service, bearer.definition))
        }
        return nil
      }
      // Without an inner node, an error of its target was already reported.
      guard let inner = bearer.inner else { return nil }
      return addEdge(inner, nodes[inner].key, .inner, service.place, use)
    case .tagged:
      return nil
    }
  }

  private mutating func findKey(
    _ key: Located, _ place: SourcePlace, _ use: ParameterUse, isOptional: Bool
  ) -> FoundService? {
    let owner = nodes[use.node]
    switch meanings[key.text] {
    case .service(let original):
      reportDeprecation(of: key, original, by: owner.key)
      let outermost = self.outermost(of: original)
      return addEdge(outermost, key.text, .reference, place, use)
    case .decorator(let index):
      let decorator = definitions.definitions[index]
      report(
        nodes[self.owner(of: use.node)].key == decorator.key
          ? decorator.referenceToItself(place, isShared: sharesText(use.node))
          : decorator.referenceToDecorator(key))
      return nil
    case .faulty:
      return nil
    case nil:
      // A template is never there, in no environment: that is a mistake, and no absence.
      let isAbsent = disabled[key.text] != nil || definitions.templatePlace(key.text) == nil
      if isOptional, isAbsent { return .absent }
      let entry = nodes[self.owner(of: use.node)].definition
      reportUnknownService(
        key, "`\(owner.key)` depends on `\(key.text)`",
        besides: [entry.key, entry.decorates?.text].compactMap(\.self), requester: use.node)
      return nil
    }
  }

  /// Checks that a node provides the declared type, and adds the edge.
  mutating func addEdge(
    _ target: Int, _ key: String, _ source: Edge.Source, _ place: SourcePlace, _ use: ParameterUse
  ) -> FoundService? {
    WorkMeter.count(1)
    edges.append(Edge(to: target, source, at: place, for: use))
    // An unknown type was already reported, and may provide anything.
    guard let entry = nodes[target].knownEntry else { return nil }
    if entry.isAlwaysFresh {
      // A decorator of such a type was reported separately.
      if !nodes[target].isDecorator {
        report(entry.referenceToFreshService(key, at: place, use, self))
      }
      return nil
    }
    guard let contract = entry.contractIndex(of: use.parameter.contract) else {
      reportIncompatibleService(target, key, at: place, use)
      return nil
    }
    return .found(BoundService(index: target, contract: contract))
  }
}

private func innerOutsideDecorator(_ service: ServiceUse, _ owner: Definition) -> Diagnostic {
  let place = service.place
  return Diagnostic(
    .decoratorTarget,
    "`\(place.spelling(yaml: "!inner", swift: ".inner"))` is used in `\(owner.key)`, which decorates "
      + "nothing",
    at: place, "refers to what a decorator wraps"
  )
}

extension PlanDraft {
  /// Reports a reference to a service that does not provide the declared contract.
  mutating func reportIncompatibleService(
    _ target: Int, _ key: String, at place: SourcePlace, _ use: ParameterUse
  ) {
    // Reported of the service itself, whose type is probably not the one that was meant.
    if hasArgumentsOfAnotherType(target) { return }
    if let error = unprovidedByDecorator(target, use) { return report(error) }
    let contract = use.parameter.contract
    let entry = nodes[target].knownEntry
    let type = nodes[target].typeName
    // A factory's own type counts only if it declares no other.
    let contracts = entry?.contracts.types.map(\.description) ?? []
    let provided =
      contracts.isEmpty ? "nothing" : contracts.suffix(max(1, contracts.count - 1)).quoted()
    let error = Diagnostic(
      .incompatibleService,
      "`\(nodes[use.node].key)` needs \(contract.withArticle) for `\(use.parameter.name)`, "
        + "but `\(key)` provides \(provided)",
      at: place, "expected a service that provides `\(contract)`"
    )
    .label(type?.place.extended(overKey: "type"), "`\(type?.text ?? "")` provides \(provided)")
    .note(use.declaration)
    report(error) { error, draft in
      error.fix(draft.candidates(for: contract) { draft.isOwn($0, of: use.node) })
    }
  }

  /// Returns the error of a decorator that does not provide what the service does that it wraps; nil for any other
  /// service. It is the same for all that use the service, and reported once.
  private func unprovidedByDecorator(_ target: Int, _ use: ParameterUse) -> Diagnostic? {
    let contract = use.parameter.contract
    let definition = nodes[target].definition
    guard let key = definition.decorates, let original = original(of: target),
      let type = nodes[target].typeName,
      nodes[original].knownEntry?.contractIndex(of: contract) != nil
    else { return nil }
    return Diagnostic(
      .decoratorTarget,
      "`\(definition.key)` decorates `\(key.text)` and does not provide `\(contract)`, which "
        + "`\(nodes[use.node].key)` needs of it",
      at: type.place, "`\(type.text)` does not provide `\(contract)`"
    )
    .label(key.place, "takes the place of `\(key.text)`")
  }

  /// Returns the services that provide a contract, also through their decorators.
  func candidates(
    for contract: TypeName, besides isExcluded: (Int) -> Bool
  ) -> Diagnostic.FixIt {
    let own = offers[contract]
    // Without services of its own, a child offers those of the parent.
    let isInherited = own.first == inheritedOffers[contract].first
    let all = own + (isInherited ? [] : inheritedOffers[contract])
    let offered = all.filter { index in
      let entry = nodes[outermost(of: index)].knownEntry
      return !isExcluded(index) && entry.map { $0.contractIndex(of: contract) != nil } ?? true
    }
    let count = offered.count
    guard count > 0 else {
      return .init("no service provides `\(contract)`")
    }
    let names = offered.prefix(5).map { index in
      "`\(nodes[index].key)` (\(nodes[index].place.shortName))"
    }
    let rest = count > 5 ? ", and \(count - 5) more" : ""
    let verb = count == 1 ? "1 service provides" : "\(count) services provide"
    return .init("\(verb) `\(contract)`: \(names.joined(separator: ", "))\(rest)")
  }
}

extension SourcePlace {
  /// `services.yaml:5`: enough to find it, short enough for a list.
  fileprivate var shortName: String {
    switch self {
    case .span(let span): "\(span.file.name.split(separator: "/").last ?? ""):\(span.start.line)"
    case .file(let name): name
    case .swift(let location): "\(location)"
    }
  }
}
