/// The running constructions of a store, by the group that they build, and its `weak` instances.
struct Claims {
  fileprivate var running: [Int: Construction] = [:]
  /// The weak references to the instances that live as long as another object retains them.
  fileprivate var memories: [Int: CatalogEntry.Memory] = [:]
}

extension InstanceStore {
  /// The answer to a caller that would build a service.
  enum Claim {
    /// It exists. The instance is retained here, as this may be the last reference to it.
    case ready(AnyBox)
    /// Another caller builds it, or its group.
    case running(Construction)
    /// The caller has to build it, and to end the claim.
    case begun(Construction)
  }

  /// Finds the running construction of a binding's group, or begins one, in one step.
  func claim(_ index: Int, requester: Construction?) -> Claim {
    let binding = wiring.bindings[index]
    let position = wiring.facets.position(of: BoundService(index: index, contract: 0))
    return claims.withLock { claims in
      if let construction = claims.running[binding.component] {
        return .running(construction)
      }
      // Without user code, unlike as its other contracts.
      if let box = binding.scope == .weak ? claims.memories[index]?() : row.box(position) {
        return .ready(box)
      }
      let construction = Construction(index, in: self, requester: requester)
      claims.running[binding.component] = construction
      return .begun(construction)
    }
  }

  /// Ends the construction of a binding's group; its instances are kept, or none will be.
  func endClaim(_ index: Int) {
    let component = wiring.bindings[index].component
    // Finished and released outside of the lock.
    claims.withLock { $0.running.removeValue(forKey: component) }?.finish()
  }

  /// Returns a `weak` instance, while another object retains it.
  func weakInstance(_ index: Int) -> AnyBox? { claims.withLock { $0.memories[index] }?() }

  func remember(_ index: Int, by memory: CatalogEntry.Memory?) {
    claims.withLock { $0.memories[index] = memory }
  }
}
