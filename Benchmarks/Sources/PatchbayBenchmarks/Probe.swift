import CProbe

/// What one run of something allocated.
struct Count {
  let name: String
  let runs: Int
  let allocations: Double
  /// The most that was held at once, in bytes.
  let peak: Int
}

extension Case {
  /// Counts the allocations of the floor and of the case, both warm.
  ///
  /// Each runs within `patchbay_probe`, floor first, so that callgrind can count the instructions of
  /// the same runs: its dumps come in the same order.
  func count() throws -> [Count] {
    let bodies = try prepare()
    return [
      try count("\(name)-floor", bodies.floor), try count(name, bodies.body),
    ]
  }

  private func count(_ name: String, _ body: @escaping (Int) throws -> Void) throws -> Count {
    if countedRuns > 1 { try body(10) }
    let counts = try probe { try body(countedRuns) }
    return Count(
      name: name, runs: countedRuns,
      allocations: Double(counts.allocations) / Double(countedRuns), peak: counts.peak)
  }
}

/// Whether `Benchmarks/count` runs the program under callgrind.
private let isUnderCallgrind = CommandLine.arguments.contains("--under-callgrind")

/// Runs a body once where callgrind counts, and gives what it allocated.
func probe(_ body: () throws -> Void) throws -> patchbay_counts {
  try withoutActuallyEscaping(body) { body in
    let work = Work(body)
    // `work` outlives the call, which keeps no pointer.
    let context = Unmanaged.passUnretained(work).toOpaque()
    // To count them takes instructions, which callgrind would see.
    if !isUnderCallgrind { patchbay_begin_counting() }
    patchbay_probe({ Unmanaged<Work>.fromOpaque($0!).takeUnretainedValue().run() }, context)
    let counts = patchbay_end_counting()
    if let error = work.error { throw error }
    return counts
  }
}

/// Carries a Swift closure, and what it throws, through C.
final class Work {
  private let body: () throws -> Void
  private(set) var error: (any Error)?

  init(_ body: @escaping () throws -> Void) { self.body = body }

  func run() {
    do { try body() } catch { self.error = error }
  }
}
