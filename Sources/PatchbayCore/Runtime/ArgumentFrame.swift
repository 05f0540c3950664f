/// A factory call or a property injection whose arguments are being collected.
struct ArgumentFrame {
  let service: BoundService
  /// The product whose properties are to be set; nil before the factory was called.
  let product: AnyBox?
  private(set) var supplied: [SuppliedArgument] = []
  /// The services received for the list that is being collected.
  private var received: [AnyBox] = []
  /// The remaining arguments of the request, the next one last.
  private var given: [AnyBox] = []

  /// Creates the frame of one construction; `given` holds the values that the request passes to the
  /// factory's `.argument` parameters.
  init(_ service: BoundService, given: [AnyBox] = []) {
    self.service = service
    self.product = nil
    if !given.isEmpty { self.given = given.reversed() }
  }

  init(propertiesOf service: BoundService, on product: AnyBox) {
    self.service = service
    self.product = product
  }

  /// Collects arguments up to the next service that has to be resolved; nil when all are complete.
  ///
  /// `handles` is the context of its handles, and nil only if the binding takes none.
  mutating func advance(of binding: Binding, _ handles: HandleContext?) -> BoundService? {
    let count = product == nil ? binding.arguments.count : binding.properties.count
    if supplied.isEmpty { supplied.reserveCapacity(count) }
    while supplied.count < count {
      switch argument(supplied.count, of: binding) {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .deferred(let service):
        guard let handles else { preconditionFailure("`takesHandles` was false") }
        supplied.append(.deferred(DeferredService(service, handles)))
      case .resolver:
        guard let handles else { preconditionFailure("`takesHandles` was false") }
        supplied.append(.resolver(Resolver(handle: handles)))
      case .runtimeArgument:
        // The number of arguments was checked before the frame was created.
        guard let box = given.popLast() else { preconditionFailure("the arguments were counted") }
        supplied.append(.box(box))
      case .service(let service): return service
      case .services(let services):
        guard received.count == services.count else { return services[received.count].service }
        supplied.append(.boxes(zip(services, received).map { ($0.key, $1) }))
        received = []
      }
    }
    return nil
  }

  /// Accepts the service that was asked for.
  mutating func accept(_ box: AnyBox, for binding: Binding) {
    if case .services = argument(supplied.count, of: binding) {
      received.append(box)
    } else {
      supplied.append(.box(box))
    }
  }

  private func argument(_ number: Int, of binding: Binding) -> BoundArgument {
    product == nil ? binding.arguments[number] : binding.properties[number].argument
  }
}
