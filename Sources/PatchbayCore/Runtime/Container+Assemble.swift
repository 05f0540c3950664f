import PatchbayDiagnostics

extension Container {
  /// Calls a binding's factory, and before it those of the transients that it is given.
  ///
  /// The shared services among its needs are ready: ``prepare(_:requester:)`` saw to that.
  ///
  /// - Parameters:
  ///   - root: the binding to build.
  ///   - construction: on whose behalf, for the handles that it is given.
  ///   - path: the bindings that asked for it, for the message of a failure.
  func assemble(
    _ root: Int,
    for construction: Construction?,
    path: [Int]
  ) throws(DiagnosticsError) -> AnyBox {
    var frames = [Frame(BoundService(index: root, contract: 0))]
    while true {
      let last = frames.count - 1
      let binding = wiring.bindings[frames[last].service.index]
      if let need = frames[last].advance(through: binding.arguments, in: self, for: construction) {
        if let product = slot(need.index)?.product {
          frames[last].accept(product.boxes[need.contract], wiring.bindings[need.index].key)
        } else {
          frames.append(Frame(need))
        }
        continue
      }
      let indexes = path + frames.map(\.service.index)
      let box = try call(binding, frames[last].supplied, construction, path: indexes)
      let service = frames.removeLast().service
      guard !frames.isEmpty else { return box }
      let view = service.contract == 0 ? box : binding.entry.contracts[service.contract].view(box)
      frames[last - 1].accept(view, binding.key)
    }
  }

  private func call(
    _ binding: Binding,
    _ arguments: [SuppliedArgument],
    _ construction: Construction?,
    path: @autoclosure () -> [Int]
  ) throws(DiagnosticsError) -> AnyBox {
    do {
      guard let construction else { return try binding.entry.make(arguments) }
      return try Construction.$current.withValue(construction) {
        try binding.entry.make(arguments)
      }
    } catch let error as DiagnosticsError {
      // A request from inside the factory failed, and says why better than we could.
      throw error
    } catch {
      throw factoryFailed(binding, error, path: path().map { wiring.bindings[$0] })
    }
  }
}

/// One factory call that is being put together.
private struct Frame {
  let service: BoundService
  private(set) var supplied: [SuppliedArgument] = []
  /// The elements of the list that is being filled.
  private var elements: [(key: String, box: AnyBox)] = []

  init(_ service: BoundService) { self.service = service }

  /// Supplies what needs no instance, up to the next service that does; nil when all is there.
  mutating func advance(
    through arguments: [BoundArgument],
    in container: Container,
    for construction: Construction?
  ) -> BoundService? {
    while supplied.count < arguments.count {
      switch arguments[supplied.count] {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .deferred(let service):
        supplied.append(.deferred(DeferredService(service, in: container, for: construction)))
      case .service(let service):
        guard let element = elements.popLast() else { return service }
        supplied.append(.box(element.box))
      case .services(let services):
        guard elements.count == services.count else { return services[elements.count].service }
        let keyed = zip(services, elements).map { ($0.key, $1.box) }
        supplied.append(.boxes(keyed))
        elements = []
      }
    }
    return nil
  }

  mutating func accept(_ box: AnyBox, _ key: String) { elements.append((key, box)) }
}
