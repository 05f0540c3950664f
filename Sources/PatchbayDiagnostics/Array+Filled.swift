extension Array {
  /// Creates an array of equal elements.
  ///
  /// In place of `init(repeating:count:)`, which looks up the type of the array's storage each time: 500
  /// instructions, as many as the rest of a small array.
  @inlinable
  package init(filledWith element: Element, count: Int) {
    self.init()
    reserveCapacity(count)
    for _ in 0..<count { append(element) }
  }
}
