/// The turns of a start or a stop that have not begun, and what each of them still waits for.
///
/// Counted, so that the end of one looks only at those that wait for it.
struct Turns {
  /// The services, in the order that decides where they wait for each other; and what each one waits for, by their
  /// indices. A negative number is a group of services (``LifecycleOrder``): its turn ends when it begins.
  private let (order, waits): ([Int], [Int: [Int]])
  /// The number of turns that each one still waits for; nil for those that have begun.
  private var missing: [Int: Int] = [:]
  /// The turns that wait for each one, in order.
  private var waiting: [Int: [Int]] = [:]

  /// - Parameters:
  ///   - order: The services.
  ///   - waits: What each of them waits for: others of `order`, and groups.
  init(_ order: [Int], _ waits: [Int: [Int]]) {
    (self.order, self.waits) = (order, waits)
    missing.reserveCapacity(order.count)
    for index in order + waits.keys.filter({ $0 < 0 }) {
      let needed = waits[index] ?? []
      missing[index] = needed.count
      for need in needed { waiting[need, default: []].append(index) }
    }
  }

  /// Begins those that wait for none.
  mutating func beginFirst() -> [Int] { beginReady(of: order) }

  /// Begins those that waited for one as the last.
  mutating func begin(after ended: Int) -> [Int] { beginReady(of: end(ended)) }

  /// Returns those that waited for a turn.
  private mutating func end(_ index: Int) -> [Int] {
    let others = waiting.removeValue(forKey: index) ?? []
    for other in others { missing[other]? -= 1 }
    return others
  }

  private mutating func beginReady(of indices: [Int]) -> [Int] {
    var begun: [Int] = []
    var candidates = indices
    while !candidates.isEmpty {
      var next: [Int] = []
      for index in candidates where missing[index] == 0 {
        missing[index] = nil
        if index < 0 { next += end(index) } else { begun.append(index) }
      }
      candidates = next
    }
    return begun
  }

  /// Begins the first of those that wait for each other and for no others, as properties may close a cycle; nil if all
  /// have begun.
  mutating func breakCycle() -> Int? {
    let left = order.filter { missing[$0] != nil }
    guard !left.isEmpty else { return nil }
    let all = left + missing.keys.filter { $0 < 0 }
    let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
    var targets = Groups(capacity: all.count)
    for index in all {
      for need in waits[index] ?? [] { if let place = places[need] { targets.append(place) } }
      targets.endGroup()
    }
    // Each component is after all that it points to, so that the first points to no other. It has a service: a group is
    // in no cycle without one.
    guard let first = stronglyConnectedComponents(targets)[0].min(), first < left.count else {
      return nil
    }
    missing[left[first]] = nil
    return left[first]
  }
}
