import PatchbayDiagnostics

/// One request's calls of factories: of a shared service and the transients it is given, of several
/// that are built together, or of a transient.
///
/// All shared services that are needed from outside are ready before it begins.
struct Assembly {
  let container: Container
  /// Where shared services are looked for.
  let region: Region
  /// On whose behalf the handles that a factory is given are asked, as long as it runs.
  let construction: Construction
  /// What was found before, and who asked, for the message of a failure: a running construction,
  /// where there is one,
  private(set) var request: Request
  /// and the bindings that need this one.
  let path: ArraySlice<Container.Step>

  /// The members built so far, and what is shared within one request; nobody else sees them before
  /// all are whole.
  private(set) var products: [Int: Product] = [:]
  /// What must wait until every member is there.
  private var delayed: [(index: Int, box: AnyBox)] = []

  init(
    container: Container,
    region: Region,
    construction: Construction,
    request: Request,
    path: ArraySlice<Container.Step> = []
  ) {
    self.container = container
    self.construction = construction
    self.region = region
    self.request = request
    self.path = path
  }

  private var wiring: Wiring { container.wiring }

  /// Builds a shared member.
  mutating func build(_ index: Int) throws(DiagnosticsError) {
    products[index] = Product(try make(index), wiring.bindings[index].entry)
  }

  /// Sets the properties that close a cycle.
  mutating func setDelayedProperties() throws(DiagnosticsError) {
    while let (index, box) = delayed.popLast() {
      // Only a class is handed out first, and so the setters reach the instance that others have.
      _ = try run(ArgumentFrame(propertiesOf: BoundService(index: index, contract: 0), on: box))
    }
  }

  /// Calls a binding's factory, and before it those of the transients that it is given.
  mutating func make(_ index: Int) throws(DiagnosticsError) -> AnyBox {
    try run(ArgumentFrame(BoundService(index: index, contract: 0)))
  }

  /// Works with a stack of its own, as deep as the transients are nested.
  private mutating func run(_ root: ArgumentFrame) throws(DiagnosticsError) -> AnyBox {
    var frames = [root]
    while true {
      let last = frames.count - 1
      let binding = wiring.bindings[frames[last].service.index]
      if let need = frames[last].advance(of: binding, in: container, region, for: construction) {
        if let box = replacement(of: need) ?? existing(need) {
          frames[last].accept(try overlaid(box, need, frames))
        } else {
          frames.append(ArgumentFrame(need))
        }
        continue
      }
      let box: AnyBox
      if let product = frames[last].product {
        box = zip(binding.properties, frames[last].supplied).reduce(product) { box, pair in
          pair.0.property.set(box, pair.1)
        }
      } else {
        box = try call(binding, frames[last].supplied, frames)
        if !binding.properties.isEmpty {
          guard binding.isHandedOutFirst else {
            frames[last] = ArgumentFrame(propertiesOf: frames[last].service, on: box)
            continue
          }
          delayed.append((frames[last].service.index, box))
          shareWithinRequest(frames[last].service.index, box)
        }
      }
      let service = frames.removeLast().service
      shareWithinRequest(service.index, box)
      guard !frames.isEmpty else { return box }
      let view = service.contract == 0 ? box : binding.entry.contracts[service.contract].view(box)
      frames[last - 1].accept(try overlaid(view, service, frames))
    }
  }

  /// A shared service that is ready, or was built by this very assembly.
  private mutating func existing(_ need: BoundService) -> AnyBox? {
    (products[need.index] ?? request.product(in: region, need.index))?.boxes[need.contract]
  }

  /// What stands in a service's place, so that the service itself is not needed.
  private func replacement(of need: BoundService) -> AnyBox? {
    request.overlays?.stack(for: need)?.replacement
  }

  /// What is received in place of a service.
  private func overlaid(
    _ box: AnyBox,
    _ need: BoundService,
    _ frames: [ArgumentFrame]
  ) throws(DiagnosticsError) -> AnyBox {
    guard let stack = request.overlays?.stack(for: need) else { return box }
    let binding = wiring.bindings[need.index]
    var box = box
    for overlay in stack.callbacks {
      box = try overlay.apply(to: box, wiring.secrets) {
        requests(frames) + [.init(binding.key, binding.place)]
      }
    }
    return box
  }

  /// Remembers a `graph` service, for the others that the same request gives it to.
  private mutating func shareWithinRequest(_ index: Int, _ box: AnyBox) {
    guard wiring.bindings[index].scope == .graph, products[index] == nil else { return }
    products[index] = Product(box, wiring.bindings[index].entry)
  }

  private func call(
    _ binding: Binding,
    _ arguments: [SuppliedArgument],
    _ frames: [ArgumentFrame]
  ) throws(DiagnosticsError) -> AnyBox {
    if binding.entry.isLive, container.isForTesting {
      throw liveService(binding, path: requests(frames))
    }
    do {
      return try binding.entry.make(arguments)
    } catch let error as DiagnosticsError {
      // A request from inside the factory failed, and says why better than we could.
      throw error
    } catch {
      throw factoryFailed(binding, error, wiring.secrets, path: requests(frames))
    }
  }

  /// Who asked for what is being built, outermost first: running constructions, then the bindings.
  private func requests(_ frames: [ArgumentFrame]) -> [Diagnostic.ResolutionStep] {
    let constructions = request.requester.map { $0.requesters + [$0] } ?? []
    let bindings = (path.map(\.index) + frames.map(\.service.index)).map { wiring.bindings[$0] }
    return constructions.map { .init($0.key, $0.place) } + bindings.map { .init($0.key, $0.place) }
  }
}
