/// The container and the binding that a producer belongs to.
struct ProducerSite: Sendable {
  let index: Int
  /// Unowned because the container keeps its producers, and runs none while it is deallocated.
  unowned let container: Container

  /// Injects the properties of a product of a type not seen before, and notifies it.
  func finish(_ box: AnyBox) throws {
    let context = ResolutionContext(container, container.currentStore)
    try context.finish(box, index, container.wiring.bindings[index])
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
