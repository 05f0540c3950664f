/// The lanes of what overlaps in time: each one gets the first lane that is free when it begins.
///
/// In two heaps, as the lanes may be as many as the services of a start.
struct Lanes {
  private struct Use: Comparable {
    let end: Duration
    let lane: Int

    static func < (left: Self, right: Self) -> Bool { left.end < right.end }
  }

  private var used = Heap<Use>()
  private var free = Heap<Int>()
  private var count = 0

  /// Returns the lane of what begins at a moment, not before those that were asked for.
  mutating func take(from begin: Duration, until end: Duration) -> Int {
    while let first = used.first, first.end <= begin {
      free.insert(first.lane)
      used.removeFirst()
    }
    let lane = free.removeFirst() ?? count
    if lane == count { count += 1 }
    used.insert(Use(end: end, lane: lane))
    return lane
  }
}

/// A binary heap, the smallest element first.
private struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var first: Element? { elements.first }

  mutating func insert(_ element: Element) {
    elements.append(element)
    var position = elements.count - 1
    while position > 0, elements[position] < elements[(position - 1) / 2] {
      elements.swapAt(position, (position - 1) / 2)
      position = (position - 1) / 2
    }
  }

  @discardableResult
  mutating func removeFirst() -> Element? {
    guard let first = elements.first, let last = elements.popLast() else { return nil }
    if elements.isEmpty { return first }
    elements[0] = last
    var position = 0
    while true {
      var smallest = position
      for child in 2 * position + 1...2 * position + 2
      where child < elements.count && elements[child] < elements[smallest] {
        smallest = child
      }
      if smallest == position { return first }
      elements.swapAt(position, smallest)
      position = smallest
    }
  }
}
