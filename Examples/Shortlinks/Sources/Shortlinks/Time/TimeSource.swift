#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A source of the time of day.
protocol TimeSource: Sendable {
  var now: Date { get }
}

/// The time of the computer that the program runs on.
struct SystemTime: TimeSource {
  var now: Date { Date() }
}

/// A time that stands still.
struct FixedTime: TimeSource {
  let now: Date
}
