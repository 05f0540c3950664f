/// The facets of a plan in one row: a facet is a service as one of the contracts that it provides.
/// Their numbers begin with 1, so that 0 is none.
///
/// `@unchecked` because of the pointers. It is right: they are written before the table is shared and
/// never again, and go with it.
@usableFromInline
final class FacetTable: @unchecked Sendable {
  /// Where the facets of each binding begin; one more than there are bindings.
  @usableFromInline let starts: UnsafeMutablePointer<Int>
  /// The type of each facet, by the address of its metadata; that of none comes first.
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

  /// The facet of a binding as a type; 0 where it does not provide that.
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
