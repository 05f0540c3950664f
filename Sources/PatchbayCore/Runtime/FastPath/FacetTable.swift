/// The facets of a plan in one array: a facet is a service as one of the contracts that it
/// provides. Their numbers begin with 1; 0 means no facet.
///
/// `@unchecked` because of the pointers. Safe because the memory is written before the table is
/// shared, is never written again, and is deallocated with the table.
@usableFromInline
final class FacetTable: @unchecked Sendable {
  /// The number of each binding's first facet; it has one more element than there are bindings.
  @usableFromInline let starts: UnsafeMutablePointer<Int>
  /// The type of each facet, by the address of its metadata; the first element belongs to no facet.
  @usableFromInline let types: UnsafeMutablePointer<UInt>
  let count: Int

  init(_ bindings: [Binding]) {
    count = bindings.reduce(0) { $0 + $1.entry.contracts.count }
    starts = .allocate(capacity: bindings.count + 1)
    types = .allocate(capacity: count + 1)
    types.initialize(to: 0)
    var next = 1
    for (index, binding) in bindings.enumerated() {
      (starts + index).initialize(to: next)
      for contract in binding.entry.contracts {
        (types + next).initialize(to: UInt(bitPattern: contract.type.id))
        next += 1
      }
    }
    (starts + bindings.count).initialize(to: next)
  }

  deinit {
    starts.deallocate()
    types.deallocate()
  }

  /// Returns the facet of a binding as a type; 0 if the binding does not provide the type.
  @inlinable
  func facet(of index: Int, as type: Any.Type) -> Int {
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    var facet = starts[index]
    let end = starts[index + 1]
    while facet < end {
      if types[facet] == identity { return facet }
      facet += 1
    }
    return 0
  }

  func facet(of service: BoundService) -> Int { starts[service.index] + service.contract }

  func facets(of index: Int) -> Range<Int> { starts[index]..<starts[index + 1] }
}
