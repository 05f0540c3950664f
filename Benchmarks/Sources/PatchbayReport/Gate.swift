/// Compares counts with thresholds.
///
/// - Returns: a line for each count that is above its threshold, and for each threshold without one.
func regressions(_ counts: [Results.Count], _ thresholds: [Threshold]) -> [String] {
  var found: [String] = []
  for threshold in thresholds {
    guard let count = counts.first(where: { $0.name == threshold.name }) else {
      found.append("\(threshold.name): was not measured")
      continue
    }
    func compare(_ what: String, _ value: Double?, _ limit: Double?, slack: Double = 0) {
      guard let limit else { return }
      guard let value else { return found.append("\(threshold.name): \(what) were not counted") }
      // Half a one is the share of what happens once in all the runs.
      guard value > limit * (1 + slack) + 0.5 else { return }
      found.append("\(threshold.name): \(rounded(value)) \(what), at most \(rounded(limit))")
    }
    compare("instructions", count.instructions, threshold.instructions, slack: 0.05)
    compare("retains", count.retains, threshold.retains, slack: 0.1)
    compare("allocations", count.allocations, threshold.allocations, slack: 0.01)
    compare("bytes", Double(count.peak), threshold.peak.map(Double.init), slack: 0.02)
    if let limit = threshold.ratio {
      let floor = counts.first { $0.name == "\(threshold.name)-floor" }?.instructions
      let ratio = count.instructions.flatMap { own in floor.map { own / $0 } }
      if ratio.map({ $0 > limit }) ?? true {
        found.append(
          "\(threshold.name): \(ratio.map(rounded) ?? "?") times its floor's instructions, "
            + "at most \(rounded(limit))")
      }
    }
  }
  return found
}

/// Compares the bytes that services hold with thresholds.
///
/// - Returns: a line for each that is above its threshold, and for each size that was not measured.
func regressions(_ growth: [Results.Growth], _ thresholds: [Thresholds.Growth]) -> [String] {
  thresholds.flatMap { threshold in
    let name = "a service of \(threshold.services)"
    guard let found = growth.first(where: { $0.services == threshold.services }) else {
      return ["\(name): was not measured"]
    }
    let compared = [
      ("bytes at the peak of a load", found.loadBytes, threshold.loadBytes),
      ("bytes of a plan", found.planBytes, threshold.planBytes),
      ("bytes of a plan that is defined in Swift", found.swiftBytes, threshold.swiftBytes),
    ]
    return compared.filter { $0.1 > $0.2 * 1.01 }.map {
      "\(name): \(rounded($0.1)) \($0.0), at most \(rounded($0.2))"
    }
  }
}
