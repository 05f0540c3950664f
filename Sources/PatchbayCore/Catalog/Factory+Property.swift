extension Factory {
  /// Declares a property that is set to a service that a configuration gives under `properties`.
  ///
  /// Properties are set after the factory's closure has returned and before any caller receives the
  /// product. Properties of classes may close a cycle: the objects are created first, and the
  /// properties are set at the end.
  ///
  /// - Parameters:
  ///   - name: The name under `properties`.
  ///   - contract: The type that the service must provide.
  ///   - set: Sets the property; works for structs and classes alike.
  /// - Returns: The factory with the property added.
  public func property<Service: Sendable>(
    _ name: String,
    as contract: Service.Type = Service.self,
    set: @escaping @Sendable (inout Product, Service) -> Void
  ) -> Self {
    adding(.service(name, as: contract), set)
  }

  /// Declares a property that is set to a value that a configuration gives under `properties`.
  ///
  /// - Parameters:
  ///   - name: The name under `properties`.
  ///   - type: The type to read the value as.
  ///   - set: Sets the property; works for structs and classes alike.
  /// - Returns: The factory with the property added.
  public func property<Value: Decodable & Sendable>(
    _ name: String,
    value type: Value.Type,
    set: @escaping @Sendable (inout Product, Value) -> Void
  ) -> Self {
    adding(.value(name), set)
  }
}

extension Factory {
  private func adding<Value: Sendable>(
    _ parameter: Parameter<Value>, _ set: @escaping @Sendable (inout Product, Value) -> Void
  ) -> Self {
    let signature = parameter.signature
    let property = CatalogEntry.Property(signature: signature) { box, argument in
      var product = box.content(as: Product.self)
      set(&product, signature.read(argument))
      return Box(product)
    }
    return Self(entry: entry.adding(property))
  }
}
