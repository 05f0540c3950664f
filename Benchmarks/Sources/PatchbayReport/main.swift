import Foundation

// Usage: patchbay-report table RESULTS …               prints tables
//        patchbay-report gate THRESHOLDS RESULTS …     fails where a threshold is passed
//        patchbay-report gate-quick THRESHOLDS RESULTS …   leaves out those that are not quick
//
// RESULTS are files that `patchbay-benchmarks` and `Benchmarks/count` print.

func read<Content: Decodable>(_ path: String) -> Content {
  do {
    return try JSONDecoder().decode(
      Content.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  } catch {
    print("patchbay-report: \(path) holds no results: \(error)")
    exit(65)
  }
}

var words = Array(CommandLine.arguments.dropFirst())
let order = words.isEmpty ? "" : words.removeFirst()
var thresholds = Thresholds()
if order.hasPrefix("gate"), !words.isEmpty { thresholds = read(words.removeFirst()) }
if order == "gate-quick" { thresholds.cases.removeAll { $0.isSlow ?? false } }
var results = Results()
for path in words { results.add(read(path)) }

switch order {
case "table": print(markdown(results))
case "gate", "gate-quick":
  print(markdown(results))
  let found =
    regressions(results.counts, thresholds.cases) + regressions(results.growth, thresholds.growth)
  print("")
  for line in found { print("REGRESSION \(line)") }
  print(found.isEmpty ? "gate: nothing costs more than it may" : "gate: \(found.count) regressions")
  exit(found.isEmpty ? 0 : 1)
default:
  print(
    "usage: patchbay-report (table | gate THRESHOLDS | gate-quick THRESHOLDS) RESULTS …")
  exit(64)
}
