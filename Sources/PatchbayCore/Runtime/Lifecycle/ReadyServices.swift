/// The services of a start that are not begun, and what each of them still waits for.
///
/// Counted, so that the end of one looks only at those that wait for it.
struct ReadyServices {
  /// Those that are not begun, and may begin last.
  private var left: ArraySlice<Int>
  private var isBegun: Set<Int> = []
  /// The number of services that each one waits for.
  private var missing: [Int: Int] = [:]
  /// The services that wait for each one, in order.
  private var waiting: [Int: [Int]] = [:]

  /// - Parameters:
  ///   - order: The services.
  ///   - waits: The services that each one waits for, all of them in `order`.
  init<Needs: Collection<Int>>(_ order: [Int], _ waits: [Int: Needs]) {
    left = order[...]
    for index in order {
      guard let needed = waits[index], !needed.isEmpty else { continue }
      missing[index] = needed.count
      for need in needed { waiting[need, default: []].append(index) }
    }
  }

  /// Begins those that wait for none.
  mutating func beginFirst() -> [Int] {
    begin(left.filter { missing[$0] == nil })
  }

  /// Begins those that waited for one as the last.
  mutating func begin(after ended: Int) -> [Int] {
    var ready: [Int] = []
    for index in waiting.removeValue(forKey: ended) ?? [] {
      missing[index, default: 0] -= 1
      if missing[index] == 0, !isBegun.contains(index) { ready.append(index) }
    }
    return begin(ready)
  }

  /// Begins the first of those that wait for each other; nil if all are begun.
  mutating func breakCycle() -> Int? {
    while let first = left.popFirst() {
      if isBegun.insert(first).inserted { return first }
    }
    return nil
  }

  private mutating func begin(_ indices: [Int]) -> [Int] {
    isBegun.formUnion(indices)
    return indices
  }
}
