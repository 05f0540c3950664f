/// For which binding of which container a producer makes.
struct ProducerSite: Sendable {
  let index: Int
  /// Unowned, as the container keeps its producers, and runs none when it goes.
  unowned let container: Container

  /// Fills a product of another type than those before, and tells it that it is whole.
  func finish(_ box: AnyBox) throws {
    let binding = container.wiring.bindings[index]
    let store = container.currentStore
    let construction = try Construction(
      binding, in: container, store, requester: Construction.current)
    defer { construction.finish() }
    let run = ConstructionRun(
      container: container,
      store: store,
      construction: construction,
      request: Request(requester: Construction.current, overrides: nil)
    )
    try run.fill(binding, box)
    try run.tell(binding, box)
  }

  /// Adds the binding to the way of an error.
  func failure(_ error: any Error) -> any Error {
    guard var failure = error as? ProducerFailure else {
      return ProducerFailure(path: [index], error: error)
    }
    failure.path.append(index)
    return failure
  }
}

/// What a factory threw, and the bindings on the way to it, innermost first.
struct ProducerFailure: Error {
  var path: [Int]
  let error: any Error
}
