import CFloor
import Patchbay
import PatchbayConfiguration

/// Loads of different sizes beside the work of the parser alone.
let loadCases = [1_000, 10_000, 100_000].map { services in
  Case(
    name: "load-\(services)", summary: "\(services) services from bytes to a checked plan",
    floorName: "libyaml's events over the same bytes", limit: 2.0, countedRuns: 1
  ) {
    let large = LargeConfiguration(services: services)
    return Case.Bodies(
      floor: { runs in for _ in 0..<runs { try readEvents(large.bytes) } },
      body: { runs in for _ in 0..<runs { _ = try large.plan() } })
  }
}

/// The plan alone, of definitions that are there.
let planCases = [
  Case(
    name: "plan-1000", summary: "1000 definitions checked, and the plan freed",
    floorName: "libyaml's events over the same bytes", limit: 1.0, countedRuns: 1
  ) {
    let large = LargeConfiguration(services: 1_000)
    let definitions = try large.definitions()
    return Case.Bodies(
      floor: { runs in for _ in 0..<runs { try readEvents(large.bytes) } },
      body: { runs in for _ in 0..<runs { _ = try Plan(definitions, catalog: .workers) } })
  },
  Case(
    name: "plan-swift-1000", summary: "1000 services written in Swift alone, checked",
    floorName: "libyaml's events over 1000 entries", limit: 1.5, countedRuns: 1
  ) {
    let large = LargeConfiguration(services: 1_000)
    let keys = (0..<1_000).map { "service-\($0)" }
    return Case.Bodies(
      floor: { runs in for _ in 0..<runs { try readEvents(large.bytes) } },
      body: { runs in
        for _ in 0..<runs {
          _ = try Plan { for key in keys { Provide(key, as: Int.self) { _ in 1 } } }
        }
      })
  },
]

/// An overlay over a plan that exists.
let overlayCases = [
  Case(
    name: "overlaid-1000",
    summary: "an overlay of an argument of one of 1000 services over a plan that exists",
    floorName: "their load from bytes to a checked plan", limit: 0.5, countedRuns: 10
  ) {
    let large = LargeConfiguration(services: 1_000)
    let plan = try large.plan()
    let overlay = Array("services: { service.number.7: { arguments: { size: 70 } } }".utf8)
    return Case.Bodies(
      floor: { runs in for _ in 0..<runs { _ = try large.plan() } },
      body: { runs in
        for _ in 0..<runs { _ = try plan.overlaid(by: [.bytes(overlay, name: "one.yaml")]) }
      })
  }
]

/// The model of definitions that are there, next to the load of the same configuration.
let modelCases = [
  Case(
    name: "model-1000", summary: "1000 definitions checked without variables, and described",
    floorName: "their load from bytes to a checked plan", limit: 0.5, countedRuns: 1
  ) {
    let large = LargeConfiguration(services: 1_000)
    let definitions = try large.definitions(variables: .keepingSources)
    return Case.Bodies(
      floor: { runs in for _ in 0..<runs { _ = try large.plan() } },
      body: { runs in
        for _ in 0..<runs {
          var collector = DiagnosticCollector()
          let findings = Plan.findings(
            in: definitions, catalog: .workers, into: &collector)
          guard findings.model?.nodes.count == 1_000 else { throw WrongResult() }
        }
      })
  },
  Case(
    name: "difference-1000", summary: "the models of 1000 services and of one changed, compared",
    floorName: "their load from bytes to a checked plan", limit: 15, countedRuns: 1
  ) {
    let large = LargeConfiguration(services: 1_000)
    func model(_ overlays: [ConfigurationSource]) throws -> WiringModel? {
      var collector = DiagnosticCollector()
      return try large.configuration().model(
        overlays: overlays, catalog: .workers, into: &collector)
    }
    let overlay = Array("services: { service.number.7: { arguments: { size: 70 } } }".utf8)
    guard let old = try model([]), let new = try model([.bytes(overlay, name: "one.yaml")]) else {
      throw WrongResult()
    }
    return Case.Bodies(
      floor: { runs in for _ in 0..<runs { _ = try large.plan() } },
      body: { runs in
        for _ in 0..<runs {
          let found = WiringDifference(from: ComparedWiring(old), to: ComparedWiring(new))
          guard found.changes.count == 1 else { throw WrongResult() }
        }
      })
  },
]

/// A hundred environments of one configuration, each with an overlay: what was parsed once is not
/// parsed again.
let environmentCases = [
  Case(
    name: "hundred-environments", summary: "1000 services checked for 100 environments",
    floorName: "one load and 100 checks of it without environments", limit: 1.5, countedRuns: 1
  ) {
    let large = LargeConfiguration(services: 1_000, environments: 100)
    return Case.Bodies(
      floor: { runs in
        for _ in 0..<runs {
          let configuration = try large.configuration()
          for _ in 0..<100 { _ = try configuration.plan(catalog: .workers) }
        }
      },
      body: { runs in
        for _ in 0..<runs {
          let configuration = try large.configuration()
          for index in 0..<100 {
            _ = try configuration.plan(
              environment: "e\(index)", overlays: [.bytes(large.overlay, name: "overlay.yaml")],
              catalog: .workers)
          }
        }
      })
  }
]

/// Runs libyaml's bare event loop.
func readEvents(_ bytes: [UInt8]) throws {
  let events = bytes.withUnsafeBufferPointer {
    // The buffer outlives the call, which reads `count` bytes and keeps no pointer.
    patchbay_floor_events($0.baseAddress, $0.count)
  }
  guard events > bytes.count / 20 else { throw WrongResult() }
}
