import Foundation

/// How much a run under load does: little by default, all with `PATCHBAY_STRESS=1`.
enum Stress {
  static let isFull = ProcessInfo.processInfo.environment["PATCHBAY_STRESS"] == "1"

  /// A number of rounds: the full one, or what takes a few seconds.
  static func rounds(_ full: Int, short: Int) -> Int { isFull ? full : short }
}
