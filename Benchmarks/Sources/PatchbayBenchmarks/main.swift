import Patchbay

// Usage: patchbay-benchmarks [--count] [--threads] [--list] [CASE …]
//        patchbay-benchmarks --growth [SERVICES …]
//        patchbay-benchmarks --startup PROGRAM CONFIGURATION
//        patchbay-benchmarks --running [--stop] [--resolver] SERVICES TIMES
//
// Prints the results as JSON: the times of the cases, or with `--count` what they allocate, with
// `--threads` how they scale over two threads, with `--growth` what sizes of configurations cost.
// `--running` only starts services that run, for a count of the whole process; `--stop` stops them,
// too, and with `--resolver` the factory of each takes one.
// Names choose cases; `load` stands for all whose names begin so.

let arguments = CommandLine.arguments.dropFirst()
let options = arguments.filter { $0.hasPrefix("--") }
let names = arguments.filter { !$0.hasPrefix("--") }
let all =
  resolveCases + childCases + requestCases + injectionCases + scopeCases + firstBuildCases
  + loadCases
  + planCases + overlayCases + modelCases
  + environmentCases + testCases

/// Whether a case is named, or one of a group that is. 100,000 services take their time, and are only
/// loaded where they are named.
func isChosen(_ name: String) -> Bool {
  names.contains(name)
    || !name.hasSuffix("-100000")
      && (names.isEmpty || names.contains { name.hasPrefix($0) && !isCase($0) })
}
func isCase(_ name: String) -> Bool { all.contains { $0.name == name } }

let cases = all.filter { isChosen($0.name) }
var results = Results()
if options.contains("--list") {
  print((cases.map(\.name) + threadCases.map(\.name).filter(isChosen)).joined(separator: "\n"))
} else if options.contains("--startup"), names.count == 2 {
  let words = Array(names)
  let seconds = try measureStartup(of: words[0], configuration: words[1])
  print("check takes \(seconds.check * 1000) ms, help \(seconds.help * 1000) ms")
} else if options.contains("--running"), names.count == 2 {
  let numbers = names.compactMap { Int($0) }
  try startRunning(
    services: numbers[0], times: numbers[1], stopping: options.contains("--stop"),
    withResolver: options.contains("--resolver"))
} else {
  if options.contains("--count") {
    for one in cases { results.counts += try one.count() }
  } else if options.contains("--threads") {
    for one in threadCases where isChosen(one.name) {
      results.threads.append(try one.measure(samples: 15))
    }
  } else if options.contains("--growth") {
    let sizes = names.compactMap { Int($0) }
    for services in sizes.isEmpty ? [10, 100, 1_000, 10_000, 100_000] : sizes {
      results.growth.append(try GrowthPoint(services: services, samples: 9))
    }
  } else {
    for one in cases { results.times.append(try one.measure(samples: 15)) }
  }
  print(results.json)
}
