/// A thing to measure beside the floor it is measured against.
struct Case: Sendable {
  let name: String
  /// What the case does, for the table.
  let summary: String
  let floorName: String
  /// The ratio of times that is aimed at.
  let limit: Double
  /// How often the body runs where instructions and allocations are counted.
  var countedRuns = 1000
  /// Makes what the bodies need; run only where the case is.
  let prepare: @Sendable () throws -> Bodies

  /// The floor and the case, each run as often as it is told to.
  struct Bodies {
    let floor: (Int) throws -> Void
    let body: (Int) throws -> Void
  }
}

/// What came out, in seconds for one run.
struct Measurement {
  let name: String
  let summary: String
  let floorName: String
  let limit: Double
  let seconds: Double
  let floorSeconds: Double
  let ratio: Double
}

extension Case {
  /// Medians of samples taken in turn, floor and case, so that both see the same machine.
  func measure(samples: Int) throws -> Measurement {
    let bodies = try prepare()
    let floorRuns = try runsInASample(bodies.floor)
    let bodyRuns = try runsInASample(bodies.body)
    var floors: [Double] = []
    var times: [Double] = []
    for _ in 0..<samples {
      floors.append(try seconds(floorRuns, bodies.floor))
      times.append(try seconds(bodyRuns, bodies.body))
    }
    return Measurement(
      name: name, summary: summary, floorName: floorName, limit: limit, seconds: median(times),
      floorSeconds: median(floors), ratio: median(times) / median(floors))
  }

  /// As many runs as take about 10 ms; warms up on the way.
  private func runsInASample(_ body: (Int) throws -> Void) throws -> Int {
    var runs = 1
    while try seconds(runs, body) * Double(runs) < 0.005 { runs *= 2 }
    return runs * 2
  }
}

/// How long one of so many runs takes.
func seconds(_ runs: Int, _ body: (Int) throws -> Void) rethrows -> Double {
  let time = try ContinuousClock().measure { try body(runs) }.components
  return (Double(time.seconds) + Double(time.attoseconds) / 1e18) / Double(runs)
}

func median(_ samples: [Double]) -> Double { samples.sorted()[samples.count / 2] }

struct WrongResult: Error {}
