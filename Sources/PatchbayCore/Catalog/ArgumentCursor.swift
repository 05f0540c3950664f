/// Reads the arguments of a factory's call in order, each as its parameter's type.
///
/// It retains nothing: the plan has the service and its factory, and outlives the call, as the store and the container
/// do. An `async` factory has read all of its arguments when it first suspends.
@usableFromInline
struct ArgumentCursor {
  private let planned: Unmanaged<PlannedService>
  private let entry: Unmanaged<CatalogEntry>
  private let source: Source
  private var (position, nextGiven): (Int32, Int32) = (0, 0)

  private enum Source {
    case supplied([SuppliedArgument])
    case ready(ReadyArguments)
  }

  @inline(__always)
  init(of planned: PlannedService, _ entry: CatalogEntry, _ arguments: [SuppliedArgument]) {
    (self.planned, self.entry) = (.passUnretained(planned), .passUnretained(entry))
    source = .supplied(arguments)
  }

  /// Reads the arguments of a service that is ready (`ResolutionContext.isReady`).
  @inline(__always)
  init(of planned: PlannedService, _ entry: CatalogEntry, _ arguments: ReadyArguments) {
    (self.planned, self.entry) = (.passUnretained(planned), .passUnretained(entry))
    source = .ready(arguments)
  }

  @usableFromInline
  mutating func next<Value>(as type: Value.Type) -> Value {
    let position = Int(position)
    self.position += 1
    let argument = argument(position)
    return entry._withUnsafeGuaranteedRef {
      // Safe because the parameters and the types are of the same pack.
      unsafeDowncast($0.parameters[position], to: TypedSignature<Value>.self).read(argument)
    }
  }

  private mutating func argument(_ position: Int) -> SuppliedArgument {
    switch source {
    case .supplied(let arguments): return arguments[position]
    case .ready(let ready):
      switch planned._withUnsafeGuaranteedRef({ $0.arguments[position] }) {
      case .value(let box): return .box(box)
      case .absent: return .absent
      case .service(let service): return .box(ready.box(of: service))
      case .services(let services):
        return .boxes(services.map { ($0.key, ready.box(of: $0.service)) })
      case .runtimeArgument:
        defer { nextGiven += 1 }
        return .box(ready.given[Int(nextGiven)])
      case .deferred(let service): return .deferred(DeferredService(service, ready.handle()))
      case .resolver: return .resolver(Resolver(handle: ready.handle()))
      case .readiness: return .readiness(ready.readiness())
      }
    }
  }
}

/// Arguments that exist, and are read where they are: services that a store has, and what a request passes.
struct ReadyArguments {
  private let container: Unmanaged<Container>
  private let store: Unmanaged<InstanceStore>
  /// What handles resolve services for, while it runs.
  private let construction: Unmanaged<Construction>?
  /// What the request passes.
  let given: [AnyBox]

  @inline(__always)
  init(
    _ container: Container, _ store: InstanceStore, for construction: Construction?,
    _ given: [AnyBox] = []
  ) {
    (self.container, self.store) = (.passUnretained(container), .passUnretained(store))
    self.construction = construction.map { .passUnretained($0) }
    self.given = given
  }

  @inline(__always)
  func box(of service: BoundService) -> AnyBox {
    guard let box = store._withUnsafeGuaranteedRef({ $0.permanent(service) }) else {
      preconditionFailure("a store keeps for good what is ready")
    }
    return box
  }

  @inline(never)
  func handle() -> HandleContext {
    HandleContext(
      container.takeUnretainedValue(), store.takeUnretainedValue(),
      for: construction?.takeUnretainedValue())
  }

  func readiness() -> ReadinessProbe { ReadinessProbe(container: container.takeUnretainedValue()) }
}
