/// The type-erased superclass of scoped producers: the content of the cells of a scoped service.
///
/// It builds the instance of each scope without reading the plan: the objects of a plan are counted by all
/// threads, and a request of five services took 30 such counts, so that two threads did as much as one.
///
/// `@unchecked` because a class with subclasses cannot be checked, and because of the pointer. Safe
/// because the one subclass is ``ScopedProducer``, which adds constants; the needs are written before the
/// producer is shared, are never written again, and are deallocated with it.
class AnyScopedProducer: @unchecked Sendable {
  /// A service that a scope keeps, and that must be ready before.
  struct Need {
    let facet: Int
    let place: FacetTable.Place

    init(_ service: BoundService, in facets: FacetTable) {
      facet = facets.facet(of: service)
      place = facets.places[facet]
    }
  }

  private let before = RestOfLine()
  final let index: Int
  /// The place of the instance itself, which is before those of its contracts.
  final let place: FacetTable.Place
  final let entry: CatalogEntry
  final let needs: UnsafeMutableBufferPointer<Need>

  fileprivate init(_ site: ProducerSite, _ needs: [Need], _ entry: CatalogEntry) {
    index = site.index
    place = site.container.facets.place(of: BoundService(index: index, contract: 0))
    self.entry = entry
    let memory = UnsafeMutablePointer<Need>.allocateUnshared(capacity: max(needs.count, 1))
    memory.initialize(from: needs, count: needs.count)
    self.needs = UnsafeMutableBufferPointer(start: memory, count: needs.count)
  }

  deinit { needs.baseAddress?.deallocate() }

  /// Makes the instance of a scope.
  func make(in store: InstanceStore) throws -> AnyBox {
    preconditionFailure("only the subclass has instances")
  }
}

/// The scoped producer of one type.
///
/// `@unchecked` like its superclass: it only adds constants.
final class ScopedProducer<Product>: AnyScopedProducer, @unchecked Sendable {
  private let source: Producer<Product>
  private let box: @Sendable (Product) -> AnyBox
  private let after = RestOfLine()

  /// - Parameters:
  ///   - source: A producer of this type, as the plan has proved.
  ///   - needs: The services that must be ready before.
  ///   - entry: The factory.
  ///   - box: Boxes a product.
  init(
    _ source: AnyProducer, _ needs: [Need], _ entry: CatalogEntry,
    _ box: @escaping @Sendable (Product) -> AnyBox
  ) {
    guard let typed = source as? Producer<Product> else {
      preconditionFailure("the plan gave a \(type(of: source)) where a \(Product.self) is made")
    }
    self.source = typed
    self.box = box
    super.init(source.site, needs, entry)
  }

  override func make(in store: InstanceStore) throws -> AnyBox {
    box(try source.make(SharedRow(of: store)))
  }
}

extension SharedRow {
  /// The row of a scoped producer: the address of the store of the scope, which the request retains.
  init(of store: InstanceStore) { self.init(Unmanaged.passUnretained(store).toOpaque()) }

  /// The store of the scope; callable only in the tree of a scoped producer, which has such a row.
  var store: InstanceStore { storeReference.takeUnretainedValue() }

  private var storeReference: Unmanaged<InstanceStore> {
    Unmanaged.fromOpaque(bytes.unsafelyUnwrapped)
  }

  /// Returns the instance that the scope, or one around it, keeps at the place that the producer has as its
  /// input; it must be ready.
  func instance<Value>(of producer: AnyProducer) -> Value {
    storeReference._withUnsafeGuaranteedRef { store in
      // The place is that of a facet of this type, as the plan has proved.
      CellContent<Value>(store.word(at: .of(producer.inputs[0]))).read { copy $0 }
    }
  }
}
