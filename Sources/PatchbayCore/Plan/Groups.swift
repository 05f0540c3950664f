/// Groups of numbers in an order. In two arrays, as an array for each group would be an allocation for
/// each service.
struct Groups: Sendable {
  /// The numbers of all groups, one group after the other.
  private(set) var numbers: [Int] = []
  private var ends: [Int] = []

  init(capacity: Int = 0) {
    guard capacity > 0 else { return }
    numbers.reserveCapacity(capacity)
    ends.reserveCapacity(capacity)
  }

  var count: Int { ends.count }

  subscript(group: Int) -> ArraySlice<Int> { numbers[range(of: group)] }

  /// Where the numbers of a group stand among all.
  func range(of group: Int) -> Range<Int> { (group == 0 ? 0 : ends[group - 1])..<ends[group] }

  /// Adds a number to the group that is not ended yet.
  mutating func append(_ number: Int) { numbers.append(number) }

  /// Ends a group; the next number begins another one.
  mutating func endGroup() { ends.append(numbers.count) }
}
