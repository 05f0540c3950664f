/// The results as a table for people.
func markdown(_ results: [Measurement]) -> String {
  let rows = results.map { result in
    "| \(result.summary) | \(milliseconds(result.body)) ms | \(milliseconds(result.floor)) ms "
      + "| \(rounded(result.ratio)) × | \(rounded(result.limit)) × |"
  }
  return """
    | what | time | floor | ratio | at most |
    | --- | --- | --- | --- | --- |
    \(rows.joined(separator: "\n"))
    """
}

/// The results for tools.
func json(_ results: [Measurement]) -> String {
  let rows = results.map { result in
    """
      {"name": "\(result.name)", "seconds": \(result.body), "floorSeconds": \(result.floor), \
    "ratio": \(result.ratio), "limit": \(result.limit)}
    """
  }
  return "[\n\(rows.joined(separator: ",\n"))\n]"
}

private func milliseconds(_ seconds: Double) -> String { rounded(seconds * 1000) }

/// Two decimals.
func rounded(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  let decimals = hundredths % 100
  return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
}
