enum RangeSet {
  /// Returns the same offsets as sorted ranges that do not touch.
  static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = result.last, range.lowerBound <= last.upperBound {
        let upper = max(last.upperBound, range.upperBound)
        result[result.count - 1] = last.lowerBound..<upper
      } else {
        result.append(range)
      }
    }
    return result
  }
}
