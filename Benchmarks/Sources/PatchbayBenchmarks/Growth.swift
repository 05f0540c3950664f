import CProbe
import Patchbay

/// What a configuration of a size costs.
struct GrowthPoint {
  let services: Int
  /// Seconds of a request for one key, again and again.
  let hot: Double
  /// Seconds of a request for one of all keys, in turn.
  let spread: Double
  /// Seconds of a request that opens a scope, makes four services in it and closes it.
  let request: Double
  /// Seconds of the load, and of the parser alone, for one service.
  let load: Double
  let floor: Double
  /// Seconds of making the plan of what is loaded, for one service.
  let plan: Double
  /// Bytes for one service: the most that the load holds at once, and what the plan holds when all
  /// else is gone; both without the bytes of the file, which they share with the caller.
  let loadBytes: Double
  let planBytes: Double
  /// Bytes that the plan of a service holds that is defined in Swift, with its closure.
  let swiftBytes: Double
}

extension GrowthPoint {
  init(services: Int, samples: Int) throws {
    let large = LargeConfiguration(services: services)
    let perService = 1 / Double(services)

    var plan: Plan?
    let counts = try probe { plan = try large.plan() }
    guard let plan else { throw WrongResult() }
    loadBytes = Double(counts.peak) * perService
    planBytes = Double(counts.held) * perService
    let names = (0..<services).map { "service-\($0)" }
    var ofSwift: Plan?
    let swiftCounts = try probe {
      ofSwift = try Plan { for name in names { Provide(name, as: Int.self) { _ in 1 } } }
    }
    guard ofSwift != nil else { throw WrongResult() }
    swiftBytes = Double(swiftCounts.held) * perService

    let container = Container(plan)
    let keys = (0..<services).map { "service.number.\($0)" }
    for key in keys { _ = try container.resolve(key, as: Worker.self) }
    let runs = max(services, 10_000)
    let hot = { for _ in 0..<runs { use(try container.resolve(.worker)) } }
    let spread = {
      for run in 0..<runs { use(try container.resolve(keys[run % keys.count], as: Worker.self)) }
    }
    let inScope = try requestBodies(services: services).body
    let definitions = try large.definitions()
    var samplesOf: [[Double]] = [[], [], [], [], [], []]
    let repeats = max(1, 1_000 / services)
    for _ in 0..<samples {
      samplesOf[0].append(try seconds(1) { _ in try hot() } / Double(runs))
      samplesOf[1].append(try seconds(1) { _ in try spread() } / Double(runs))
      samplesOf[2].append(
        try seconds(repeats) { for _ in 0..<$0 { _ = try large.plan() } } * perService)
      samplesOf[3].append(
        try seconds(repeats) { for _ in 0..<$0 { try readEvents(large.bytes) } } * perService)
      samplesOf[4].append(
        try seconds(repeats) { for _ in 0..<$0 { _ = try Plan(definitions, catalog: .workers) } }
          * perService)
      samplesOf[5].append(try seconds(10_000) { try inScope($0) })
    }
    self.services = services
    (self.hot, self.spread) = (median(samplesOf[0]), median(samplesOf[1]))
    (load, floor, self.plan) = (
      median(samplesOf[2]), median(samplesOf[3]), median(samplesOf[4])
    )
    request = median(samplesOf[5])
  }

  var json: String {
    """
    {"services": \(services), "hot": \(hot), "spread": \(spread), \
    "request": \(request), "load": \(load), \
    "floor": \(floor), "plan": \(plan), "loadBytes": \(loadBytes), "planBytes": \(planBytes), \
    "swiftBytes": \(swiftBytes)}
    """
  }
}

extension LargeConfiguration {
  func definitions(variables: Variables = Variables([:])) throws -> DefinitionSet {
    var collector = DiagnosticCollector()
    let definitions = try configuration().definitions(
      variables: variables, overlays: [.bytes(overlay, name: "overlay.yaml")], into: &collector)
    guard !collector.hasErrors else { throw WrongResult() }
    return definitions
  }
}
