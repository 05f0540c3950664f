/// The container and the binding that a producer belongs to.
struct ProducerSite: Sendable {
  let index: Int
  /// Unowned because the container keeps its producers, and runs none while it is deallocated.
  unowned let container: Container
  /// Whether it belongs to the producer of a scoped service, whose row is the store of the scope.
  let isInScope: Bool

  /// Injects the properties of a product of a type not seen before, and notifies it.
  func finish(_ box: AnyBox, _ row: SharedRow) throws {
    let binding = container.wiring.bindings[index]
    let store = isInScope ? row.store : container.currentStore
    let requester = Construction.current
    // As on the slow path, transients are parts of the one construction: until it ends, their handles resolve
    // on its behalf.
    if isInScope, let requester {
      return try finish(box, binding, requester, in: store)
    }
    let construction = Construction(index, in: store, requester: requester)
    let wait = WaitGraph.enter(construction, requester: requester)
    defer {
      construction.finish()
      WaitGraph.leave(wait)
    }
    try construction.refuseTooDeep()
    try finish(box, binding, construction, in: store)
  }

  private func finish(
    _ box: AnyBox, _ binding: Binding, _ construction: Construction, in store: InstanceStore
  ) throws {
    let run = ConstructionRun(
      container: container,
      store: store,
      construction: construction,
      request: Request(requester: construction.requester, overrides: nil)
    )
    try run.fill(binding, box)
    try run.notify(binding, box)
  }

  /// Adds the binding to the path of an error.
  func failure(_ error: any Error) -> any Error {
    guard var failure = error as? ProducerFailure else {
      return ProducerFailure(path: [index], error: error)
    }
    failure.path.append(index)
    return failure
  }
}

/// An error that a factory threw, with the bindings on the path to it, innermost first.
struct ProducerFailure: Error {
  var path: [Int]
  let error: any Error
}
