/// Writes the results for tools: the one form that tables and the gate are made from.
struct Results {
  var times: [Measurement] = []
  var threads: [ThreadMeasurement] = []
  var counts: [Count] = []
  var growth: [GrowthPoint] = []

  var json: String {
    """
    {
      "times": [\(list(times.map(\.json)))],
      "threads": [\(list(threads.map(\.json)))],
      "counts": [\(list(counts.map(\.json)))],
      "growth": [\(list(growth.map(\.json)))]
    }
    """
  }

  private func list(_ rows: [String]) -> String {
    rows.isEmpty ? "" : "\n    " + rows.joined(separator: ",\n    ") + "\n  "
  }
}

// Names and summaries are those of this package: none needs escapes.

extension Measurement {
  fileprivate var json: String {
    """
    {"name": "\(name)", "summary": "\(summary)", "floorName": "\(floorName)", \
    "seconds": \(seconds), "floorSeconds": \(floorSeconds), "ratio": \(ratio), "limit": \(limit)}
    """
  }
}

extension ThreadMeasurement {
  fileprivate var json: String {
    """
    {"name": "\(name)", "summary": "\(summary)", "floorName": "\(floorName)", \
    "scale": \(scale), "floorScale": \(floorScale), "limit": \(limit.map { "\($0)" } ?? "null")}
    """
  }
}

extension Count {
  fileprivate var json: String {
    """
    {"name": "\(name)", "runs": \(runs), "allocations": \(allocations), "peak": \(peak)}
    """
  }
}
