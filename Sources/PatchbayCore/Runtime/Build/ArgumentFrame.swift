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
  ///   - assembly: The calls that it belongs to, which have the arguments of the request.
  ///   - container: The container of its handles.
  /// - Returns: The service.
  mutating func advance(_ assembly: inout Assembly, _ container: Container) -> BoundService? {
    let count = product == nil ? planned.arguments.count : planned.properties.count
    if supplied.isEmpty, count > 0 { supplied.reserveCapacity(count) }
    while supplied.count < count {
      switch argument(supplied.count) {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .deferred(let service):
        supplied.append(.deferred(DeferredService(service, assembly.handleContext(container))))
      case .resolver:
        supplied.append(.resolver(Resolver(handle: assembly.handleContext(container))))
      case .readiness: supplied.append(.readiness(ReadinessProbe(container: container)))
      case .runtimeArgument: supplied.append(.box(assembly.nextRequestArgument()))
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
