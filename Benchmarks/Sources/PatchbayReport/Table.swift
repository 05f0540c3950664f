import Foundation

/// The results as tables for people.
func markdown(_ results: Results) -> String {
  var parts: [String] = []
  if !results.times.isEmpty {
    parts.append(
      table(
        ["what", "time", "floor", "", "ratio", "aimed at"],
        results.times.map {
          [
            $0.summary, time($0.seconds), time($0.floorSeconds), $0.floorName,
            "\(rounded($0.ratio)) ×", "\(rounded($0.limit)) ×",
          ]
        }))
  }
  if !results.threads.isEmpty {
    parts.append(
      table(
        ["two threads do", "times as much as one", "floor", "", "aimed at"],
        results.threads.map {
          [
            $0.summary, "\(rounded($0.scale)) ×", "\(rounded($0.floorScale)) ×", $0.floorName,
            $0.limit.map { "\(rounded($0)) ×" } ?? "as the floor",
          ]
        }))
  }
  if !results.counts.isEmpty { parts.append(counts(results.counts)) }
  if !results.growth.isEmpty {
    parts.append(
      table(
        [
          "services", "request", "requests in turn", "scope of a request", "load, each",
          "libyaml alone", "plan, each", "load holds, each", "plan holds, each", "of Swift, each",
        ],
        results.growth.map {
          [
            "\($0.services)", time($0.hot), time($0.spread), time($0.request), time($0.load),
            time($0.floor), time($0.plan), "\(Int($0.loadBytes)) B", "\(Int($0.planBytes)) B",
            "\(Int($0.swiftBytes)) B",
          ]
        }))
  }
  return parts.joined(separator: "\n\n")
}

private func counts(_ counts: [Results.Count]) -> String {
  table(
    ["one run of", "instructions", "of the floor", "retains", "allocations", "most bytes held"],
    counts.filter { !$0.name.hasSuffix("-floor") }.map { count in
      let floor = counts.first { $0.name == "\(count.name)-floor" }
      var ratio = ""
      if let own = count.instructions, let below = floor?.instructions, below > 0 {
        ratio = "\(rounded(own / below)) ×"
      }
      return [
        "`\(count.name)`", count.instructions.map { "\(Int($0))" } ?? "", ratio,
        count.retains.map { rounded($0) } ?? "", rounded(count.allocations), "\(count.peak)",
      ]
    })
}

private func table(_ head: [String], _ rows: [[String]]) -> String {
  ([head, head.map { _ in "---" }] + rows)
    .map { "| \($0.joined(separator: " | ")) |" }
    .joined(separator: "\n")
}

/// A time in the unit that a person would choose.
func time(_ seconds: Double) -> String {
  switch seconds {
  case ..<1e-6: "\(rounded(seconds * 1e9)) ns"
  case ..<1e-3: "\(rounded(seconds * 1e6)) µs"
  default: "\(rounded(seconds * 1e3)) ms"
  }
}

func rounded(_ number: Double) -> String {
  number.isFinite ? String(format: number < 100 ? "%.2f" : "%.0f", number) : "–"
}
