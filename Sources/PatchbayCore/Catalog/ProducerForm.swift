/// Creates producers of a factory's products with static types; see ``Producer``.
///
/// An object: to copy anything else that may be missing costs a program 20,000 instructions at its start, for
/// the metadata of an optional.
protocol ProducerForm: AnyObject, Sendable {
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

  /// Returns the producer of a scoped service; `needs` are the services that must be ready before.
  func scoped(
    _ source: AnyProducer, _ needs: [AnyScopedProducer.Need], _ entry: CatalogEntry
  ) -> AnyScopedProducer
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
protocol TypedForm<Product>: ProducerForm {
  associatedtype Product
  var words: InputWords { get }
  var make: Producer<Product>.Function { get }
  var share: Producer<Product>.Function { get }
  var enclose: Producer<Product>.Function { get }
  /// Boxes a product.
  var box: @Sendable (Product) -> AnyBox { get }
}

/// Returns the words of a producer's inputs, in the order of the parameters.
typealias InputWords = @Sendable ([AnyProducerInput], ProducerSite, inout ProducerParts) -> [UInt]

/// Returns the function that makes the words for some parameters.
func inputWords<each Value>(_ parameters: repeat Parameter<each Value>) -> InputWords {
  let declared = (repeat each parameters)
  return { inputs, site, parts in
    var words: [UInt] = []
    for parameter in repeat each declared {
      words.append(parameter.word(inputs[words.count], site, in: &parts))
    }
    return words
  }
}

extension TypedForm {
  func producer(
    _ inputs: [AnyProducerInput], _ site: ProducerSite, plainType: UInt,
    in parts: inout ProducerParts
  ) -> AnyProducer {
    Producer(words(inputs, site, &parts), site, plainType: plainType, make)
  }

  func shared(_ source: AnyProducer, in row: inout SharedRowBuilder, asks: UInt) -> AnyProducer? {
    guard let place = row.add(Product.self) else { return nil }
    return Producer(
      [ProducerInput<Product>(source).word, UInt(place.number), UInt(place.offset), asks],
      source.site, share)
  }

  func enclosed(_ source: AnyProducer, _ layout: SharedRowLayout) -> AnyProducer {
    Producer([ProducerInput<Product>(source).word] + layout.inputs, source.site, enclose)
  }

  func scoped(
    _ source: AnyProducer, _ needs: [AnyScopedProducer.Need], _ entry: CatalogEntry
  ) -> AnyScopedProducer {
    ScopedProducer(source, needs, entry, box)
  }
}

/// The form of a factory that is compiled for its types.
final class SpecializedForm<Product>: TypedForm {
  let functions: ProducerFunctions<Product>
  let words: InputWords

  init(functions: ProducerFunctions<Product>, words: @escaping InputWords) {
    self.functions = functions
    self.words = words
  }

  var make: Producer<Product>.Function { functions.make }
  var share: Producer<Product>.Function { functions.share }
  var enclose: Producer<Product>.Function { functions.enclose }
  var box: @Sendable (Product) -> AnyBox { functions.box }
}

/// The form of a factory that is declared in generic code of the library, for one service: it keeps no
/// functions for each type, which would take 300 bytes a service.
final class GenericForm<Product>: TypedForm {
  let make: Producer<Product>.Function
  let words: InputWords

  init(make: @escaping Producer<Product>.Function, words: @escaping InputWords) {
    self.make = make
    self.words = words
  }

  var share: Producer<Product>.Function { { try Producer<Product>.share($0, $1) } }
  var enclose: Producer<Product>.Function { { try Producer<Product>.enclose($0, $1) } }
  var box: @Sendable (Product) -> AnyBox { { Box($0) } }
}
