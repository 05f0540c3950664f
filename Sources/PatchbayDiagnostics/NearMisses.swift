/// The candidates that a misspelt name most probably stands for, best first.
///
/// Case is ignored. A candidate is near where at most a third of the name's characters (but always
/// one) must be added, left out, changed or swapped with their neighbour. Names of one or two
/// characters are near only to those that differ in case alone: every other is as likely. The
/// answer depends on the names alone, never on the candidates' order.
///
/// - Parameters:
///   - name: what was written.
///   - candidates: what could have been meant; the name itself is never an answer.
///   - limit: how many answers are wanted at most.
/// - Returns: the nearest names, those of equal distance by their bytes.
package func nearMisses(
  of name: String,
  in candidates: some Sequence<String>,
  limit: Int = 3
) -> [String] {
  guard limit > 0 else { return [] }
  let wanted = FoldedName(name)
  // A person's slip stays within a few characters, and the cost within bounds.
  guard wanted.scalars.count <= FoldedName.longest else { return [] }
  let furthest = wanted.scalars.count < 3 ? 0 : max(1, wanted.scalars.count / 3)
  var best: [(distance: Int, name: String)] = []
  for candidate in candidates {
    // A full list only takes what is at least as near as its last.
    let bound = best.count == limit ? best[limit - 1].distance : furthest
    guard abs(candidate.utf8.count - name.utf8.count) <= 4 * bound + wanted.utf8Slack,
      let distance = wanted.distance(to: FoldedName(candidate), atMost: bound),
      !candidate.utf8.elementsEqual(name.utf8)
    else { continue }
    let place =
      best.firstIndex { other in
        distance < other.distance
          || (distance == other.distance
            && candidate.utf8.lexicographicallyPrecedes(other.name.utf8))
      } ?? best.count
    guard place < limit, !best.contains(where: { $0.name.utf8.elementsEqual(candidate.utf8) })
    else { continue }
    best.insert((distance, candidate), at: place)
    if best.count > limit { best.removeLast() }
  }
  return best.map(\.name)
}

/// A name made ready for comparison: its scalars in lower case, and which of them it has.
private struct FoldedName {
  static let longest = 256

  let scalars: [UInt32]
  /// One bit for each residue of a scalar; a cheap lower bound of the distance.
  let letters: UInt64
  /// How many more bytes than scalars the name may have through its letters' case alone.
  let utf8Slack: Int

  init(_ name: String) {
    var scalars: [UInt32] = []
    scalars.reserveCapacity(name.utf8.count)
    var isASCII = true
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        let isUpper = scalar.value >= 0x41 && scalar.value <= 0x5A
        scalars.append(isUpper ? scalar.value + 0x20 : scalar.value)
      } else {
        isASCII = false
        scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars.map(\.value))
      }
    }
    self.scalars = scalars
    self.letters = scalars.reduce(0) { $0 | (1 << UInt64($1 & 63)) }
    self.utf8Slack = isASCII ? 0 : 3 * scalars.count
  }

  /// The restricted Damerau-Levenshtein distance, or nil where it is above the bound.
  ///
  /// Only the band of cells that can stay within the bound is looked at.
  func distance(to other: FoldedName, atMost bound: Int) -> Int? {
    let (own, others) = (scalars, other.scalars)
    guard abs(own.count - others.count) <= bound else { return nil }
    // One edit takes away at most one kind of letter and adds at most one.
    guard (letters ^ other.letters).nonzeroBitCount <= 2 * bound else { return nil }
    if bound == 0 { return own == others ? 0 : nil }

    let unreachable = bound + 1
    var beforeLast = [Int](repeating: unreachable, count: others.count + 1)
    var last = (0...others.count).map { min($0, unreachable) }
    var current = beforeLast
    for row in 1..<(own.count + 1) {
      let columns = max(1, row - bound)..<(min(others.count, row + bound) + 1)
      current[columns.lowerBound - 1] =
        columns.lowerBound == 1 ? min(row, unreachable) : unreachable
      var nearest = current[columns.lowerBound - 1]
      for column in columns {
        let isSame = own[row - 1] == others[column - 1]
        var cost = min(last[column - 1] + (isSame ? 0 : 1), current[column - 1] + 1)
        // Outside the band the row above holds older values.
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
}
