/// Creates producers of a factory's products with static types; see ``Producer``.
///
/// An object: to copy anything else that may be missing costs a program 20,000 instructions at its start, for
/// the metadata of an optional.
protocol ProducerForm: AnyObject, Sendable {
  /// Returns a producer for one service.
  ///
  /// The inputs are in the order of the parameters. The producer refers to the objects that are
  /// added to `parts`; the container must keep them as long as the producer.
  func producer(
    _ inputs: [AnyProducerInput], _ site: ProducerSite, plainType: UInt,
    in parts: inout [any AnyObject & Sendable]
  ) -> AnyProducer

  /// Returns a producer that makes the product once for all its uses in a request; nil if no slot
  /// can have it.
  func shared(_ source: AnyProducer, in slots: inout GraphSlotsBuilder, asks: UInt) -> AnyProducer?

  /// Returns a producer that adds slots for the services that are shared within its product.
  func enclosed(_ source: AnyProducer, _ layout: GraphSlotsLayout) -> AnyProducer
}

/// The form of a factory whose products have a type.
///
/// Its functions are those of the factory's declaration: the types are known there, and the compiler specializes the
/// functions for them, so that a call needs no metadata.
final class TypedForm<Product>: ProducerForm {
  /// Returns the words of a producer's inputs, in the order of the parameters.
  typealias Words =
    @Sendable (
      [AnyProducerInput], ProducerSite, inout [any AnyObject & Sendable]
    ) -> [UInt]

  private let words: Words
  private let make: Producer<Product>.Function
  private let share: Producer<Product>.Function
  private let enclose: Producer<Product>.Function

  init<each Value>(
    _ parameters: repeat Parameter<each Value>,
    make: @escaping Producer<Product>.Function,
    share: @escaping Producer<Product>.Function,
    enclose: @escaping Producer<Product>.Function
  ) {
    let declared = (repeat each parameters)
    words = { inputs, site, parts in
      var words: [UInt] = []
      for parameter in repeat each declared {
        words.append(parameter.word(inputs[words.count], site, in: &parts))
      }
      return words
    }
    (self.make, self.share, self.enclose) = (make, share, enclose)
  }

  func producer(
    _ inputs: [AnyProducerInput], _ site: ProducerSite, plainType: UInt,
    in parts: inout [any AnyObject & Sendable]
  ) -> AnyProducer {
    Producer(words(inputs, site, &parts), site, plainType: plainType, make)
  }

  func shared(_ source: AnyProducer, in slots: inout GraphSlotsBuilder, asks: UInt) -> AnyProducer?
  {
    guard let place = slots.add(Product.self) else { return nil }
    return Producer(
      [ProducerInput<Product>(source).word, UInt(place.number), UInt(place.offset), asks],
      source.site, share)
  }

  func enclosed(_ source: AnyProducer, _ layout: GraphSlotsLayout) -> AnyProducer {
    Producer(
      [ProducerInput<Product>(source).word] + layout.inputs, source.site, enclose)
  }
}
