import PatchbayDiagnostics

/// Returns the error of a reference to a service that does not provide the declared contract.
func incompatibleService(
  _ target: Int,
  _ key: String,
  _ place: SourcePlace,
  _ use: ParameterUse,
  _ draft: PlanDraft
) -> Diagnostic {
  let contract = use.parameter.contract
  let node = draft.nodes[target]
  let provided = node.entry.map(whatPeopleAskFor) ?? "nothing"
  var labels = [
    Diagnostic.Label(place, "expected a service that provides `\(contract)`")
  ]
  if let type = node.definition.type {
    labels.append(
      .init(type.place.extended(overKey: "type"), "`\(type.text)` provides \(provided)")
    )
  }
  return Diagnostic(
    .incompatibleService,
    "`\(draft.nodes[use.node].key)` needs \(contract.withArticle) for `\(use.parameter.name)`, "
      + "but `\(key)` provides \(provided)",
    labels: labels,
    notes: ["\(use.declaredName) is declared at \(use.entry.location)"],
    fixIts: [candidates(for: contract, draft)]
      + (node.entry.flatMap { declaring(contract, in: $0) }.map { [$0] } ?? [])
  )
}

/// Returns the line that a factory lacks if its product may conform to the requested contract; nil
/// if it cannot.
///
/// Swift cannot determine from a type alone whether it conforms to a protocol, so the reader has
/// to.
func declaring(_ contract: TypeName, in entry: CatalogEntry) -> Diagnostic.FixIt? {
  let product = entry.contracts[0].type
  guard !product.isExistential,
    contract.isExistential || contract.isClass && product.isClass
  else { return nil }
  let relation = contract.isExistential ? "conforms to" : "is a subclass of"
  return .init(
    "if `\(product)` \(relation) `\(contract.contractName)`, declare that in its factory at "
      + "\(entry.location)",
    suggestion: ".provides(\(contract.metatypeText)) { $0 }")
}

/// Returns the declared contracts; a factory's own type only if it declares no other.
private func whatPeopleAskFor(_ entry: CatalogEntry) -> String {
  let contracts = entry.contracts.map { "\($0.type)" }
  return quotedList(contracts.count > 1 ? Array(contracts[1...]) : contracts)
}

/// Returns the services that provide a contract.
func candidates(for contract: TypeName, _ draft: PlanDraft) -> Diagnostic.FixIt {
  let own = draft.offers[contract]
  let inherited = draft.inheritedOffers[contract]
  let offered = own == inherited ? own : own + inherited
  guard !offered.isEmpty else {
    return .init("no service provides `\(contract)`: define one")
  }
  let names = offered.prefix(5).map { index in
    "`\(draft.nodes[index].key)`" + shortPlace(draft.nodes[index].definition.place)
  }
  let rest = offered.count > 5 ? ", and \(offered.count - 5) more" : ""
  let verb = offered.count == 1 ? "1 service provides" : "\(offered.count) services provide"
  return .init("\(verb) `\(contract)`: \(names.joined(separator: ", "))\(rest)")
}

/// Returns ` (services.yaml:5)`: enough to find it, short enough for a list.
private func shortPlace(_ place: SourcePlace) -> String {
  switch place {
  case .span(let span):
    let file = span.file.name.split(separator: "/").last ?? ""
    return " (\(file):\(span.start.line))"
  case .file(let name): return " (\(name))"
  case .swift(let location): return " (\(location))"
  }
}
