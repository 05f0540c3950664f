import PatchbayDiagnostics

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
