import CFloor
import Patchbay

// Usage: patchbay-benchmarks [--json] [--once CASE] [--startup PROGRAM CONFIGURATION]
//
// Prints a table of ratios. `--once CASE` runs a case a single time, for instruction counts.
// `--startup` measures what `check` adds to the start of the example, built for release.

let large = LargeConfiguration(services: 10_000)

let cases = [
  Case(
    name: "load-10000",
    summary: "10,000 services (\(large.bytes.count / 1000) kB) from bytes to a checked plan",
    floorName: "libyaml's events over the same bytes",
    limit: 4.0,
    floor: {
      let events = large.bytes.withUnsafeBufferPointer {
        // The buffer outlives the call, which reads `count` bytes and keeps no pointer.
        patchbay_floor_events($0.baseAddress, $0.count)
      }
      guard events > 100_000 else { throw WrongResult() }
    },
    body: { _ = try large.plan() }
  )
]

let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "--once" {
  let name = arguments.dropFirst().first ?? ""
  for one in cases where one.name == name { try one.body() }
  for one in cases where "\(one.name)-floor" == name { try one.floor() }
} else if arguments.first == "--startup", arguments.count == 3 {
  let words = Array(arguments)
  let result = try measureStartup(of: words[1], configuration: words[2])
  let added = (result.body - result.floor) * 1000
  print("check adds \(rounded(added)) ms to a start of \(rounded(result.floor * 1000)) ms")
} else {
  let results = try cases.map { try $0.measure(samples: 9) }
  print(arguments.contains("--json") ? json(results) : markdown(results))
}
