/// Creates producers of a factory's products with static types; see ``Producer``.
protocol ProducerForm: Sendable {
  /// Returns a producer for one binding.
  ///
  /// The inputs are in the order of the parameters. The producer refers to the objects that are
  /// added to `parts`; the container must keep them as long as the producer.
  func producer(
    _ inputs: [AnyProducerInput], _ site: ProducerSite, plainType: UInt,
    in parts: inout ProducerParts
  ) -> AnyProducer

  /// Returns a producer that makes the product once for all its uses in a request; nil if a row has
  /// no slot for it.
  func shared(_ source: AnyProducer, in row: inout SharedRowBuilder, asks: UInt) -> AnyProducer?

  /// Returns a producer that adds a row for the services that are shared within its product.
  func enclosed(_ source: AnyProducer, _ layout: SharedRowLayout) -> AnyProducer
}

/// The functions of a factory's declaration: the types are known there, and the compiler
/// specializes the functions for them, so that a call needs no metadata.
@usableFromInline
struct ProducerFunctions<Product>: Sendable {
  let make: Producer<Product>.Function
  let share: Producer<Product>.Function
  let enclose: Producer<Product>.Function
  /// Boxes a product; without its type, the runtime would look up that of the box for 330 instructions.
  let box: @Sendable (Product) -> AnyBox

  @usableFromInline
  init(
    make: @escaping Producer<Product>.Function,
    share: @escaping Producer<Product>.Function,
    enclose: @escaping Producer<Product>.Function,
    box: @escaping @Sendable (Product) -> AnyBox
  ) {
    self.make = make
    self.share = share
    self.enclose = enclose
    self.box = box
  }
}

/// A form with the parameters of its factory.
struct TypedForm<Product>: ProducerForm {
  let functions: ProducerFunctions<Product>
  let words: @Sendable ([AnyProducerInput], ProducerSite, inout ProducerParts) -> [UInt]

  init<each Value>(
    _ functions: ProducerFunctions<Product>, _ parameters: repeat Parameter<each Value>
  ) {
    let declared = (repeat each parameters)
    self.functions = functions
    words = { inputs, site, parts in
      var words: [UInt] = []
      for parameter in repeat each declared {
        words.append(parameter.word(inputs[words.count], site, in: &parts))
      }
      return words
    }
  }

  func producer(
    _ inputs: [AnyProducerInput], _ site: ProducerSite, plainType: UInt,
    in parts: inout ProducerParts
  ) -> AnyProducer {
    Producer(words(inputs, site, &parts), site, plainType: plainType, functions.make)
  }

  func shared(_ source: AnyProducer, in row: inout SharedRowBuilder, asks: UInt) -> AnyProducer? {
    guard let place = row.add(Product.self) else { return nil }
    return Producer(
      [ProducerInput<Product>(source).word, UInt(place.number), UInt(place.offset), asks],
      source.site, functions.share)
  }

  func enclosed(_ source: AnyProducer, _ layout: SharedRowLayout) -> AnyProducer {
    Producer([ProducerInput<Product>(source).word] + layout.inputs, source.site, functions.enclose)
  }
}
