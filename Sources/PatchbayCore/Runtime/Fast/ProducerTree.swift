/// Puts together the producer of a transient, with those of the transients that it is given.
///
/// Only for what needs nothing but ready singletons, values, and other such transients; everything
/// else goes the whole way: handles, scopes, `weak`, properties, lists of fresh services, overlays.
struct ProducerTree {
  /// Deeper trees would need a stack as deep; larger ones cost more memory than they are worth.
  private static let depthLimit = 64
  private static let sizeLimit = 256

  let container: Container
  let isOver: (Int) -> Bool
  /// All that the root is made of; the container has to keep them.
  private(set) var kept: [AnyObject] = []
  /// How many places a row of what one request shares must have.
  private(set) var placeCount = 0

  private var made: [Int: AnyProducer] = [:]
  private var uses: [Int: Int] = [:]
  private var isShared = false

  init(of container: Container, unless isOver: @escaping (Int) -> Bool) {
    self.container = container
    self.isOver = isOver
  }

  private var wiring: Wiring { container.wiring }

  /// The producer of a facet; nil where there is none.
  mutating func producer(of service: BoundService) -> AnyProducer? {
    guard countUses(service.index, depth: 0) else { return nil }
    // Where any is made for several, what it shares with others may be asked for again.
    isShared = uses.values.contains { $0 > 1 }
    return fresh(service)
  }

  /// Walks over the fresh services, and says whether all have producers.
  private mutating func countUses(_ index: Int, depth: Int) -> Bool {
    let binding = wiring.bindings[index]
    guard depth < Self.depthLimit, uses.count < Self.sizeLimit, !isOver(index),
      canBeProduced(binding)
    else { return false }
    for service in binding.arguments.flatMap(\.services) {
      let need = wiring.bindings[service.index]
      guard need.scope.isFresh else { continue }
      uses[service.index, default: 0] += 1
      if uses[service.index] == 1, !countUses(service.index, depth: depth + 1) { return false }
    }
    return true
  }

  private func canBeProduced(_ binding: Binding) -> Bool {
    guard binding.isProducible, !(binding.entry.isLive && container.isForTesting) else {
      return false
    }
    guard let finishing = binding.entry.finishing else { return true }
    return finishing.plainType != 0
  }

  private mutating func fresh(_ service: BoundService) -> AnyProducer? {
    let binding = wiring.bindings[service.index]
    guard let whole = made[service.index] ?? make(service.index, binding) else { return nil }
    guard service.contract != 0 else { return whole }
    return keep(binding.entry.contracts[service.contract].producer(whole))
  }

  private mutating func make(_ index: Int, _ binding: Binding) -> AnyProducer? {
    guard let form = binding.entry.form else { return nil }
    var inputs: [AnyProducerInput] = []
    for argument in binding.arguments {
      guard let input = input(argument) else { return nil }
      inputs.append(input)
    }
    let site = ProducerSite(
      index: index,
      plainType: binding.entry.finishing?.plainType ?? 0,
      container: container
    )
    let values = ProducerInputs(inputs)
    var producer = keep(form.make(values, site))
    kept += values.kept
    if binding.scope == .graph, isShared, uses[index] != nil {
      producer = keep(form.share(producer, placeCount))
      placeCount += 1
    }
    made[index] = producer
    return producer
  }

  private mutating func input(_ argument: BoundArgument) -> AnyProducerInput? {
    switch argument {
    case .value(let box): return .constant(.box(box))
    case .absent: return .constant(.absent)
    case .service(let service):
      if wiring.bindings[service.index].scope.isFresh { return fresh(service).map { .fresh($0) } }
      return singleton(service).map { .constant(.box($0)) }
    case .services(let services):
      var boxes: [(key: String, box: AnyBox)] = []
      for (key, service) in services {
        guard let box = singleton(service) else { return nil }
        boxes.append((key, box))
      }
      return .constant(.boxes(boxes))
    case .deferred, .resolver, .runtimeArgument: return nil
    }
  }

  /// The instance of a singleton; nil where it is not there, or something lies over it.
  private func singleton(_ service: BoundService) -> AnyBox? {
    guard !isOver(service.index) else { return nil }
    return container.root.product(service.index)?.boxes[service.contract]
  }

  private mutating func keep(_ producer: AnyProducer) -> AnyProducer {
    kept.append(producer)
    return producer
  }
}
