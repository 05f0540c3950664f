import PatchbayDiagnostics

/// Returns the strongly connected components of a graph, each after all that it points to; the graph has
/// the targets of each node as a group.
///
/// Tarjan's algorithm (Depth-first search and linear graph algorithms, 1972), with an explicit
/// stack: a chain of 10,000 services must not need 10,000 nested calls.
func stronglyConnectedComponents(_ graph: Groups) -> Groups {
  var visits = (0..<graph.count).map { node in
    let range = graph.range(of: node)
    WorkMeter.count(1 + range.count)
    return Visit(next: range.lowerBound)
  }
  var components = Groups(capacity: graph.count)
  // The node that was found last of those without a component, and the number of nodes found.
  var (top, found): (Int32, Int32) = (-1, 0)

  for root in 0..<graph.count where visits[root].number < 0 {
    var (current, caller) = (root, Int32(-1))
    while true {
      if visits[current].number < 0 {
        visits[current].enter(number: found, from: caller, above: top)
        (top, found) = (Int32(current), found + 1)
      }
      let position = Int(visits[current].next)
      if position < graph.range(of: current).upperBound {
        visits[current].next += 1
        let target = graph.numbers[position]
        if visits[target].number < 0 {
          (current, caller) = (target, Int32(current))
        } else if visits[target].isOnStack {
          visits[current].lowest = min(visits[current].lowest, visits[target].number)
        }
        continue
      }
      let visit = visits[current]
      if visit.lowest == visit.number {
        var member: Int
        repeat {
          member = Int(top)
          top = visits[member].below
          visits[member].isOnStack = false
          components.append(member)
        } while member != current
        components.endGroup()
      }
      guard visit.caller >= 0 else { break }
      current = Int(visit.caller)
      visits[current].lowest = min(visits[current].lowest, visit.lowest)
    }
  }
  return components
}

/// What the search knows of a node; in 32 bits each, because no memory holds as many nodes and edges as they
/// count.
private struct Visit {
  /// The position in the order of discovery; -1 before.
  var number: Int32 = -1
  var lowest: Int32 = 0
  /// The position of the next target among the graph's numbers.
  var next: Int32
  /// The node before it on the current path; -1 for the first.
  var caller: Int32 = -1
  /// The node before it on the stack of nodes without a component; -1 for the first.
  var below: Int32 = -1
  var isOnStack = false

  init(next: Int) { self.next = Int32(next) }

  mutating func enter(number: Int32, from caller: Int32, above below: Int32) {
    (self.number, lowest, self.caller, self.below) = (number, number, caller, below)
    isOnStack = true
  }
}

/// Groups of numbers, in order. Stored in two arrays, because an array per group would be an
/// allocation per service; in one while each group has one number, as nearly always where services are
/// built together.
struct Groups: Sendable {
  /// The numbers of all groups, one group after the other.
  private(set) var numbers: [Int] = []
  /// The ends of the groups; empty while each has one number.
  private var ends: [Int] = []
  /// The number of groups.
  private(set) var count = 0

  init(capacity: Int = 0) {
    if capacity > 0 { numbers.reserveCapacity(capacity) }
  }

  subscript(group: Int) -> ArraySlice<Int> { numbers[range(of: group)] }

  /// Returns the range of a group's numbers among all.
  func range(of group: Int) -> Range<Int> {
    ends.isEmpty ? group..<group + 1 : (group == 0 ? 0 : ends[group - 1])..<ends[group]
  }

  /// Adds a number to the group that is being built.
  mutating func append(_ number: Int) { numbers.append(number) }

  /// Ends a group; the next number begins another one.
  mutating func endGroup() {
    if !ends.isEmpty || numbers.count != count + 1 {
      if ends.isEmpty { ends = Array(1..<count + 1) }
      ends.append(numbers.count)
    }
    count += 1
  }

  /// Returns the group of each number below a bound; 0 for one that is in none.
  func groups(ofNumbersTo bound: Int) -> [Int] {
    var groups = [Int](filledWith: 0, count: bound)
    for group in 0..<count {
      // By position: in a debug build, a slice allocates memory for each element.
      for position in range(of: group) { groups[numbers[position]] = group }
    }
    return groups
  }
}
