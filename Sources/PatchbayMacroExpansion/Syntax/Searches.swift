/// What searches for the end of a literal have found.
///
/// A search that begins inside of the range of an earlier one has the same result. Without this, a text with
/// many beginnings and no end would be searched to its end from each of them.
struct Searches {
  enum Kind: Hashable {
    /// A quote that so many number signs follow, in one line.
    case quote(Int)
    /// A slash that so many number signs follow, in one line.
    case regex(Int)
    /// The same in any line.
    case longRegex(Int)
  }

  struct Result {
    let range: ClosedRange<Int>
    let isFound: Bool
  }

  private var results: [Kind: Result] = [:]

  /// Returns the result of a search from an offset, if it is known.
  func known(_ kind: Kind, at start: Int) -> Result? {
    results[kind].flatMap { $0.range.contains(start) ? $0 : nil }
  }

  /// Adds a search from the first to the last offset of a range.
  mutating func add(_ kind: Kind, _ range: ClosedRange<Int>, isFound: Bool) {
    results[kind] = Result(range: range, isFound: isFound)
  }
}
