import PatchbayDiagnostics

extension PlanDraft {
  /// Determines the contracts under which each key is found by type.
  ///
  /// A key offers the contracts of its outermost decorator, narrowed by `provides` if that is
  /// written. Afterwards `offers` lists the services of every contract, in order: the child's own, or
  /// if it has none, the parent's.
  mutating func narrowContracts() {
    for (index, node) in nodes.enumerated() where !node.isDecorator && node.inherited == nil {
      let outermost = self.outermost(of: index)
      guard let entry = nodes[outermost].knownEntry else { continue }
      // Nearly always nothing is narrowed, and then there is nothing to copy.
      if node.definition.provides == nil, nodes[outermost].definition.provides == nil {
        for position in entry.contracts.indices {
          offers.append(index, to: entry.contracts.type(at: position))
        }
        continue
      }
      var contracts = entry.contracts.types
      for bearer in outermost == index ? [index] : [index, outermost] {
        guard let narrowed = namedContracts(of: nodes[bearer]) else { continue }
        contracts.removeAll { !narrowed.contains($0) }
      }
      for contract in contracts { offers.append(index, to: contract) }
    }
    // The names that other decorators write are checked nevertheless.
    for (index, node) in nodes.enumerated() where node.isDecorator {
      let isOutermost = original(of: index).map { self.outermost(of: $0) } == index
      if !isOutermost { _ = namedContracts(of: node) }
    }
    inheritOffers()
  }

  /// Returns the contracts that `provides` names; nil if it is not written or the type is unknown.
  mutating func namedContracts(of node: PlannedService) -> Set<TypeName>? {
    guard let names = node.definition.provides, let entry = node.knownEntry else { return nil }
    var found: Set<TypeName> = []
    WorkMeter.count(names.count)
    for name in names {
      var matches = entry.contracts.types.filter { $0.qualifiedContractName == name.text }
      if matches.isEmpty {
        matches = entry.contracts.types.filter { $0.contractName == name.text }
      }
      if matches.count == 1 {
        found.insert(matches[0])
      } else {
        reportNotProvided(name, node.definition, entry, matches)
      }
    }
    return found
  }

  private mutating func reportNotProvided(
    _ name: Located, _ definition: Definition, _ entry: CatalogEntry, _ matches: [TypeName]
  ) {
    guard matches.isEmpty else {
      return report(
        Diagnostic(
          .contractNotProvided,
          "`\(definition.key)` provides several contracts that are named `\(name.text)`",
          at: name.place, "which one is meant?"
        )
        .fix(
          "write it with its module: "
            + matches.map(\.qualifiedContractName).quoted(joinedBy: "or")))
    }
    let names = entry.contracts.types.map(\.contractName)
    let error = Diagnostic(
      .contractNotProvided,
      "`\(definition.key)` is to be found as `\(name.text)`, which its factory does not provide",
      at: name.place, "not provided by `\(entry.name)`"
    )
    .note("`\(entry.name)` provides \(names.quoted()), declared at \(entry.location)")
    report(error) { error, _ in
      let isNew = !(definition.provides ?? []).contains { names.contains($0.text) }
      return error.didYouMean(
        name.text, among: names, at: name.place, isClosed: isNew && !definition.sharesText)
    }
  }
}

/// The services that are found by a contract: for each type, the nodes that offer it, in order.
struct Offers: Sendable {
  /// The types that are offered, each with its nodes.
  private(set) var all: [TypeName: [Int]] = [:]

  /// The nodes that offer a type; empty if there are none.
  subscript(type: TypeName) -> [Int] {
    get { all[type, default: []] }
    set { all[type] = newValue.isEmpty ? nil : newValue }
  }

  mutating func append(_ node: Int, to type: TypeName) { all[type, default: []].append(node) }
}
