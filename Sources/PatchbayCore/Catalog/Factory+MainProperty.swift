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
    adding(.service(name, as: contract), set)
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
    adding(.value(name), set)
  }

  private func adding<Value: Sendable>(
    _ parameter: Parameter<Value>,
    _ set: @escaping @Sendable @MainActor (inout Product, Value) -> Void
  ) -> Self {
    var copy = self
    copy.entry = entry.adding(
      CatalogEntry.Property(
        signature: parameter.signature,
        setter: .awaited { box, argument in
          await MainActor.run {
            var product = box.content(as: Product.self)
            set(&product, parameter.signature.read(argument))
            return Box(product)
          }
        }
      )
    )
    return copy
  }
}
