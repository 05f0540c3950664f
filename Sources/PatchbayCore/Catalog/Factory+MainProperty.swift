extension Factory where Product: Sendable {
  /// Declares a setter of the main actor that a configuration fills under `properties`, with a
  /// service.
  ///
  /// Otherwise as ``property(_:as:set:)``. A definition that uses it is built as one with an `async`
  /// factory is: by `Container.start()` or `resolve(awaiting:)`.
  ///
  /// - Parameters:
  ///   - name: the name under `properties`.
  ///   - contract: the type that the service must provide.
  ///   - set: sets it, on the main actor.
  public func mainProperty<Service: Sendable>(
    _ name: String,
    as contract: Service.Type = Service.self,
    set: @escaping @Sendable @MainActor (inout Product, Service) -> Void
  ) -> Self {
    adding(.service(name, as: contract), set)
  }

  /// Declares a setter of the main actor that a configuration fills under `properties`, with a value.
  ///
  /// - Parameters:
  ///   - name: the name under `properties`.
  ///   - type: the type that the value is read as.
  ///   - set: sets it, on the main actor.
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
            set(&product, parameter.read(argument))
            return Box(product)
          }
        }
      )
    )
    return copy
  }
}
