extension Factory {
  /// Declares a setter that a configuration fills under `properties`, with a service.
  ///
  /// Properties are set after the factory's closure and before anybody gets the product. Between
  /// classes they may close a cycle: then each is handed to the other first, and set at the end.
  ///
  /// - Parameters:
  ///   - name: the name under `properties`.
  ///   - contract: the type that the service must provide.
  ///   - set: sets it; works for structs and classes alike.
  public func property<Service: Sendable>(
    _ name: String,
    as contract: Service.Type = Service.self,
    set: @escaping @Sendable (inout Product, Service) -> Void
  ) -> Self {
    adding(.service(name, as: contract), set)
  }

  /// Declares a setter that a configuration fills under `properties`, with a value.
  ///
  /// - Parameters:
  ///   - name: the name under `properties`.
  ///   - type: the type that the value is read as.
  ///   - set: sets it; works for structs and classes alike.
  public func property<Value: Decodable & Sendable>(
    _ name: String,
    value type: Value.Type,
    set: @escaping @Sendable (inout Product, Value) -> Void
  ) -> Self {
    adding(.value(name), set)
  }

  private func adding<Value: Sendable>(
    _ parameter: Parameter<Value>,
    _ set: @escaping @Sendable (inout Product, Value) -> Void
  ) -> Self {
    var copy = self
    copy.entry = entry.adding(
      CatalogEntry.Property(
        signature: parameter.signature,
        setter: .immediate { box, argument in
          var product = box.content(as: Product.self)
          set(&product, parameter.read(argument))
          return Box(product)
        }
      )
    )
    return copy
  }
}
