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

extension CatalogEntry {
  /// The parameters that definitions may name, including those that each request passes, so that a
  /// definition that sets one gets a specific error.
  var configurableNames: [String] { parameters.filter { !$0.kind.isContainerHandle }.map(\.name) }

  /// Whether a configuration may pass an argument of this name.
  func hasConfigurable(_ name: String) -> Bool {
    parameters.contains { $0.name == name && !$0.kind.isContainerHandle }
  }

  /// Whether a configuration may pass these arguments, and they have the names of the first parameters, in their order:
  /// most are written as the factory declares them.
  func hasInOrder(_ arguments: [Argument]) -> Bool {
    guard arguments.count <= parameters.count else { return false }
    return arguments.indices.allSatisfy {
      parameters[$0].name == arguments[$0].name && !parameters[$0].kind.isContainerHandle
    }
  }

  /// Whether each request needs a separate product, which cannot be shared.
  var isAlwaysFresh: Bool { !isSendable || !runtimeParameters.isEmpty }

  /// The type that the factory returns.
  var product: TypeName { contracts.type(at: 0) }

  func contractIndex(of type: TypeName) -> Int? {
    contracts.indices.first { contracts.type(at: $0) == type }
  }

  /// The note about the place of the declaration.
  var declaration: String { "`\(name)` is declared at \(location)" }

  /// As Swift declares it: `SMTPMailer(host: String, port: Int = 587)`.
  var signatureText: String {
    "\(name)(\(parameters.map(\.description).joined(separator: ", ")))"
  }

  /// The signature for messages, of which a file may cause thousands: limited to the first
  /// parameters.
  var shortSignature: String {
    let most = 24
    guard parameters.count > most else { return signatureText }
    let some = parameters.prefix(most - 1).map(\.description).joined(separator: ", ")
    return "\(name)(\(some), and \(parameters.count - most + 1) more)"
  }
}
