extension Sequence {
  /// Returns the elements in order; equal ones keep the order that they have.
  ///
  /// The standard library sorts in place, and does not promise to be stable. Its sort is also large, and
  /// compiled for every type of element and every closure: three kilobytes each. This one sorts positions, and
  /// the compiler makes a copy of half a kilobyte for a closure that it knows.
  @inlinable
  package func inStableOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    guard elements.count > 1 else { return elements }
    return stablePositions(elements.count) { precedes(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }

  /// Returns the elements sorted by the bytes of a text of each: the same order in every process.
  @inlinable
  package func sortedByBytes(of text: (Element) -> String) -> [Element] {
    inStableOrder { text($0).utf8.lexicographicallyPrecedes(text($1).utf8) }
  }
}

/// Returns the positions below a count in the order of what is there.
@inline(never)
@usableFromInline
func stablePositions(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  var (parts, merged) = (Array(0..<count), Array(0..<count))
  var width = 1
  while width < count {
    for start in stride(from: 0, to: count, by: 2 * width) {
      let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
      guard middle < end, precedes(parts[middle], parts[middle - 1]) else {
        // Already in order.
        for position in start..<end { merged[position] = parts[position] }
        continue
      }
      var (left, right) = (start, middle)
      for position in start..<end {
        // The right one goes first only if it precedes: equal ones keep their order.
        if left < middle, right == end || !precedes(parts[right], parts[left]) {
          merged[position] = parts[left]
          left += 1
        } else {
          merged[position] = parts[right]
          right += 1
        }
      }
    }
    swap(&parts, &merged)
    width *= 2
  }
  return parts
}
