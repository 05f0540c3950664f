/// A factory call or a property injection whose arguments are being collected.
struct ArgumentFrame {
  let service: BoundService
  let planned: PlannedService
  /// The product whose properties are to be set; nil before the factory was called.
  let product: AnyBox?
  private(set) var supplied: [SuppliedArgument] = []
  /// The services received for the list that is being collected.
  private var received: [AnyBox] = []

  /// Creates the frame of a call; with a product, that of its properties.
  init(_ service: BoundService, _ planned: PlannedService, propertiesOf product: AnyBox? = nil) {
    (self.service, self.planned) = (service, planned)
    self.product = product
  }

  /// Collects arguments up to the next service that has to be resolved; nil when all are complete.
  ///
  /// - Parameters:
  ///   - handles: The context of its handles, and nil only if the service takes none.
  ///   - given: The arguments of the request that no factory has received, the next one last.
  /// - Returns: The service.
  mutating func advance(
    _ handles: HandleContext?, _ given: inout [AnyBox]
  ) -> BoundService? {
    let count = product == nil ? planned.arguments.count : planned.properties.count
    if supplied.isEmpty, count > 0 { supplied.reserveCapacity(count) }
    while supplied.count < count {
      switch argument(supplied.count) {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .deferred(let service):
        guard let handles else { preconditionFailure("`takesHandles` was false") }
        supplied.append(.deferred(DeferredService(service, handles)))
      case .resolver:
        guard let handles else { preconditionFailure("`takesHandles` was false") }
        supplied.append(.resolver(Resolver(handle: handles)))
      case .readiness:
        guard let handles else { preconditionFailure("`takesHandles` was false") }
        supplied.append(.readiness(ReadinessProbe(container: handles.container)))
      case .runtimeArgument:
        // The number of arguments was checked before.
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
  mutating func accept(_ box: AnyBox) {
    if case .services = argument(supplied.count) {
      received.append(box)
    } else {
      supplied.append(.box(box))
    }
  }

  private func argument(_ number: Int) -> BoundArgument {
    product == nil ? planned.arguments[number] : planned.properties[number].argument
  }
}
