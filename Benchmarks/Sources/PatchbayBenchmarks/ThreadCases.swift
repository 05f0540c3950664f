import CProbe
import Patchbay

/// Something that many threads do at once, beside a floor.
struct ThreadCase: Sendable {
  let name: String
  let summary: String
  let floorName: String
  /// How many times as much two threads shall do as one; nil for no less than the floor.
  let limit: Double?
  let runs: Int
  let prepare: @Sendable () throws -> Case.Bodies
}

struct ThreadMeasurement {
  let name: String
  let summary: String
  let floorName: String
  let limit: Double?
  /// How many times as much two threads did as one.
  let scale: Double
  let floorScale: Double
}

let threadCases = [
  ThreadCase(
    name: "threads-singleton-key", summary: "a singleton by its typed key",
    floorName: "a `static let`, returned", limit: nil, runs: 100_000
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.ownedGreeter()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.greeter)) } })
  },
  ThreadCase(
    name: "threads-singleton-lent", summary: "a singleton that is lent: `with`",
    floorName: "a `static let`, read", limit: 1.8, runs: 10_000_000
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.greeter) } },
      body: { for _ in 0..<$0 { try container.with(.greeter) { use($0) } } })
  },
  ThreadCase(
    name: "threads-transient", summary: "a transient without dependencies",
    floorName: "the same closure, called", limit: 1.8, runs: 1_000_000
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(EnglishGreeter()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.transient) as EnglishGreeter) } })
  },
  ThreadCase(
    name: "threads-transient-graph", summary: "a transient graph of 5 objects",
    floorName: "the `init`s by hand", limit: 1.8, runs: 200_000
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.transientGraph()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.transientGraph)) } })
  },
  ThreadCase(
    name: "threads-shared-graph", summary: "a graph of 4 objects with the scope `graph`",
    floorName: "the `init`s by hand", limit: 1.8, runs: 200_000
  ) {
    let container = try resolvingContainer()
    return Case.Bodies(
      floor: { for _ in 0..<$0 { use(Floor.sharedGraph()) } },
      body: { for _ in 0..<$0 { use(try container.resolve(.sharedGraph)) } })
  },
  // A request costs a thread at most 1.15 times the time that it costs one alone: 2 / 1.15 = 1.74.
  ThreadCase(
    name: "threads-request", summary: "`withScope`, 5 services of which 4 are made, and its end",
    floorName: "5 objects made by hand in an async call", limit: 1.3, runs: 20_000
  ) { try requestBodies() },
  ThreadCase(
    name: "threads-request-current", summary: "the same, asked of the container",
    floorName: "5 objects made by hand in an async call", limit: 1.3, runs: 20_000
  ) { try currentRequestBodies() },
]

extension ThreadCase {
  /// The shortest of samples taken in turn: the floor and the case, each on one thread and on two.
  ///
  /// Other work of the machine only ever lengthens a sample, and one on two threads more often. So does the
  /// place in memory that a thread's stack and heap happen to get, by up to 40 percent.
  func measure(samples: Int) throws -> ThreadMeasurement {
    let bodies = try prepare()
    var (floor, body) = (Shortest(), Shortest())
    for _ in 0..<samples {
      try floor.add(bodies.floor, seconds)
      try body.add(bodies.body, seconds)
    }
    return ThreadMeasurement(
      name: name, summary: summary, floorName: floorName, limit: limit, scale: body.scale,
      floorScale: floor.scale)
  }

  private struct Shortest {
    private var (one, two) = (Double.infinity, Double.infinity)

    /// How many times as much two threads did as one.
    var scale: Double { 2 * one / two }

    mutating func add(
      _ body: @escaping (Int) throws -> Void,
      _ seconds: (Int32, @escaping (Int) throws -> Void) throws -> Double
    ) rethrows {
      one = min(one, try seconds(1, body))
      two = min(two, try seconds(2, body))
    }
  }

  private func seconds(onThreads threads: Int32, _ body: @escaping (Int) throws -> Void) throws
    -> Double
  {
    let work = Work { try body(runs) }
    // `work` outlives the call, which ends when all threads have. Its body runs on all of them: it
    // reads what may be read from anywhere, and writes only where it throws, which ends the program.
    let context = Unmanaged.passUnretained(work).toOpaque()
    let time = patchbay_on_threads(
      threads, { Unmanaged<Work>.fromOpaque($0!).takeUnretainedValue().run() }, context)
    if let error = work.error { throw error }
    guard time > 0 else { throw WrongResult() }
    return time
  }
}
