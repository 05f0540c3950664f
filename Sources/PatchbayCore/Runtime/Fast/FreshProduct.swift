import CPatchbayThread
public import PatchbayDiagnostics

/// What a transient's cell points to: its producer, and how much one request shares.
///
/// `@unchecked` as ``AnyProducer`` is: it holds `let`s.
@usableFromInline
final class FreshProduct: @unchecked Sendable {
  /// Kept by the container beside this.
  @usableFromInline let producer: Unmanaged<AnyProducer>
  @usableFromInline let placeCount: Int

  init(_ producer: AnyProducer, placeCount: Int) {
    self.producer = .passUnretained(producer)
    self.placeCount = placeCount
  }
}

extension CellContent {
  /// Whether the cell holds a ``FreshProduct``: the lowest bit says so, which no address has.
  @inlinable var isFresh: Bool { UInt(bitPattern: pointer) & 1 == 1 }

  /// Makes a fresh product; only where ``isFresh`` says so.
  ///
  /// Nothing that threads have in common is retained on the way.
  ///
  /// - Returns: nil where requests are nested so deep that the whole way has to watch them.
  @inlinable
  func make(in container: Container) throws(DiagnosticsError) -> Value? {
    guard enterFresh() else { return nil }
    // What a cell points to lives as long as the container: nobody may let go of it before.
    defer { withExtendedLifetime(container) { leaveFresh() } }
    do {
      return try Unmanaged<FreshProduct>.fromOpaque(pointer - 1)._withUnsafeGuaranteedRef { fresh in
        // Its type is that of the cell's facet, as a request proved before it filled the cell.
        let producer = Unmanaged<Producer<Value>>.fromOpaque(fresh.producer.toOpaque())
        guard fresh.placeCount > 0 else {
          return try producer._withUnsafeGuaranteedRef { try $0.make(.none) }
        }
        return try withUnsafeTemporaryAllocation(
          of: Unmanaged<AnyBox>?.self, capacity: fresh.placeCount
        ) { row in
          row.initialize(repeating: nil)
          defer { for box in row { box?.release() } }
          return try producer._withUnsafeGuaranteedRef {
            try $0.make(SharedRow(row.baseAddress))
          }
        }
      }
    } catch { throw container.freshFailure(error) }
  }
}

/// How deep the shortest way may lead back to itself, by factories that found their container
/// elsewhere. Deeper, the whole way counts, and ends what has no end with an error.
private let nestingLimit = 64

@usableFromInline
func enterFresh() -> Bool {
  guard patchbay_enter() > nestingLimit else { return true }
  patchbay_leave()
  return false
}

@usableFromInline
func leaveFresh() { patchbay_leave() }

extension Container {
  /// What a factory threw on the shortest way, as the whole way would tell it.
  @usableFromInline
  func freshFailure(_ error: any Error) -> DiagnosticsError {
    // Every producer says where it stands in what it throws.
    guard let failure = error as? ProducerFailure else {
      preconditionFailure("a producer threw \(error) as it was")
    }
    if let error = failure.error as? DiagnosticsError { return error }
    let requesters = Construction.current.map { $0.requesters + [$0] } ?? []
    let bindings = failure.path.reversed().map { wiring.bindings[$0] }
    return factoryFailed(
      wiring.bindings[failure.path[0]],
      failure.error,
      wiring.secrets,
      path: requesters.map { .init($0.key, $0.place) } + bindings.map { .init($0.key, $0.place) }
    )
  }

  /// Fills a transient's cell, once a request has gone the whole way.
  func fillFresh(_ service: BoundService) {
    guard wiring.bindings[service.index].isProducible else { return }
    overlays.fillFresh(facets.facet(of: service)) { isOver in
      var tree = ProducerTree(of: self, unless: isOver)
      guard let root = tree.producer(of: service) else { return nil }
      return (FreshProduct(root, placeCount: tree.placeCount), tree.kept)
    }
  }
}
