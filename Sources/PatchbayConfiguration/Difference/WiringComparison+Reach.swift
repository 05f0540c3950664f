import PatchbayDiagnostics

// What changes reach.
extension WiringComparison {
  /// Returns the difference.
  func difference() -> WiringDifference {
    let (before, after) = (Set(old.variables.keys), Set(new.variables.keys))
    return WiringDifference(
      changes: changes.enumerated().sorted {
        ($0.element.kind.rank, $0.offset) < ($1.element.kind.rank, $1.offset)
      }
      .map(\.element),
      reached: reached(),
      reordered: reordered(),
      requiredVariables: after.filter {
        new.variables[$0]?.isNeeded == true && old.variables[$0]?.isNeeded != true
      }.sortedTexts,
      newVariables: after.subtracting(before).filter { new.variables[$0]?.isNeeded == false }
        .sortedTexts,
      unusedVariables: before.subtracting(after).sortedTexts,
      secretVariables: after.filter { new.variables[$0]?.isSecret == true }.map(\.text),
      comparedByDeclaration: new.services.filter(\.isOwn).map(\.key))
  }

  /// Returns the services that no change is about and that get something else, each with what it gets: those that differ
  /// for another reason than their own entry, and those that depend on a changed one.
  private func reached() -> [WiringDifference.Reached] {
    // A service gets nothing else because another one is a root, starts later or has another key.
    let own = changes.filter { $0.subject == .service }
    let listed = Set(own.map { ExactText($0.key) })
    let changed = Set(
      own.filter { ![.root, .start, .renamed].contains($0.kind) }.map { ExactText($0.key) })
    let parameters = Dictionary(
      first: changes.filter { $0.subject == .parameter }.flatMap { change in
        change.readers.map { (ExactText($0), change.key) }
      })
    var through: [ExactText: String] = [:]
    var found: [ExactText] = []
    for service in new.services where differing.contains(ExactText(service.key)) {
      let key = ExactText(service.key)
      guard !listed.contains(key), let cause = parameters[key] ?? cause(of: service) else {
        continue
      }
      through[key] = cause
      found.append(key)
    }
    var dependents: [ExactText: [ExactText]] = [:]
    for service in new.services {
      for target in service.dependencies.values.joined() {
        dependents[target, default: []].append(ExactText(service.key))
      }
    }
    var pending = new.services.map { ExactText($0.key) }.filter(changed.contains) + found
    var next = 0
    while next < pending.count {
      let key = pending[next]
      next += 1
      for dependent in dependents[key] ?? []
      where !listed.contains(dependent) && through[dependent] == nil {
        through[dependent] = key.text
        found.append(dependent)
        pending.append(dependent)
      }
    }
    return found.map { WiringDifference.Reached(key: $0.text, through: through[$0] ?? "") }
  }

  /// Returns what a service that differs gets: another service, or its type of the catalog. Nil if it gets nothing else:
  /// its keys, its decorators or the types that it is found by are what its users get.
  private func cause(of service: ObservedService) -> String? {
    guard let other = old.service(service.key) else { return nil }
    let labels = Set(service.dependencies.keys).union(other.dependencies.keys)
      .filter { service.dependencies[$0] != other.dependencies[$0] }
    let before = Set(labels.flatMap { other.dependencies[$0] ?? [] })
    let after = Set(labels.flatMap { service.dependencies[$0] ?? [] })
    if let target = after.subtracting(before).sortedTexts.first { return target }
    if let target = before.subtracting(after).sortedTexts.first { return target }
    // The same services in another order.
    if let tag = changes.first(where: { change in
      change.subject == .tag
        && Set((new.tags[ExactText(change.key)] ?? []).map(ExactText.init))
          .isSuperset(of: labels.flatMap { service.dependencies[$0] ?? [] })
    }), !labels.isEmpty {
      return tag.key
    }
    let type = ExactText(service.type)
    if old.factories[type] != new.factories[type] { return service.type }
    return nil
  }

  /// Returns the services with hooks that start after others than before, of those that both sides have.
  private func reordered() -> [String] {
    guard new.services.contains(where: \.hasHooks) else { return [] }
    let (before, after) = (old.startsBefore(), new.startsBefore())
    return new.services.filter { service in
      let key = ExactText(service.key)
      return service.hasHooks && before[key] != nil && before[key] != after[key]
    }.map(\.key)
  }
}

extension ObservedWiring {
  /// Returns for each service with hooks the nearest ones that start before it.
  fileprivate func startsBefore() -> [ExactText: Set<ExactText>] {
    var known: [ExactText: Set<ExactText>] = [:]
    // Each after all that it needs: a chain may have as many services as the configuration.
    var pending = services.map { ExactText($0.key) }.reversed().map { ($0, false) }
    while let (key, areNeedsKnown) = pending.popLast() {
      guard known[key] == nil, let service = service(key.text) else { continue }
      let needs = service.needs
      if areNeedsKnown {
        known[key] = needs.reduce(into: []) { result, need in
          if self.service(need.text)?.hasHooks == true {
            result.insert(need)
          } else {
            result.formUnion(known[need] ?? [])
          }
        }
      } else {
        pending.append((key, true))
        pending += needs.filter { known[$0] == nil && $0 != key }.map { ($0, false) }
      }
    }
    return known.filter { self.service($0.key.text)?.hasHooks == true }
  }
}

extension ObservedService {
  /// The services that are ready before it is built, or start before it.
  fileprivate var needs: [ExactText] {
    let arguments = dependencies.filter { !$0.key.text.hasPrefix("deferred ") }.values.joined()
    return Set(arguments).union(after.map(ExactText.init)).sortedTexts.map(ExactText.init)
  }
}

extension Sequence<ExactText> {
  /// The texts, sorted by their bytes.
  var sortedTexts: [String] { map(\.text).sortedByBytes { $0 } }
}

extension WiringDifference {
  /// Compares two wirings.
  package init(from old: ComparedWiring, to new: ComparedWiring, files: [String] = []) {
    self = WiringComparison(old, new, files: files).difference()
  }
}

extension WiringDifference.Change.Kind {
  /// Its position in the order in which changes are listed.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
