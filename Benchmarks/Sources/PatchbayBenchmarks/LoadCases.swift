import CFloor
import Patchbay

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

/// Runs libyaml's bare event loop.
func readEvents(_ bytes: [UInt8]) throws {
  let events = bytes.withUnsafeBufferPointer {
    // The buffer outlives the call, which reads `count` bytes and keeps no pointer.
    patchbay_floor_events($0.baseAddress, $0.count)
  }
  guard events > bytes.count / 20 else { throw WrongResult() }
}
