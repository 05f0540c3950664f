extension Sequence {
  /// Returns the elements in order; equal ones keep the order that they have.
  ///
  /// The standard library sorts in place, and does not promise to be stable. Its sort is also large,
  /// and compiled for every type of element and every closure: this one is compiled for positions
  /// alone.
  package func inStableOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return stablePositions(elements.count) { precedes(elements[$0], elements[$1]) }
      .map { elements[$0] }
  }
}

/// Returns the positions below a count in the order of what is there.
@inline(never)
private func stablePositions(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  (0..<count).sorted { left, right in
    precedes(left, right) || left < right && !precedes(right, left)
  }
}
