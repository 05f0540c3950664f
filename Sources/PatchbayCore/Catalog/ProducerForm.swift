/// How a factory's products are made when all types are known; see ``Producer``.
@usableFromInline
struct ProducerForm: Sendable {
  /// Puts a producer together, from the inputs of the parameters.
  let make: @Sendable (ProducerInputs, ProducerSite) -> AnyProducer
  /// Makes a product once for each request.
  let share: @Sendable (AnyProducer, Int) -> AnyProducer

  @usableFromInline
  init(
    make: @escaping @Sendable (ProducerInputs, ProducerSite) -> AnyProducer,
    share: @escaping @Sendable (AnyProducer, Int) -> AnyProducer
  ) {
    self.make = make
    self.share = share
  }
}
