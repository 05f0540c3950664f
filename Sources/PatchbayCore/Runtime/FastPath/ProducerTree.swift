/// Builds the producer of a transient, with those of its transient dependencies.
///
/// Supports only services that need ready singletons, values, and other such transients; everything else
/// takes the slow path: arguments of a request, handles, `weak`, properties, lists of transients, overrides.
struct ProducerTree {
  /// Deeper trees would need a stack as deep; larger ones cost more memory than they save time.
  private static let depthLimit = 64
  private static let sizeLimit = 256

  let container: Container
  let isOver: (Int) -> Bool
  /// The objects that the inputs point to.
  private(set) var parts: [any AnyObject & Sendable] = []
  /// The services that the root is made of: an override of any of them invalidates the producer.
  private(set) var services: Set<Int> = []

  private var made: [Int: AnyProducer] = [:]
  /// The number of times that one request asks for each service.
  private var asks: [Int: UInt] = [:]
  private var slots = GraphSlotsBuilder(count: 0)

  init(of container: Container, unless isOver: @escaping (Int) -> Bool) {
    (self.container, self.isOver) = (container, isOver)
  }

  private var wiring: Wiring { container.wiring }

  /// Returns the producer of a facet; nil if it cannot have one.
  mutating func producer(of service: BoundService) -> AnyProducer? {
    var order: [Int] = []
    guard collect(service.index, depth: 0, into: &order), countAsks(order.reversed()) else {
      return nil
    }
    slots = GraphSlotsBuilder(count: order.count { isShared($0) })
    return root(service)
  }

  /// Collects the transients, each after its dependencies; returns whether all can have producers.
  private mutating func collect(_ index: Int, depth: Int, into order: inout [Int]) -> Bool {
    guard asks.updateValue(0, forKey: index) == nil else { return true }
    let planned = wiring.services[index]
    services.insert(index)
    guard depth < Self.depthLimit, asks.count <= Self.sizeLimit, !isOver(index),
      canBeProduced(planned)
    else { return false }
    for need in freshNeeds(of: planned) {
      guard collect(need, depth: depth + 1, into: &order) else { return false }
    }
    order.append(index)
    return true
  }

  /// Counts the requests that one request of the root causes.
  ///
  /// - Parameter order: The root first, and each service before its dependencies.
  /// - Returns: `false` if they cannot be counted.
  private mutating func countAsks(_ order: some Collection<Int>) -> Bool {
    asks[order.first ?? 0] = 1
    for index in order {
      let products = isShared(index) ? 1 : asks[index] ?? 0
      for need in freshNeeds(of: wiring.services[index]) {
        let (sum, isTooLarge) = (asks[need] ?? 0).addingReportingOverflow(products)
        guard !isTooLarge else { return false }
        asks[need] = sum
      }
    }
    return true
  }

  private func freshNeeds(of planned: PlannedService) -> [Int] {
    planned.arguments.flatMap(\.services).map(\.index).filter {
      wiring.services[$0].scope.isPerRequest
    }
  }

  /// Whether a request makes the service once and uses it several times.
  private func isShared(_ index: Int) -> Bool {
    wiring.services[index].scope.isGraph && (asks[index] ?? 0) > 1
  }

  private func canBeProduced(_ planned: PlannedService) -> Bool {
    planned.isProducible && !(planned.entry.isLive && container.isForTesting)
      && planned.entry.finishing.hasPlainType
  }

  /// Returns a producer of this tree with all that it is made of.
  func kept(_ producer: AnyProducer) -> KeptProducer {
    KeptProducer(producer: producer, parts: parts, services: services)
  }

  private mutating func root(_ service: BoundService) -> AnyProducer? {
    let planned = wiring.services[service.index]
    guard var whole = make(service.index, planned) else { return nil }
    if let layout = slots.layout, let form = planned.entry.form {
      parts.append(layout)
      whole = adding(form.enclosed(whole, layout))
    }
    return view(whole, of: planned, as: service.contract)
  }

  private mutating func fresh(_ service: BoundService) -> AnyProducer? {
    let planned = wiring.services[service.index]
    guard let whole = made[service.index] ?? make(service.index, planned) else { return nil }
    return view(whole, of: planned, as: service.contract)
  }

  private mutating func view(
    _ whole: AnyProducer, of planned: PlannedService, as contract: Int
  ) -> AnyProducer {
    contract == 0 ? whole : adding(planned.entry.contracts[contract].producer(whole))
  }

  private mutating func make(_ index: Int, _ planned: PlannedService) -> AnyProducer? {
    guard let form = planned.entry.form else { return nil }
    var inputs: [AnyProducerInput] = []
    for argument in planned.arguments {
      guard let input = input(argument) else { return nil }
      inputs.append(input)
    }
    var producer = adding(
      form.producer(
        inputs, ProducerSite(index: index, container: container),
        plainType: planned.entry.finishing.plainType, in: &parts))
    if isShared(index) {
      guard let shared = form.shared(producer, in: &slots, asks: asks[index] ?? 0) else {
        return nil
      }
      producer = adding(shared)
    }
    made[index] = producer
    return producer
  }

  private mutating func input(_ argument: BoundArgument) -> AnyProducerInput? {
    switch argument {
    case .value(let box): return .constant(.box(box))
    case .absent: return .constant(.absent)
    case .service(let service):
      switch wiring.services[service.index].scope {
      case .transient, .graph: return fresh(service).map { .fresh($0) }
      case .named: return nil
      case .singleton, .weak: return singleton(service).map { .constant(.box($0)) }
      }
    case .services(let services):
      var boxes: [(key: String, box: AnyBox)] = []
      for (key, service) in services {
        guard let box = singleton(service) else { return nil }
        boxes.append((key, box))
      }
      return .constant(.boxes(boxes))
    case .runtimeArgument, .deferred, .resolver, .readiness: return nil
    }
  }

  /// Returns the instance of a singleton; nil if it does not exist yet, or is overridden.
  private mutating func singleton(_ service: BoundService) -> AnyBox? {
    services.insert(service.index)
    guard !isOver(service.index) else { return nil }
    return container.root.permanent(service)
  }

  private mutating func adding(_ producer: AnyProducer) -> AnyProducer {
    parts.append(producer)
    return producer
  }
}
