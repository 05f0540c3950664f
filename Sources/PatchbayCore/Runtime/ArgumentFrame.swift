/// A factory call or a property injection whose arguments are being collected.
struct ArgumentFrame {
  let service: BoundService
  /// The product whose properties are to be set; nil before the factory was called.
  let product: AnyBox?
  private(set) var supplied: [SuppliedArgument] = []
  /// The services received for the argument that is being collected.
  private var received: [AnyBox] = []
  /// The remaining arguments of the request, the next one last.
  private var given: [AnyBox]

  /// Creates the frame of one construction; `given` holds the values that the request passes to the
  /// factory's `.argument` parameters.
  init(_ service: BoundService, given: [AnyBox] = []) {
    self.service = service
    self.product = nil
    self.given = given.reversed()
  }

  init(propertiesOf service: BoundService, on product: AnyBox) {
    self.service = service
    self.product = product
    self.given = []
  }

  /// Collects arguments up to the next service that has to be resolved; nil when all are complete.
  mutating func advance(of binding: Binding, _ context: HandleContext) -> BoundService? {
    let count = product == nil ? binding.arguments.count : binding.properties.count
    while supplied.count < count {
      let next = supplied.count
      switch product == nil ? binding.arguments[next] : binding.properties[next].argument {
      case .value(let box): supplied.append(.box(box))
      case .absent: supplied.append(.absent)
      case .deferred(let service): supplied.append(.deferred(DeferredService(service, context)))
      case .resolver: supplied.append(.resolver(Resolver(handle: context)))
      case .runtimeArgument:
        // The number of arguments was checked before the frame was created.
        guard let box = given.popLast() else { preconditionFailure("the arguments were counted") }
        supplied.append(.box(box))
      case .service(let service):
        guard let box = received.popLast() else { return service }
        supplied.append(.box(box))
      case .services(let services):
        guard received.count == services.count else { return services[received.count].service }
        supplied.append(.boxes(zip(services, received).map { ($0.key, $1) }))
        received = []
      }
    }
    return nil
  }

  mutating func accept(_ box: AnyBox) { received.append(box) }
}
