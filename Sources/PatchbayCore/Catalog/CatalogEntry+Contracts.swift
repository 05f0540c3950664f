extension CatalogEntry {
  /// A type under which a product can be found, and the conversion of a product to it.
  struct Contract: Sendable {
    let type: TypeName
    let view: @Sendable (AnyBox) -> AnyBox
    /// The same conversion for the product's producer.
    let producer: @Sendable (AnyProducer) -> AnyProducer
  }

  /// The product's own type first, then the added ones.
  ///
  /// A service that is defined in Swift has a factory of its own, and most have no other type.
  struct Contracts: Sendable {
    private let product: TypeName
    private var added: [Contract] = []

    init(of product: TypeName) { self.product = product }

    var count: Int { 1 + added.count }
    var indices: Range<Int> { 0..<count }
    var types: [TypeName] { indices.map(type(at:)) }

    subscript(position: Int) -> Contract {
      position == 0
        ? Contract(type: product, view: { $0 }, producer: { $0 }) : added[position - 1]
    }

    /// Returns the type of a contract, without a copy of its closures.
    func type(at position: Int) -> TypeName {
      position == 0 ? product : added[position - 1].type
    }

    mutating func append(_ contract: Contract) { added.append(contract) }
  }
}
