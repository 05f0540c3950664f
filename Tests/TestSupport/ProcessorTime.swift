import Foundation

/// The processor time that the current thread has used: other load on the machine does not count.
public func threadTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Returns how many times more processor time work takes when its size grows: about as many times
/// as the size where the cost is linear.
///
/// Each size is measured three times, and the shortest counts.
///
/// - Parameters:
///   - small: A size that takes at least some milliseconds.
///   - large: A multiple of it.
///   - work: The work to measure; it receives the size and must run on the calling thread.
/// - Returns: The time of the large size, divided by that of the small one.
public func growthOfCost(
  from small: Int,
  to large: Int,
  _ work: (Int) throws -> Void
) rethrows -> Double {
  func cost(_ size: Int) throws -> Duration {
    var shortest = Duration.seconds(1_000_000)
    for _ in 0..<3 {
      let start = threadTime()
      try work(size)
      shortest = min(shortest, threadTime() - start)
    }
    return shortest
  }
  return try cost(large) / cost(small)
}
