import PatchbayDiagnostics

/// A factory without its generic type: its signature as data, and how to call it.
struct CatalogEntry: Sendable {
  /// A type under which a product can be found, and how a product is seen as it.
  struct Contract: Sendable {
    let type: TypeName
    let view: @Sendable (AnyBox) -> AnyBox
  }

  /// A setter that is called once the product is made.
  struct Property: Sendable {
    let signature: ParameterSignature
    /// Gives the product with the property set: the same instance for a class.
    let set: @Sendable (AnyBox, SuppliedArgument) -> AnyBox
  }

  let name: String
  let parameters: [ParameterSignature]
  private(set) var properties: [Property] = []
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
    self.makesClass = product.type is AnyObject.Type
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

  mutating func add(_ property: Property) {
    // A programmer's mistake, found the first time that the catalog is touched.
    precondition(
      !properties.contains { $0.signature.name == property.signature.name },
      "the factory `\(name)` at \(location) declares two properties of one name"
    )
    properties.append(property)
  }

  var product: TypeName { contracts[0].type }

  /// Whether a product has an identity, so that it can be handed out before its properties are set.
  let makesClass: Bool

  func contractIndex(of type: TypeName) -> Int? { contracts.firstIndex { $0.type == type } }

  /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`.
  var signatureText: String {
    "\(name)(\(parameters.map(\.description).joined(separator: ", ")))"
  }
}
