import PatchbayDiagnostics

extension PlanDraft {
  /// Fills a service parameter with the only service that provides its type; absent if none does, and the argument
  /// counts as left out.
  mutating func autowired(_ use: ParameterUse, _ definition: Definition) -> FoundService? {
    let contract = use.parameter.contract
    let offered = max(offers[contract].count, inheritedOffers[contract].count)
    let isWithin = canExpand(by: offered, at: definition.place) { _ in
      "the services that fit `\(use.parameter.name)`"
    }
    guard isWithin else { return nil }
    let candidates = services(fitting: use)
    guard let first = candidates.first else { return .absent }
    guard candidates.count == 1 else {
      report(ambiguous(use, definition, candidates))
      return nil
    }
    return addEdge(
      outermost(of: first), nodes[first].key, .type, definition.place, use)
  }

  /// Fills a parameter of a decorator with what it wraps, as `!inner` does: the only one that is left out and takes
  /// that. Absent for any other parameter, and where the decorator says itself what is `!inner`.
  mutating func autowiredInner(_ use: ParameterUse, _ definition: Definition) -> FoundService? {
    // Before the decorated service is looked at: nearly all services decorate nothing.
    guard let inner = nodes[use.node].inner, let entry = nodes[inner].knownEntry,
      use.takesInner(of: entry), !definition.usesInner
    else { return .absent }
    let given = Set(definition.arguments.map(\.name))
    let takers = use.entry.parameters.indices.map { position in
      var other = use
      (other.parameter, other.position) = (use.entry.parameters[position], position)
      return other
    }
    .filter { $0.takesInner(of: entry) }
    // One that may be left out is a second one, such as a fallback, unless it is all that there is.
    let required = takers.filter { !$0.parameter.mayBeLeftOut }
    let fitting = (required.isEmpty ? takers : required).filter {
      !given.contains($0.parameter.name)
    }
    guard fitting.contains(where: { $0.position == use.position }) else { return .absent }
    guard fitting.count == 1 else {
      // Reported once, for the first of them.
      if fitting.first?.position == use.position {
        report(severalForInner(fitting.map(\.parameter.name), use, definition))
      }
      return nil
    }
    return addEdge(inner, nodes[inner].key, .inner, definition.place, use)
  }

  private func severalForInner(
    _ names: [String], _ use: ParameterUse, _ definition: Definition
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousService,
      "`\(definition.key)` cannot be autowired: \(names.quoted()) take what it decorates",
      at: definition.argumentsPlace ?? definition.place, "say which one is what it wraps"
    )
    .label(definition.decorates?.place, "`\(definition.decorates?.text ?? "")` is decorated here")
    .note("declared at \(use.entry.location): \(use.entry.shortSignature)")
  }

  /// Returns the first services that a parameter could be given by its type: the child's own, or if there is none, the
  /// parent's. One that only a program can request is no candidate.
  func services(fitting use: ParameterUse, atMost limit: Int = .max) -> [Int] {
    let excluded = services(builtWith: use.node)
    func possible(_ offers: Offers) -> [Int] {
      Array(
        offers[use.parameter.contract].lazy.filter {
          !excluded.contains($0) && !(nodes[$0].knownEntry?.isAlwaysFresh ?? false)
        }.prefix(limit))
    }
    let own = possible(offers)
    return own.isEmpty ? possible(inheritedOffers) : own
  }

  /// Returns the services that a node can never receive by their types: itself, the service it
  /// decorates, and the service that it is an inline argument of.
  fileprivate func services(builtWith node: Int) -> Set<Int> {
    var own = Set(owners(of: node))
    // Other decorators offer nothing.
    if let original = nodes[owner(of: node)].original { own.insert(original) }
    return own
  }

  private func ambiguous(_ use: ParameterUse, _ definition: Definition, _ candidates: [Int])
    -> Diagnostic
  {
    let keys = candidates.map { nodes[$0].key }
    let (name, contract) = (use.parameter.name, use.parameter.contract)
    return Diagnostic(
      .ambiguousService,
      "`\(definition.key)` cannot be autowired: \(candidates.count.inWords) services provide "
        + "`\(contract)` for `\(name)`",
      at: definition.argumentsPlace ?? definition.place, "give `\(name)`"
    )
    .labels(
      candidates.prefix(5).map { .init(nodes[$0].place, "provides `\(contract)`") }
    )
    .note(use.declaration)
    .fix(
      "name one of \(keys.someQuoted(joinedBy: "or"))",
      suggestion: definition.argumentsPlace == nil
        ? "arguments: { \(name): !ref \(keys[0]) }" : "\(name): !ref \(keys[0])")
  }
}

extension ParameterUse {
  /// Whether it takes one service, at once, that a decorated service can be. What a decorator wraps is
  /// never resolved later.
  fileprivate func takesInner(of entry: CatalogEntry) -> Bool {
    [.service, .optionalService].contains(parameter.kind)
      && entry.contractIndex(of: parameter.contract) != nil
  }
}

extension Definition {
  /// Whether an `!inner` is written in it, or in an inline service of it.
  fileprivate var usesInner: Bool {
    var pending = [self]
    while let next = pending.popLast() {
      let isWritten = (next.arguments + next.properties).contains { argument in
        argument.value.firstPart { part in
          if case .service(let use) = part.content, case .inner = use.target { true } else { false }
        } != nil
      }
      if isWritten { return true }
      pending += next.inlineDefinitions
    }
    return false
  }
}
