import Foundation

/// How many rounds a test under load runs: `PATCHBAY_STRESS`, or 1,000 where it is not set.
enum Stress {
  static let rounds =
    ProcessInfo.processInfo.environment["PATCHBAY_STRESS"].flatMap { Int($0) } ?? 1_000
}
