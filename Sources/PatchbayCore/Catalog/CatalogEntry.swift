import PatchbayDiagnostics

/// A factory without its generic type: its signature as data, and how to call it.
struct CatalogEntry: Sendable {
  /// A type under which a product can be found, and how a product is seen as it.
  struct Contract: Sendable {
    let type: TypeName
    let view: @Sendable (AnyBox) -> AnyBox
  }

  let name: String
  let parameters: [ParameterSignature]
  /// The product's own type first, then what was added.
  private(set) var contracts: [Contract]
  let location: SwiftLocation
  /// Builds one product; the arguments stand in the order of the parameters.
  let make: @Sendable ([SuppliedArgument]) throws -> AnyBox

  init(
    name: String,
    parameters: [ParameterSignature],
    product: TypeName,
    location: SwiftLocation,
    make: @escaping @Sendable ([SuppliedArgument]) throws -> AnyBox
  ) {
    self.name = name
    self.parameters = parameters
    self.contracts = [Contract(type: product, view: { $0 })]
    self.location = location
    self.make = make
    let names = parameters.map(\.name)
    // A programmer's mistake, found the first time that the catalog is touched.
    precondition(
      Set(names).count == names.count,
      "the factory `\(name)` at \(location) declares two parameters of one name"
    )
  }

  mutating func add(_ contract: Contract) {
    guard !contracts.contains(where: { $0.type == contract.type }) else { return }
    contracts.append(contract)
  }

  var product: TypeName { contracts[0].type }

  func contractIndex(of type: TypeName) -> Int? { contracts.firstIndex { $0.type == type } }

  /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`.
  var signatureText: String {
    "\(name)(\(parameters.map(\.description).joined(separator: ", ")))"
  }
}
