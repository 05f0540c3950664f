/// A thing to measure beside the floor it is measured against.
struct Case {
  let name: String
  /// What the case does, for the table.
  let summary: String
  let floorName: String
  /// The ratio that is promised.
  let limit: Double
  let floor: () throws -> Void
  let body: () throws -> Void
}

/// What came out, in seconds.
struct Measurement {
  let name: String
  let summary: String
  let floorName: String
  let limit: Double
  let floor: Double
  let body: Double
  var ratio: Double { body / floor }
}

extension Case {
  /// Medians of samples taken in turn, floor and case, so that both see the same machine.
  func measure(samples: Int) throws -> Measurement {
    try floor()
    try body()
    var floors: [Duration] = []
    var bodies: [Duration] = []
    let clock = ContinuousClock()
    for _ in 0..<samples {
      floors.append(try clock.measure(floor))
      bodies.append(try clock.measure(body))
    }
    return Measurement(
      name: name,
      summary: summary,
      floorName: floorName,
      limit: limit,
      floor: median(floors),
      body: median(bodies)
    )
  }

  private func median(_ samples: [Duration]) -> Double {
    let middle = samples.sorted()[samples.count / 2].components
    return Double(middle.seconds) + Double(middle.attoseconds) / 1e18
  }
}
