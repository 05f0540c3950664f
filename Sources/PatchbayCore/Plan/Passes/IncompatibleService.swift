import PatchbayDiagnostics

extension PlanDraft {
  /// Returns the error of a reference to a service that does not provide the declared contract.
  func incompatibleService(
    _ target: Int, _ key: String, at place: SourcePlace, _ use: ParameterUse
  ) -> Diagnostic {
    let contract = use.parameter.contract
    let entry = nodes[target].entry
    let type = nodes[target].definition.type
    // A factory's own type counts only if it declares no other.
    let contracts = entry?.contracts.map { "\($0.type)" } ?? []
    let provided =
      contracts.isEmpty ? "nothing" : contracts.suffix(max(1, contracts.count - 1)).quoted()
    return Diagnostic(
      .incompatibleService,
      "`\(nodes[use.node].key)` needs \(contract.withArticle) for `\(use.parameter.name)`, "
        + "but `\(key)` provides \(provided)",
      at: place, "expected a service that provides `\(contract)`"
    )
    .label(type?.place.extended(overKey: "type"), "`\(type?.text ?? "")` provides \(provided)")
    .note(use.declaration)
    .fix(candidates(for: contract))
    .fix(entry?.declaring(contract))
  }

  /// Returns the services that provide a contract.
  func candidates(for contract: TypeName) -> Diagnostic.FixIt {
    let own = offers[contract]
    let inherited = inheritedOffers[contract]
    let offered = own == inherited ? own : own + inherited
    guard !offered.isEmpty else {
      return .init("no service provides `\(contract)`: define one")
    }
    let names = offered.prefix(5).map { index in
      "`\(nodes[index].key)` (\(nodes[index].definition.place.shortName))"
    }
    let rest = offered.count > 5 ? ", and \(offered.count - 5) more" : ""
    let verb = offered.count == 1 ? "1 service provides" : "\(offered.count) services provide"
    return .init("\(verb) `\(contract)`: \(names.joined(separator: ", "))\(rest)")
  }
}

extension CatalogEntry {
  /// Returns the line that the factory lacks if its product may conform to the requested contract;
  /// nil if it cannot.
  ///
  /// Swift cannot determine from a type alone whether it conforms to a protocol, so the reader has
  /// to.
  func declaring(_ contract: TypeName) -> Diagnostic.FixIt? {
    let product = contracts[0].type
    guard !product.isExistential,
      contract.isExistential || contract.isClass && product.isClass
    else { return nil }
    let relation = contract.isExistential ? "conforms to" : "is a subclass of"
    return .init(
      "if `\(product)` \(relation) `\(contract.contractName)`, declare that in its factory at "
        + "\(location)",
      suggestion: ".provides(\(contract.metatypeText)) { $0 }")
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
