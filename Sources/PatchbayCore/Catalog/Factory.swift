import PatchbayDiagnostics

/// A declaration of how one type is built: a name for configurations, parameters, and a closure.
///
/// ```swift
/// Factory("SMTPMailer", .value("host"), .value("port", default: 587), make: SMTPMailer.init)
///   .provides { $0 as any Mailer }
/// ```
///
/// A factory provides its own result type and the types that ``provides(_:_:)`` adds. Its closure
/// runs only when a container builds a product. It may be called from any thread, and concurrently.
///
/// A product that is not `Sendable` cannot be shared, and is only available through
/// `Container.make(_:)`: the plan reports every other use as `not-sendable`.
public struct Factory<Product>: Sendable {
  package let entry: CatalogEntry

  /// Creates the factory of an entry whose product has the same type.
  package init(entry: CatalogEntry) { self.entry = entry }

  /// Declares a factory.
  ///
  /// - Parameters:
  ///   - name: The type name that configurations write under `type`.
  ///   - parameters: The declared inputs, in the order of the closure's arguments.
  ///   - fileID: The file of the call, for diagnostics.
  ///   - line: The line of the call, for diagnostics.
  ///   - make: Builds one product. The caller of `resolve` receives an error that it throws as the
  ///     `underlying` error of a `factory-failed`.
  @inlinable
  @inline(__always)
  public init<each Value>(
    _ name: String,
    _ parameters: repeat Parameter<each Value>,
    fileID: String = #fileID,
    line: Int = #line,
    make: @escaping @Sendable (repeat each Value) throws -> Product
  ) {
    // Done here, where a program declares the factory, because the types are known, and the closure
    // too, if it captures nothing: the compiler specializes this function for them, and inlines the
    // calls. This requires the declaration to be inlined. It saves an object of a tree about a
    // hundred instructions, and each catalog a quarter of its code.
    self.init(
      declared: name, repeat each parameters, fileID: fileID, line: line,
      calling: { Box(try make(repeat $0.next(as: (each Value).self))) },
      producing: Self.function(make),
      sharing: { try Producer<Product>.share($0, $1) },
      enclosing: { try Producer<Product>.enclose($0, $1) })
  }

  /// Declares a factory with what the compiler has made of its types: `calling` makes and boxes a product of supplied
  /// arguments, where the runtime would look up the types of the boxes for 330 instructions each; `producing` makes one
  /// of a producer's inputs; `sharing` makes a product once for all its uses in a request; `enclosing` adds a row for
  /// what is shared within it.
  @usableFromInline
  init<each Value>(
    declared name: String,
    _ parameters: repeat Parameter<each Value>,
    fileID: String,
    line: Int,
    calling: @escaping @Sendable (inout ArgumentCursor) throws -> AnyBox,
    producing: @escaping Producer<Product>.Function,
    sharing: @escaping Producer<Product>.Function,
    enclosing: @escaping Producer<Product>.Function
  ) {
    self.init(
      name, [ParameterSignature](of: repeat each parameters), fileID, line,
      form: TypedForm(
        repeat each parameters, make: producing, share: sharing, enclose: enclosing),
      maker: .immediate(calling)
    )
  }

  /// Returns the function that makes a product of a producer's inputs.
  @inlinable
  @inline(__always)
  static func function<each Value>(
    _ make: @escaping @Sendable (repeat each Value) throws -> Product
  ) -> Producer<Product>.Function {
    { producer, row in
      let product: Product
      do {
        var inputs = InputCursor(producer)
        product = try make(repeat try inputs.get(as: (each Value).self, row))
      } catch { throw producer.failure(error) }
      return producer.isPlain(product) ? product : try producer.finished(product)
    }
  }

  /// The declaration that the initializers of all kinds of factories share.
  init(
    _ name: String,
    _ parameters: [ParameterSignature],
    _ fileID: String,
    _ line: Int,
    form: (any ProducerForm)? = nil,
    maker: CatalogEntry.Maker
  ) {
    self.entry = CatalogEntry(
      name: name,
      parameters: parameters,
      product: Product.self,
      location: SwiftLocation(fileID: fileID, line: line),
      form: form,
      maker: maker
    )
  }

  /// Adds a contract under which the product can be found and referred to.
  ///
  /// ```swift
  /// Factory("SMTPMailer", .value("host"), make: SMTPMailer.init).provides { $0 as any Mailer }
  /// ```
  ///
  /// Swift cannot check at run time whether a type conforms to a protocol that is only known as a
  /// value, so contracts are declared, and matched by exact type.
  ///
  /// Adding the product's own type has no effect. If the closure of the factory has several
  /// statements, write its result type, `{ url -> ConnectionPool in … }`: otherwise Swift infers
  /// the added protocol as the product type, which a plan reports as `existential-product`.
  ///
  /// - Parameters:
  ///   - contract: The type to add, usually `(any SomeProtocol).self`; by default the one that the
  ///     closure returns.
  ///   - view: Converts the product to the contract; `{ $0 }` suffices if `contract` names a protocol
  ///     that it conforms to. It is called once for each product and must be cheap.
  /// - Returns: The factory with the contract added.
  @inlinable
  @inline(__always)
  public func provides<Contract>(
    _ contract: Contract.Type = Contract.self,
    _ view: @escaping @Sendable (Product) -> Contract
  ) -> Self {
    adding(contract, view, boxed: { Box($0) }) {
      view(try ProducerInput<Product>(word: $0.inputs[0]).make($1))
    }
  }

  @usableFromInline
  func adding<Contract>(
    _ contract: Contract.Type,
    _ view: @escaping @Sendable (Product) -> Contract,
    boxed: @escaping @Sendable (Contract) -> AnyBox,
    _ producing: @escaping Producer<Contract>.Function
  ) -> Self {
    let type = TypeName(contract)
    guard Contract.self != Product.self else {
      guard type.isExistential else { return self }
      return changing { $0.extras.mistakes.append(entry.makesExistential(type)) }
    }
    guard entry.contractIndex(of: type) == nil else { return self }
    return changing {
      $0.contracts.append(
        CatalogEntry.Contract(
          type: type,
          view: { boxed(view($0.content(as: Product.self))) },
          producer: { Producer([ProducerInput<Product>($0).word], $0.site, producing) }
        ))
    }
  }

  /// Returns the same factory with other details of its entry.
  func changing(_ change: (inout CatalogEntry.Details) -> Void) -> Self {
    Self(entry: entry.changing(change))
  }
}
