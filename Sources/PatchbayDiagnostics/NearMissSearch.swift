/// Measures the distances of names from a misspelled one; the memory is reused for each name.
struct NearMissSearch {
  /// The largest distance of a similar name.
  let furthest: Int
  /// The cost of the search: about the number of table cells that it filled. It depends on the
  /// names alone, never on their order.
  private(set) var steps = 0

  private static let longest = 256
  private static let mostEdits = 8

  private let wanted: FoldedName
  private let wantedBytes: Int
  private var candidate = FoldedName()
  private var beforeLast: [Int] = []
  private var last: [Int] = []
  private var current: [Int] = []

  init(_ name: String) {
    var wanted = FoldedName()
    wantedBytes = name.utf8.count
    // A scalar has four bytes at most, so a longer name is skipped.
    if wantedBytes <= 4 * Self.longest { wanted.fold(name) }
    self.wanted = wanted
    let count = wanted.scalars.count
    furthest = count < 3 ? 0 : min(max(1, count / 3), Self.mostEdits)
  }

  /// Whether a search is useful: the name is not empty, and not very long.
  var isPossible: Bool { !wanted.scalars.isEmpty && wanted.scalars.count <= Self.longest }

  /// Returns the restricted Damerau-Levenshtein distance to a name, or nil if it is above `bound`,
  /// which is at most ``furthest``.
  mutating func distance(to name: String, atMost bound: Int) -> Int? {
    steps += 1
    // Each edit changes the count of bytes by four at most, and case by three for each scalar.
    let bytes = name.utf8.count
    let slack = wanted.isASCII ? 0 : 3 * wanted.scalars.count
    guard abs(bytes - wantedBytes) <= 4 * furthest + slack else { return nil }
    steps += bytes
    candidate.fold(name)
    guard mayBeWithin(furthest) else { return nil }
    steps += wanted.scalars.count * (2 * furthest + 1)
    guard mayBeWithin(bound) else { return nil }
    if bound == 0 { return wanted.scalars == candidate.scalars ? 0 : nil }
    return measured(atMost: bound)
  }

  /// Checks cheap lower bounds of the distance.
  private func mayBeWithin(_ bound: Int) -> Bool {
    // One edit removes at most one kind of letter and adds at most one.
    abs(wanted.scalars.count - candidate.scalars.count) <= bound
      && (wanted.letters ^ candidate.letters).nonzeroBitCount <= 2 * bound
  }

  /// Fills the band of the table whose cells can stay within the bound.
  private mutating func measured(atMost bound: Int) -> Int? {
    let (own, others) = (wanted.scalars, candidate.scalars)
    let unreachable = bound + 1
    reserve(others.count + 1, unreachable)
    for column in 0...min(others.count, bound) { last[column] = column }
    for row in 1..<(own.count + 1) {
      let columns = max(1, row - bound)..<(min(others.count, row + bound) + 1)
      current[columns.lowerBound - 1] =
        columns.lowerBound == 1 ? min(row, unreachable) : unreachable
      var nearest = current[columns.lowerBound - 1]
      for column in columns {
        let isSame = own[row - 1] == others[column - 1]
        var cost = min(last[column - 1] + (isSame ? 0 : 1), current[column - 1] + 1)
        // Outside the band the row above contains older values.
        if column < row + bound { cost = min(cost, last[column] + 1) }
        if row > 1, column > 1, own[row - 1] == others[column - 2],
          own[row - 2] == others[column - 1]
        {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current[column] = min(cost, unreachable)
        nearest = min(nearest, current[column])
      }
      if nearest > bound { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[others.count] <= bound ? last[others.count] : nil
  }

  /// Resizes the three rows, with all cells out of reach.
  private mutating func reserve(_ count: Int, _ unreachable: Int) {
    func clear(_ row: inout [Int]) {
      row.removeAll(keepingCapacity: true)
      row.append(contentsOf: repeatElement(unreachable, count: count))
    }
    clear(&beforeLast)
    clear(&last)
    clear(&current)
  }
}

/// A name prepared for comparison: its scalars in lower case, and the set of its letters.
private struct FoldedName {
  private(set) var scalars: [UInt32] = []
  /// One bit for each residue of a scalar; a cheap lower bound of the distance.
  private(set) var letters: UInt64 = 0
  private(set) var isASCII = true

  mutating func fold(_ name: String) {
    scalars.removeAll(keepingCapacity: true)
    isASCII = true
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
        scalars.append(isUpper ? scalar.value + 0x20 : scalar.value)
      } else {
        isASCII = false
        scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars.map(\.value))
      }
    }
    letters = scalars.reduce(0) { $0 | (1 << UInt64($1 & 63)) }
  }
}
