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
    adding(.service(name, as: contract), immediately: set)
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
    adding(.value(name), immediately: set)
  }
}

extension Factory where Product: Sendable {
  /// Declares a property that a setter of the main actor sets to a service that a configuration
  /// gives under `properties`.
  ///
  /// It works like ``property(_:as:set:)``, but a service that sets it has to be awaited, like one
  /// of an `async` factory: it is built by `Container.start()` or `resolve(awaiting:)`.
  ///
  /// - Parameters:
  ///   - name: The name under `properties`.
  ///   - contract: The type that the service must provide.
  ///   - set: Sets the property, on the main actor.
  /// - Returns: The factory with the property added.
  public func mainProperty<Service: Sendable>(
    _ name: String,
    as contract: Service.Type = Service.self,
    set: @escaping @Sendable @MainActor (inout Product, Service) -> Void
  ) -> Self {
    adding(.service(name, as: contract), onMainActor: set)
  }

  /// Declares a property that a setter of the main actor sets to a value that a configuration gives
  /// under `properties`.
  ///
  /// - Parameters:
  ///   - name: The name under `properties`.
  ///   - type: The type to read the value as.
  ///   - set: Sets the property, on the main actor.
  /// - Returns: The factory with the property added.
  public func mainProperty<Value: Decodable & Sendable>(
    _ name: String,
    value type: Value.Type,
    set: @escaping @Sendable @MainActor (inout Product, Value) -> Void
  ) -> Self {
    adding(.value(name), onMainActor: set)
  }
}

extension Factory {
  private func adding<Value: Sendable>(
    _ parameter: Parameter<Value>,
    immediately set: @escaping @Sendable (inout Product, Value) -> Void
  ) -> Self {
    let signature = parameter.signature
    return adding(
      signature,
      .immediate { box, argument in
        var product = box.content(as: Product.self)
        set(&product, signature.read(argument))
        return Box(product)
      })
  }

  private func adding<Value: Sendable>(
    _ parameter: Parameter<Value>,
    onMainActor set: @escaping @Sendable @MainActor (inout Product, Value) -> Void
  ) -> Self where Product: Sendable {
    let signature = parameter.signature
    return adding(
      signature,
      .awaited { box, argument in
        await MainActor.run {
          var product = box.content(as: Product.self)
          set(&product, signature.read(argument))
          return Box(product)
        }
      })
  }

  private func adding(
    _ signature: ParameterSignature, _ setter: CatalogEntry.Property.Setter
  ) -> Self {
    Self(entry: entry.adding(CatalogEntry.Property(signature: signature, setter: setter)))
  }
}
