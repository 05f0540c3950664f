import PatchbayDiagnostics

/// The facets of a plan in one array: a facet is a service as one of the contracts that it
/// provides. Their numbers begin with 1; 0 means no facet.
///
/// `@unchecked` because of the pointers. Safe because the memory is written before the table is
/// shared, is never written again, and is deallocated with the table.
@usableFromInline
final class FacetTable: @unchecked Sendable {
  /// Where the stores of a container keep a service as one of its contracts.
  @usableFromInline
  struct Place {
    /// The depth of the store, 0 for the container's; negative for a service that no store keeps for
    /// good: -2 for a transient, -1 for a `graph` or `weak` one, and for one of the parent.
    @usableFromInline let depth: Int32
    /// The position in the store's row.
    @usableFromInline let position: Int32

    @inlinable var isTransient: Bool { depth == -2 }
  }

  /// The number of each service's first facet; it has one more element than there are services.
  @usableFromInline let starts: UnsafeMutablePointer<Int32>
  /// The type of each facet, by the address of its metadata; the first element belongs to no facet.
  @usableFromInline let types: UnsafeMutablePointer<UInt>
  /// The place of each facet.
  @usableFromInline let places: UnsafeMutablePointer<Place>
  /// The service of each facet.
  @usableFromInline let owners: UnsafeMutablePointer<Int32>
  /// The position of each service's claim in the row of the store that keeps it: that of its first facet, or a word
  /// that the services of a group share, and a `weak` one has; -1 for what no store keeps.
  private let claims: UnsafeMutablePointer<Int32>
  let count: Int
  /// The number of words of a store of each depth: 0 is the container, then the scopes.
  let rowLengths: [Int]

  /// Creates the table.
  ///
  /// The groups of `components` are in the order of construction, and so are the places of a row: a
  /// store releases its instances from the end.
  init(_ services: [PlannedService], _ components: Groups, depths: Int) {
    starts = .allocate(capacity: services.count + 1)
    var next: Int32 = 1
    for index in 0..<services.count {
      (starts + index).initialize(to: next)
      // No memory holds as many facets as 32 bits can count.
      next &+= Int32(truncatingIfNeeded: services[index].entry.contracts.count)
    }
    (starts + services.count).initialize(to: next)
    count = Int(next) - 1
    types = .allocate(capacity: count + 1)
    places = .allocate(capacity: count + 1)
    owners = .allocate(capacity: count + 1)
    types.initialize(to: 0)
    places.initialize(repeating: Place(depth: -1, position: 0), count: count + 1)
    owners.initialize(to: -1)
    precondition(components.numbers.count == services.count, "a planned is in no group")
    claims = .allocate(capacity: services.count)
    var lengths = [Int](filledWith: 0, count: depths)
    for index in components.numbers {
      let planned = services[index]
      let depth = Self.depth(of: planned)
      for facet in Int(starts[index])..<Int(starts[index + 1]) {
        let type = planned.entry.contracts.type(at: facet - Int(starts[index]))
        (types + facet).initialize(to: UInt(bitPattern: type.id))
        // No memory holds as many services and places as 32 bits can count.
        (owners + facet).initialize(to: Int32(index))
        let position = depth < 0 ? 0 : lengths[depth]
        if depth >= 0 { lengths[depth] += 1 }
        places[facet] = Place(depth: Int32(depth), position: Int32(position))
      }
    }
    for group in 0..<components.count {
      // The depth of the word that was added last for the group.
      var (shared, position) = (-1, -1)
      for member in components.range(of: group) {
        let index = components.numbers[member]
        let planned = services[index]
        let own = places[Int(starts[index])]
        if own.depth >= 0, !planned.isInCycle {
          position = Int(own.position)
        } else if let depth = planned.scope.depth, depth != shared {
          (shared, position) = (depth, lengths[depth])
          lengths[depth] += 1
        }
        (claims + index).initialize(to: planned.scope.depth == nil ? -1 : Int32(position))
      }
    }
    rowLengths = lengths
  }

  /// Returns the depth of the places of a service's facets.
  @inline(__always)
  private static func depth(of planned: PlannedService) -> Int {
    switch planned.scope {
    case .singleton: 0
    case .named(let scope): Int(scope) + 1
    case .transient: planned.inherited == nil ? -2 : -1
    case .graph, .weak: -1
    }
  }

  deinit {
    types.deallocate()
    starts.deallocate()
    places.deallocate()
    claims.deallocate()
    owners.deallocate()
  }

  /// Returns the facet of a service as a type; 0 if the service does not provide the type.
  @inlinable
  func facet(of index: Int, as type: Any.Type) -> Int {
    let identity = UInt(bitPattern: ObjectIdentifier(type))
    var facet = Int(starts[index])
    let end = Int(starts[index + 1])
    while facet < end {
      if types[facet] == identity { return facet }
      facet += 1
    }
    return 0
  }

  @inline(__always)
  func facet(of service: BoundService) -> Int {
    Int(starts[service.index]) + service.contract
  }

  /// Returns the service of a facet, which must not be 0.
  func service(of facet: Int) -> BoundService {
    let index = Int(owners[facet])
    return BoundService(index: index, contract: facet - Int(starts[index]))
  }

  /// Returns the facets of a service.
  func facets(of index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

  /// Returns the position of a kept service's claim.
  @inline(__always)
  func claim(of index: Int) -> Int { Int(claims[index]) }

  /// Returns the place of a service.
  @inline(__always)
  func place(of service: BoundService) -> Place { places[facet(of: service)] }

  /// Returns the position of a service in the row of the store that keeps it.
  func position(of service: BoundService) -> Int { Int(place(of: service).position) }
}
