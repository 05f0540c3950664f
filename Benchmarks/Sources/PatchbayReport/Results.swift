/// What the benchmarks print.
struct Results: Codable {
  var times: [Time] = []
  var threads: [Threads] = []
  var counts: [Count] = []
  var growth: [Growth] = []

  struct Time: Codable {
    let name, summary, floorName: String
    let seconds, floorSeconds, ratio, limit: Double
  }

  struct Threads: Codable {
    let name, summary, floorName: String
    let scale, floorScale: Double
    let limit: Double?
  }

  /// What one run of a case, or of its floor, costs.
  struct Count: Codable {
    let name: String
    let allocations: Double
    let peak: Int
    /// Only counted under callgrind.
    let instructions, retains: Double?
  }

  /// What a configuration of a size costs: seconds and bytes, most of them for one service.
  struct Growth: Codable {
    let services: Int
    let hot, spread, request, load, floor, plan, loadBytes, planBytes, swiftBytes: Double
  }

  mutating func add(_ other: Results) {
    times += other.times
    threads += other.threads
    counts += other.counts
    growth += other.growth
  }
}

/// The most that the cases, and configurations of a size, may cost.
struct Thresholds: Codable {
  var cases: [Threshold] = []
  var growth: [Growth] = []

  /// The most bytes for one service of a configuration of a size.
  struct Growth: Codable {
    let services: Int
    let loadBytes, planBytes, swiftBytes: Double
  }
}

/// The most that a case may cost.
struct Threshold: Codable {
  let name: String
  /// Whether it is left out where there is little time.
  var isSlow: Bool?
  /// Times as many instructions as its floor; the same from run to run, and nearly so from one
  /// machine to the next.
  var ratio: Double?
  /// For one run.
  var instructions: Double?
  var retains: Double?
  var allocations: Double?
  /// The most bytes that are held at once.
  var peak: Int?
}
